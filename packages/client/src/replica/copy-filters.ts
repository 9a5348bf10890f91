/** Turns filters of a query string into conditions of the evaluator, checked against the model of a copy. */
import { keyWithin, parseResourceId } from '../../../contract/src/keys.ts';
import { bracketOperators, type Operator } from '../../../contract/src/operators.ts';
import { splitList } from '../../../contract/src/queries.ts';
import type { By, Condition } from '../evaluator/finding.ts';
import { FIELD_PREFIX } from '../evaluator/views.ts';
import { type CopyField, type CopyModel, type CopyType, fieldNamed, linksTo } from './copy-model.ts';
import { type Compared, comparingOf, timeOf } from './field-values.ts';
import { type Parameters, refused } from './query-parameters.ts';

const NAME_SHAPE = /^([^[\]]*)(?:\[([^[\]]*)\])?$/;
/** The times that entries are filtered and ordered by. */
export const TIMES = ['published_at', 'created_at', 'updated_at'] as const;

/** What filters are read with. */
export interface FilterModel {
  readonly model: CopyModel;
  /** Of the ids of the environment. */
  readonly code: string;
  /** Throws where entries of some of the types are not in the copy. */
  requireCopied(types: readonly CopyType[], name: string): void;
}

/** A filter, taken apart. */
interface Filter {
  readonly name: string;
  readonly operator: Operator;
  readonly operands: readonly string[];
}

type FieldOfType = readonly [CopyType, CopyField];

/** Whether a parameter is a filter by a field or a time. */
export function isFilter(name: string): boolean {
  const [path = ''] = name.split('[');
  return path.startsWith(FIELD_PREFIX) || TIMES.some((time) => time === path);
}

/** All filters on entries of a type. @throws LecternError */
export function readConditions(parameters: Parameters, type: CopyType, how: FilterModel): Condition[] {
  const [slug, ids, target] = ['slug', 'ids', 'links_to'].map((name) => parameters.value(name));
  const found = parameters.filters.map(([name, value]) => readFilter(name, value, { ...how, type }));
  if (slug !== undefined) {
    const by = { field: type.slug_field ?? '' };
    const own = { by, operator: 'eq', operands: [slug.normalize('NFC')] } as const;
    found.push({ byType: new Map(type.slug_field === null ? [] : [[type.api_id, own]]), otherwise: false });
  }
  if (ids !== undefined) found.push({ keys: splitList(ids).flatMap((id) => keyWithin([how.code], 'entry', id) ?? []) });
  if (target !== undefined) found.push(linkCondition(target, how.code));
  return found;
}

function linkCondition(target: string, code: string): Condition {
  const kind = parseResourceId(target)?.kind === 'asset' ? 'asset' : 'entry';
  const key = keyWithin([code], kind, target);
  return key === null ? { keys: [] } : { linksTo: `${kind}:${key}` };
}

function readFilter(name: string, value: string, how: FilterModel & { readonly type: CopyType }): Condition {
  const [, path = '', bracket] = NAME_SHAPE.exec(name) ?? [];
  const operator: Operator | undefined =
    bracket === undefined ? 'eq' : bracketOperators.find((known) => known === bracket);
  if (path === '' || operator === undefined)
    throw refused(name, `There is no such operator; use one of ${bracketOperators.join(', ')}, in brackets.`);
  if (operator === 'exists' && value !== 'true' && value !== 'false') throw refused(name, 'Give true or false.');
  const operands = operator === 'in' || operator === 'nin' ? splitList(value) : [value];
  const filter = { name, operator, operands };
  if (!path.startsWith(FIELD_PREFIX)) return timeCondition(path as (typeof TIMES)[number], filter);
  const [id = '', through, ...more] = path.slice(FIELD_PREFIX.length).split('.');
  if (more.length > 0) throw refused(name, 'A filter goes through one link or into one component at most.');
  const fields = fieldsNamed([how.type], id, name);
  return through === undefined ? fieldCondition(fields, filter, how) : throughCondition(fields, through, filter, how);
}

function timeCondition(by: (typeof TIMES)[number], { name, operator, operands }: Filter): Condition {
  if (operator === 'exists') return { by, operator, operands: [operands[0] === 'true'] };
  const times = operands.map(timeOf);
  if (times.includes(undefined)) throw refused(name, 'Give a time such as 2026-11-21T10:00:00Z, or a day.');
  return { by, operator, operands: times };
}

/** The fields of that name. @throws LecternError if no type has one */
function fieldsNamed(types: readonly CopyType[], id: string, name: string): FieldOfType[] {
  const fields = types.flatMap((type): FieldOfType[] => {
    const field = fieldNamed(type.fields, id);
    return field === undefined ? [] : [[type, field]];
  });
  if (fields.length === 0) throw refused(name, `There is no field "${id}"; give one that exists.`);
  return fields;
}

/** `fields.<link>.<field>` and the like: an entry that the field links to meets the condition, or the component in it does. */
function throughCondition(
  [first]: readonly FieldOfType[],
  targetId: string,
  filter: Filter,
  how: FilterModel,
): Condition {
  const [type, field] = first as FieldOfType;
  const { name, operator, operands } = filter;
  const { model } = how;
  if (field.component !== undefined) {
    const inner = fieldNamed(model.type(field.component)?.fields ?? [], targetId);
    if (inner === undefined) throw refused(name, `The component in "${field.id}" has no field "${targetId}".`);
    return conditionOn([[type, inner]], filter, { ...how, byOf: () => ({ field: field.id, inside: inner.id }) });
  }
  const kinds = comparingOf(field).asks === 'existence' ? [] : linksTo(field);
  how.requireCopied(
    model.behind([{ field, links: 0 }]).map((reached) => reached.type),
    name,
  );
  if (targetId === 'id' && operator === 'exists' && kinds.length > 0)
    return { sees: field.id, wanted: operands[0] === 'true' };
  if (!kinds.includes('entry'))
    throw refused(name, `The field "${field.id}" does not link to entries and is no component; filter by it alone.`);
  return { through: field.id, condition: targetCondition(targetId, filter, how) };
}

/** A condition on what a link leads to. A field that is called `id` or `content_type` comes before the attribute. */
function targetCondition(id: string, filter: Filter, how: FilterModel): Condition {
  const { name, operator, operands } = filter;
  const { entryTypes } = how.model;
  const isField = entryTypes.some((type) => fieldNamed(type.fields, id) !== undefined);
  if (isField || (id !== 'id' && id !== 'content_type'))
    return fieldCondition(fieldsNamed(entryTypes, id, name), filter, how);
  if (isComparison(operator)) throw refused(name, `"${id}" of a link cannot be compared with ${operator}.`);
  if (operator === 'exists') return { by: 'id', operator, operands: [operands[0] === 'true'] };
  const isWanted = operator === 'eq' || operator === 'in';
  if (id === 'id') {
    const keys = operands.flatMap((given) => keyWithin([how.code], 'entry', given) ?? []);
    return isWanted ? { keys } : { by: 'id', operator: 'nin', operands: keys };
  }
  const byType = operands.map((given): [string, Condition] => {
    const apiId = keyWithin([how.code], 'content_type', given);
    if (!entryTypes.some((type) => type.api_id === apiId)) throw refused(name, `There is no content type "${given}".`);
    return [String(apiId), { by: 'id', operator: 'exists', operands: [isWanted] }];
  });
  return { byType: new Map(byType), otherwise: !isWanted };
}

function fieldCondition(fields: readonly FieldOfType[], filter: Filter, how: FilterModel): Condition {
  return conditionOn(fields, filter, { ...how, byOf: ({ id }) => ({ field: id }) });
}

/** Each field reads what is asked in its own way; what fits none of them is refused. */
function conditionOn(
  fields: readonly FieldOfType[],
  { name, operator, operands }: Filter,
  { code, byOf }: FilterModel & { readonly byOf: (field: CopyField) => By },
): Condition {
  const byType = (some: readonly (readonly [CopyType, CopyField, readonly Compared[]])[]) =>
    new Map(
      some.map(([type, field, values]) => [type.api_id, { by: byOf(field), operator, operands: values }] as const),
    );
  if (operator === 'exists') {
    const wanted = operands[0] === 'true';
    return { byType: byType(fields.map(([type, field]) => [type, field, [wanted]])), otherwise: !wanted };
  }
  const fitting = fields.filter(([, field]) => takes(field, operator));
  if (fitting.length === 0) throw refused(name, `Values of this field cannot be compared with ${operator}.`);
  const valuesOf = (field: CopyField, given: string) => comparingOf(field).operand(given, code) ?? [];
  for (const given of operands)
    if (fitting.every(([, field]) => [valuesOf(field, given)].flat().length === 0))
      throw refused(name, `"${given}" is not a value of this field.`);
  const read = fitting.map(
    ([type, field]) => [type, field, operands.flatMap((given) => valuesOf(field, given))] as const,
  );
  return {
    byType: byType(read.filter(([, , values]) => values.length > 0)),
    otherwise: operator === 'ne' || operator === 'nin',
  };
}

function takes(field: CopyField, operator: Operator): boolean {
  const { asks } = comparingOf(field);
  return asks === 'order' || (asks === 'equality' && !isComparison(operator));
}

function isComparison(operator: Operator): boolean {
  return operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte';
}
