/** Reads `order`: the attributes by which a list of entries is sorted. The engine breaks ties by id. */

import { type ContentType, fieldById, fieldByNumber } from '../../model/content-types/content-type.ts';
import { holdsBlocks } from '../../model/fields/document/own-values.ts';
import type { Field } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { FieldAttribute, OrderStep } from '../query/query.ts';
import type { QueryReading } from './query-reading.ts';

const STEPS_MAX = 10;
const systemOrders = ['published_at', 'created_at', 'updated_at', 'id'] as const;
const FIELD_PREFIX = 'fields.';

type FieldOfType = readonly [ContentType, Field];

/**
 * Reads the order of a list.
 * @param types the content types in the list
 * @param otherwise the attribute of the default order, newest first
 */
export function readOrder(
  reading: QueryReading,
  types: readonly ContentType[],
  otherwise: 'published_at' | 'updated_at',
): OrderStep[] {
  const text = reading.value('order');
  if (text === undefined) return [{ by: { kind: 'system', name: otherwise }, descending: true }];
  const names = text.split(',');
  if (names.length > STEPS_MAX)
    reading.refuse('order', 'max_items', `Order by at most ${STEPS_MAX} attributes.`, {
      limit: STEPS_MAX,
      given: names.length,
    });
  return names.slice(0, STEPS_MAX).flatMap((name) => readStep(name, reading, types) ?? []);
}

function readStep(text: string, reading: QueryReading, types: readonly ContentType[]): OrderStep | undefined {
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const system = systemOrders.find((known) => known === name);
  if (system !== undefined) return { by: { kind: 'system', name: system }, descending };
  const fields = name === 'slug' ? slugFields(types) : fieldsNamed(name, types);
  if (!canOrder(name, fields, reading, types)) return undefined;
  const byType = new Map<number, FieldAttribute>();
  for (const [type, field] of fields)
    byType.set(type.number, { kind: 'field', contentType: type.number, field: field.number });
  return { by: { kind: 'field', byType }, descending };
}

/** The slug field of each type that has one: `order=slug` sorts by the slug that entries show. */
function slugFields(types: readonly ContentType[]): FieldOfType[] {
  return types.flatMap((type) => {
    const field = fieldByNumber(type, type.slugField);
    return field === undefined ? [] : [[type, field] as const];
  });
}

function fieldsNamed(name: string, types: readonly ContentType[]): FieldOfType[] {
  const id = name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : name;
  return types.flatMap((type) => {
    const field = fieldById(type, id);
    return field === undefined ? [] : [[type, field] as const];
  });
}

function canOrder(
  name: string,
  fields: readonly FieldOfType[],
  reading: QueryReading,
  types: readonly ContentType[],
): boolean {
  if (name === 'slug') return true;
  const [first] = fields;
  if (first === undefined) {
    if (isInside(name, types)) {
      const message = `A list cannot be ordered by a value inside of a component; remove ${quoted(name)} from order.`;
      reading.refuse('order', 'type', message);
      return false;
    }
    reading.refuse(
      'order',
      'unknown',
      `There is no order by ${quoted(name)}; ${systemOrders.join(', ')}, slug and the ids of fields can be given.${didYouMean(name, orderNames(types))}`,
    );
    return false;
  }
  const [, field] = first;
  if (fields.some(([, other]) => other.type !== field.type)) {
    const message = `The field ${quoted(name)} has different types in different content types; give content_type to order by it.`;
    reading.refuse('order', 'content_type', message);
    return false;
  }
  if (fieldType(field.type).mayBeOrdered) return true;
  reading.refuse(
    'order',
    'type',
    `A list cannot be ordered by a field of type ${field.type}; remove ${quoted(name)} from order.`,
  );
  return false;
}

/** Whether the name is that of a field inside of another. */
function isInside(name: string, types: readonly ContentType[]): boolean {
  return fieldsNamed(name.slice(0, Math.max(0, name.lastIndexOf('.'))), types).some(([, field]) => holdsBlocks(field));
}

function orderNames(types: readonly ContentType[]): string[] {
  const fields = types.flatMap((type) => type.fields.filter((field) => fieldType(field.type).mayBeOrdered));
  const ids = fields.map(({ id }) => id);
  return [...systemOrders, 'slug', ...ids, ...ids.map((id) => FIELD_PREFIX + id)];
}
