/**
 * Reads filters: parameters that select the entries of a list. Filters on fields and dates are written as `<path>[<operator>]`,
 * such as `fields.price[gte]=10`; `slug`, `ids` and `links_to` have names of their own.
 */

import { bracketOperators } from '../../../../contract/src/operators.ts';
import { splitList } from '../../../../contract/src/queries.ts';
import { type ContentType, fieldByNumber } from '../../model/content-types/content-type.ts';
import type { Field, Link } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import { keyWithin, parseResourceId } from '../../model/spaces/resource-id.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { Condition, FieldAttribute, Predicate } from '../query/query.ts';
import { attributeOf, type FieldOfType, fieldsOf, readFieldFilter, readInsideFilter } from './field-filter.ts';
import { type PathCondition, pathOf, readOperator } from './operator.ts';
import type { Parameter } from './parameters.ts';
import type { QueryReading } from './query-reading.ts';
import { readTargetFilter } from './target-filter.ts';

const FIELD_PREFIX = 'fields.';
const OBJECT_NOTATION = /^fields\[([^[\]]+)(?:\](\[[^[\]]*\])?|(\[[^[\]]*\])\])$/;
const KEYS_MAX = 1_000;
const NOTHING: Predicate = { kind: 'keys', keys: [] };

/** Dates that every entry has and that filters can use. */
export const dateAttributes = ['published_at', 'created_at', 'updated_at'] as const;

/**
 * The name of a parameter that filters by a field or a date; undefined for others. Generated clients send objects as
 * `fields[price]`, `fields[price][gte]` or `fields[price[gte]]` (`style: deepObject`): these are `fields.price` and `fields.price[gte]`.
 */
export function filterName(name: string): string | undefined {
  const usual = name.replace(OBJECT_NOTATION, `${FIELD_PREFIX}$1$2$3`);
  const path = pathOf(usual);
  return path.startsWith(FIELD_PREFIX) || dateAttributes.some((known) => known === path) ? usual : undefined;
}

/** Reads every filter of a query string, for entries of those types. */
export function readFilters(reading: QueryReading, types: readonly ContentType[]): Predicate[] {
  return [
    ...reading.filters.flatMap((parameter) => readFilter(parameter, reading, types) ?? []),
    ...(readSlug(reading, types) ?? []),
    ...(readKeys(reading) ?? []),
    ...(readLinksTo(reading) ?? []),
  ];
}

/** Reads a time or a day as milliseconds; undefined if the text is neither. */
export function readTime(text: string): number | undefined {
  const at = fieldType('datetime').operand(text, {}, () => null);
  return typeof at === 'number' ? at : undefined;
}

function readFilter(parameter: Parameter, reading: QueryReading, types: readonly ContentType[]): Predicate | undefined {
  const condition = readOperator(parameter, reading);
  if (condition === undefined) return undefined;
  const date = dateAttributes.find((known) => known === condition.path);
  if (date !== undefined) return readDate(date, parameter.name, condition, reading);
  const [fieldId = '', through, ...more] = condition.path.slice(FIELD_PREFIX.length).split('.');
  if (more.length > 0) {
    return reading.refuse(
      parameter.name,
      'unknown',
      'A filter goes through one link or into one component at most: fields.<field>.<field>.',
    );
  }
  const filter = { ...condition, parameter: parameter.name, fieldId, types };
  if (through === undefined) return readFieldFilter(filter, reading);
  return readThrough(filter, through, reading);
}

function readDate(
  name: (typeof dateAttributes)[number],
  parameter: string,
  condition: PathCondition,
  reading: QueryReading,
): Predicate | undefined {
  const { operator } = condition;
  const attribute = { kind: 'system', name } as const;
  if (operator === 'exists')
    return { kind: 'system', condition: { attribute, operator, operands: [condition.operands[0] === 'true'] } };
  const times = condition.operands.map(readTime);
  const operands = times.filter((time) => time !== undefined);
  if (operands.length === times.length) return { kind: 'system', condition: { attribute, operator, operands } };
  return reading.refuse(parameter, 'type', 'Give a time such as 2026-11-21T10:00:00Z or a day such as 2026-11-21.');
}

/**
 * `fields.<link>.<field>`, `fields.<link>.id` or `.content_type`: at least one entry that the link field points to meets the
 * condition. `fields.<component>.<field>`: the component in the field does.
 */
function readThrough(
  filter: PathCondition & { parameter: string; fieldId: string; types: readonly ContentType[] },
  targetId: string,
  reading: QueryReading,
): Predicate | undefined {
  const fields = fieldsOf(filter, reading);
  if (fields === undefined) return undefined;
  const holding = fields.filter(([, field]) => field.component !== undefined);
  if (holding.length > 0) return readInsideFilter(filter, holding, targetId, reading);
  if (targetId === 'id' && filter.operator === 'exists') {
    const seen = readSeen(filter, fields);
    if (seen !== undefined) return seen;
  }
  const linking = fields.filter(([, field]) => linkedKind(field) === 'entry');
  if (linking.length === 0) {
    const { fieldId } = filter;
    const toAssets = fields.some(([, field]) => linkedKind(field) === 'asset');
    const more = toAssets ? `, or by whether there is an asset as fields.${fieldId}.id[exists]` : '';
    // Clients that write objects send an operator that they do not know like this.
    const near = didYouMean(targetId, bracketOperators);
    const message = `The field ${quoted(fieldId)} does not link to entries and is no component; filter by it as fields.${fieldId} or, with an operator, fields.${fieldId}[ne]${more}.${near}`;
    return reading.refuse(filter.parameter, 'type', message);
  }
  const target = readTargetFilter({ ...filter, fieldId: targetId, types: reading.model.entryTypes }, reading);
  if (target === undefined) return undefined;
  return { kind: 'through', links: attributesOf(linking), target };
}

/** `fields.<link>.id[exists]`: whether something that the field links to can be seen; undefined if none of the fields is one of links. */
function readSeen({ operands }: PathCondition, fields: readonly FieldOfType[]): Predicate | undefined {
  const linking = fields.filter(([, field]) => linkedKind(field) !== undefined);
  if (linking.length === 0) return undefined;
  const toAssets = linking.some(([, field]) => linkedKind(field) === 'asset');
  return { kind: 'sees', links: attributesOf(linking), toAssets, wanted: operands[0] === 'true' };
}

function attributesOf(fields: readonly FieldOfType[]): ReadonlyMap<number, FieldAttribute> {
  return new Map(fields.map(([type, field]) => [type.number, attributeOf(type, field)]));
}

/** What a field of links, or of lists of them, links to. */
function linkedKind(field: Field): Link['kind'] | undefined {
  const { column, linksTo } = fieldType(field.type);
  return column(field).kind === 'link' ? linksTo(field)[0] : undefined;
}

/** `slug`: only entries of types with a slug field can match. */
function readSlug(reading: QueryReading, types: readonly ContentType[]): Predicate[] | undefined {
  const text = reading.value('slug');
  if (text === undefined) return undefined;
  const byType = new Map<number, Condition>();
  for (const type of types) {
    const field = fieldByNumber(type, type.slugField);
    if (field === undefined) continue;
    byType.set(type.number, { attribute: attributeOf(type, field), operator: 'eq', operands: [text.normalize('NFC')] });
  }
  return [{ kind: 'field', byType, otherwise: false }];
}

/** `ids`: ids or keys; those of another environment match nothing. */
function readKeys(reading: QueryReading): Predicate[] | undefined {
  const text = reading.value('ids');
  if (text === undefined) return undefined;
  const ids = splitList(text);
  if (ids.length > KEYS_MAX)
    return reading.refuse('ids', 'max_items', `Give at most ${KEYS_MAX} ids.`, { limit: KEYS_MAX, given: ids.length });
  return [{ kind: 'keys', keys: ids.flatMap((id) => keyWithin(reading.model.codes, 'entry', id) ?? []) }];
}

/** `links_to`: the id of an entry or asset, or the key of an entry. */
function readLinksTo(reading: QueryReading): Predicate[] | undefined {
  const text = reading.value('links_to');
  if (text === undefined) return undefined;
  const target = parseResourceId(text)?.kind === 'asset' ? 'asset' : 'entry';
  const key = keyWithin(reading.model.codes, target, text);
  return [key === null ? NOTHING : { kind: 'links_to', target, key }];
}
