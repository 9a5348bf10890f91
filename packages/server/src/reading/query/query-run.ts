/** Describes how a query was run, for the search for slow ones: names of fields and numbers, never a value. */
import { fieldByNumber } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { Attribute, EntryQuery, FieldAttribute, OrderStep, Predicate } from './query.ts';

/** How a query was last run; undefined if it never was. @param model the model that the query was read with */
export function planOfRun({ run, predicates, order, search }: EntryQuery, model: Model): QueryPlan | undefined {
  if (run === undefined) return undefined;
  const conditions = predicates.map((predicate) => predicateName(predicate, model));
  return {
    conditions: [...new Set(conditions)],
    order: order.map((step) => orderName(step, model)),
    search: search !== undefined,
    ...run,
  };
}

function predicateName(predicate: Predicate, model: Model): string {
  switch (predicate.kind) {
    case 'system':
      return attributeName(predicate.condition.attribute, model);
    case 'field':
      return fieldName([...predicate.byType.values()].map(({ attribute }) => attribute)[0], model);
    case 'through':
      return `${fieldName([...predicate.links.values()][0], model)} > ${predicateName(predicate.target, model)}`;
    case 'sees':
      return `${fieldName([...predicate.links.values()][0], model)} > id`;
    case 'links_to':
      return 'links';
    case 'keys':
      return 'keys';
  }
}

function orderName({ by, descending }: OrderStep, model: Model): string {
  const name = by.kind === 'system' ? by.name : fieldName([...by.byType.values()][0], model);
  return descending ? `-${name}` : name;
}

function attributeName(attribute: Attribute, model: Model): string {
  return attribute.kind === 'system' ? attribute.name : fieldName(attribute, model);
}

/** The content type may lack the field. */
function fieldName(attribute: Attribute | FieldAttribute | undefined, model: Model): string {
  if (attribute === undefined) return 'fields';
  if (attribute.kind === 'system') return attribute.name;
  const type = model.typeByNumber(attribute.contentType);
  const field = type && fieldByNumber(type, attribute.field);
  const path = `fields.${field?.id ?? attribute.field}`;
  if (attribute.inside === undefined) return path;
  const component = field?.component === undefined ? undefined : model.componentByApiId(field.component);
  return `${path}.${component?.fields.find(({ number }) => number === attribute.inside)?.id ?? attribute.inside}`;
}
