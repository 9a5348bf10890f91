/** How a query was run, for whoever looks for slow ones: names of fields and numbers, never a value. */
import { fieldByNumber } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { Attribute, EntryQuery, FieldAttribute, OrderStep, Predicate } from './query.ts';

/** The latest run of a query. */
export interface QueryRun {
  /** Whether rows were read one after the other, instead of columns in memory. */
  readonly streamed: boolean;
  /** Rows that were looked at. */
  readonly rows: number;
}

/** Keeps the latest run of each query, as long as there is the query. */
export class QueryRuns {
  /** By the predicates: a copy of a query that takes another page has the same ones. */
  readonly #runs = new WeakMap<EntryQuery['predicates'], QueryRun>();

  note({ predicates }: EntryQuery, run: QueryRun): void {
    this.#runs.set(predicates, run);
  }

  /** How a query was run last; undefined if it never was. @param model that it was read with */
  planOf(query: EntryQuery, model: Model): QueryPlan | undefined {
    const run = this.#runs.get(query.predicates);
    if (run === undefined) return undefined;
    const conditions = query.predicates.map((predicate) => predicateName(predicate, model));
    const order = query.order.map((step) => orderName(step, model));
    return { conditions: [...new Set(conditions)], order, search: query.search !== undefined, ...run };
  }
}

function predicateName(predicate: Predicate, model: Model): string {
  switch (predicate.kind) {
    case 'system':
      return attributeName(predicate.condition.attribute, model);
    case 'field':
      return fieldName([...predicate.byType.values()].map(({ attribute }) => attribute)[0], model);
    case 'through':
      return `${fieldName([...predicate.links.values()][0], model)} > ${predicateName(predicate.target, model)}`;
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

/** No content type need have the field. */
function fieldName(attribute: Attribute | FieldAttribute | undefined, model: Model): string {
  if (attribute === undefined) return 'fields';
  if (attribute.kind === 'system') return attribute.name;
  const type = model.typeByNumber(attribute.contentType);
  return `fields.${(type && fieldByNumber(type, attribute.field)?.id) ?? attribute.field}`;
}
