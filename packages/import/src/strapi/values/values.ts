/**
 * Converts one value of a Strapi attribute to a value of the Lectern field. A value that does not fit its field is left out and
 * noted, so that one damaged value does not cost the whole entry.
 */
import { isExactNumber } from '../../../../contract/src/exact-numbers.ts';
import { type FieldTypeName, STRING_CHARACTERS_MAX } from '../../../../contract/src/fields.ts';
import { noteInexactNumbers } from '../../exact-json.ts';
import { excerpt } from '../../excerpt.ts';
import type { FieldRules } from '../../field-rules.ts';
import { convertBlocks } from './blocks.ts';
import type { ValueContext } from './value-context.ts';

/** Maximum characters of a value quoted in a note. */
const CHARACTERS_SHOWN = 80;
const WHOLE_NUMBER = /^-?\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const DAY = /^\d{4}-\d\d-\d\d/;

/** Returns the value in the form that its field accepts; undefined if it is invalid. Null is never passed in. */
export type ValueConverter = (value: unknown, context: ValueContext) => unknown;

/** Converters by the content of an attribute. */
export const converters = {
  asItIs: (value: unknown) => value,
  string,
  text: (value: unknown) => (typeof value === 'number' ? String(value) : value),
  integer: (value: unknown) =>
    typeof value === 'string' && WHOLE_NUMBER.test(value) && isExactNumber(value) ? Number(value) : value,
  number: (value: unknown) =>
    typeof value === 'string' && DECIMAL.test(value) && isExactNumber(value) ? Number(value) : value,
  date: (value: unknown) => (typeof value === 'string' ? (DAY.exec(value)?.[0] ?? value) : value),
  datetime: (value: unknown) => timeOf(value) ?? value,
  blocks: convertBlocks,
} as const satisfies Record<string, ValueConverter>;

/** The value for a field of that type; undefined, after adding a note, if it does not fit. */
export function convertValue(
  value: unknown,
  { type, convert }: { readonly type: FieldTypeName; readonly convert: ValueConverter },
  context: ValueContext & { readonly fieldRules: FieldRules },
): unknown {
  const converted = convert(value, context);
  if (converted === undefined) return undefined;
  const problem = context.fieldRules.valueProblem(type, converted);
  if (problem === null) {
    if (type === 'json') noteInexactNumbers(converted, context);
    return converted;
  }
  const shown = excerpt(JSON.stringify(value), CHARACTERS_SHOWN);
  context.notes.add('left_out', context.about, `The value was left out: ${shown}. ${problem}`);
  return undefined;
}

/** A moment as ISO 8601 in UTC; undefined if the value is not a time. */
export function timeOf(value: unknown): string | undefined {
  const at = typeof value === 'string' || typeof value === 'number' ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function string(value: unknown, { about, notes }: ValueContext): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || [...value].length <= STRING_CHARACTERS_MAX) return value;
  notes.add('changed', about, `It is longer than ${STRING_CHARACTERS_MAX} characters and was shortened.`);
  return excerpt(value, STRING_CHARACTERS_MAX - 1);
}
