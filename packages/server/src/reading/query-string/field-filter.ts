/**
 * Turns a filter on a field id into a predicate. Content types may use one id for fields of different types: each field reads the
 * operands in its own way, and operands that fit none of them are rejected.
 */
import type { Operator } from '../../../../contract/src/operators.ts';
import { type ContentType, fieldById } from '../../model/content-types/content-type.ts';
import { fieldNamed } from '../../model/content-types/former-ids.ts';
import type { Field } from '../../model/fields/field.ts';
import type { ColumnKind, IndexValue } from '../../model/fields/field-type.ts';
import { fieldType } from '../../model/fields/registry.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { Condition, FieldAttribute, Predicate } from '../query/query.ts';
import { isComparison, type TextCondition } from './operator.ts';
import type { QueryReading } from './query-reading.ts';

/** Kinds of columns whose values are ordered, so that `gt` and the like can compare them. */
const COMPARABLE: readonly ColumnKind['kind'][] = ['exact', 'number'];

export interface FieldFilter extends TextCondition {
  /** The parameter as given, for messages. */
  readonly parameter: string;
  /** API name of the field. */
  readonly fieldId: string;
  /** The content types whose entries are filtered. */
  readonly types: readonly ContentType[];
}

/** The predicate of the filter; undefined if it was rejected. */
export function readFieldFilter(filter: FieldFilter, reading: QueryReading): Predicate | undefined {
  const fields = fieldsOf(filter, reading);
  return fields && fieldsPredicate(filter, fields, reading);
}

/**
 * The predicate of a filter on a field of the components in a field: `fields.seo.noindex`.
 * @param holding the fields of type `component` that the filter names
 * @param insideId API name of the field inside
 */
export function readInsideFilter(
  filter: FieldFilter,
  holding: readonly FieldOfType[],
  insideId: string,
  reading: QueryReading,
): Predicate | undefined {
  const componentOf = (field: Field) => reading.model.componentByApiId(field.component ?? '');
  const fields = holding.flatMap(([type, field]) => {
    const inner = fieldNamed(componentOf(field)?.fields ?? [], insideId);
    return inner === undefined ? [] : [[type, inner, { ...attributeOf(type, field), inside: inner.number }] as const];
  });
  const named = { ...filter, fieldId: `${filter.fieldId}.${insideId}` };
  if (fields.length > 0) return fieldsPredicate(named, fields, reading);
  const ids = holding.flatMap(([, field]) => componentOf(field)?.fields.map(({ id }) => id) ?? []);
  const message = `The component in ${quoted(filter.fieldId)} has no field ${quoted(insideId)}; give one that exists.${didYouMean(insideId, ids)}`;
  return reading.refuse(filter.parameter, 'unknown', message);
}

function fieldsPredicate(
  filter: FieldFilter,
  fields: readonly FilteredField[],
  reading: QueryReading,
): Predicate | undefined {
  const { operator, operands } = filter;
  if (operator === 'exists') {
    const wanted = operands[0] === 'true';
    return fieldPredicate(fields, !wanted, () => ({ operator, operands: [wanted] }));
  }
  const fitting = fields.filter(([, field]) => takes(field, operator));
  if (fitting.length === 0) return rejectOperator(filter, fields, reading);
  const misfit = operands.find((text) => fitting.every(([, field]) => operandOf(text, field, reading).length === 0));
  if (misfit !== undefined) return rejectOperand(filter, fitting, misfit, reading);
  return fieldPredicate(fitting, operator === 'ne' || operator === 'nin', (field) => {
    const values = operands.flatMap((text) => operandOf(text, field, reading));
    return values.length === 0 ? undefined : { operator, operands: values };
  });
}

/** The fields with that id among the types; undefined if there is none, which is rejected. */
export function fieldsOf(
  { parameter, fieldId, types }: Pick<FieldFilter, 'parameter' | 'fieldId' | 'types'>,
  reading: QueryReading,
): FieldOfType[] | undefined {
  const fields = types.flatMap((type) => {
    const field = fieldById(type, fieldId);
    return field === undefined ? [] : [[type, field] as const];
  });
  if (fields.length > 0) return fields;
  const [only] = types;
  const where =
    types.length === 1 && only !== undefined ? `The content type ${quoted(only.apiId)} has` : 'The content types have';
  const ids = types.flatMap((type) => type.fields.map(({ id }) => id));
  return reading.refuse(
    parameter,
    'unknown',
    `${where} no field ${quoted(fieldId)}; give one that exists.${didYouMean(fieldId, ids)}`,
  );
}

export type FieldOfType = readonly [ContentType, Field];

/** A field that is filtered by, with the attribute that has its values where that is not the field itself. */
type FilteredField = readonly [ContentType, Field, attribute?: FieldAttribute];

/** The field as an attribute of the query engine. */
export function attributeOf(type: ContentType, field: Field): FieldAttribute {
  return { kind: 'field', contentType: type.number, field: field.number };
}

function fieldPredicate(
  fields: readonly FilteredField[],
  otherwise: boolean,
  conditionOf: (field: Field) => Pick<Condition, 'operator' | 'operands'> | undefined,
): Predicate {
  const byType = new Map<number, Condition>();
  for (const [type, field, attribute = attributeOf(type, field)] of fields) {
    const condition = conditionOf(field);
    if (condition !== undefined) byType.set(type.number, { attribute, ...condition });
  }
  return { kind: 'field', byType, otherwise };
}

function takes(field: Field, operator: Operator): boolean {
  const { kind } = fieldType(field.type).column(field);
  if (kind === 'presence') return false;
  return !isComparison(operator) || COMPARABLE.includes(kind);
}

/** A text as a value of the field; nothing if it cannot be one. */
function operandOf(text: string, field: Field, reading: QueryReading): readonly IndexValue[] {
  const linkKey = (kind: 'entry' | 'asset', idOrKey: string): string | null =>
    keyWithin(reading.model.codes, kind, idOrKey);
  const value = fieldType(field.type).operand(text, field, linkKey);
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [value];
}

function rejectOperator(filter: FieldFilter, fields: readonly FilteredField[], reading: QueryReading): undefined {
  const { parameter, fieldId, operator } = filter;
  const holds = `The field ${quoted(fieldId)} is of type ${typeNames(fields)}`;
  const presenceOnly = fields.every(([, field]) => fieldType(field.type).column(field).kind === 'presence');
  const message = presenceOnly
    ? `${holds} and takes fields.${fieldId}[exists]=true or false only.`
    : `${holds}, whose values cannot be compared with ${operator}; use ne, in, nin or exists.`;
  return reading.refuse(parameter, 'operator', message);
}

function rejectOperand(
  filter: FieldFilter,
  fields: readonly FilteredField[],
  text: string,
  reading: QueryReading,
): undefined {
  const message = `${quoted(text)} is not a value of the field ${quoted(filter.fieldId)}; give one of type ${typeNames(fields)}.`;
  return reading.refuse(filter.parameter, 'type', message);
}

function typeNames(fields: readonly FilteredField[]): string {
  return [
    ...new Set(
      fields.map(([, field]) => (field.items === undefined ? field.type : `${field.type} of ${field.items.type}`)),
    ),
  ].join(' or ');
}
