/** How queries compare the values of each field type, and what stands for a value in a query. */
import { isExactNumber } from '../../../contract/src/exact-numbers.ts';
import type { FieldTypeName } from '../../../contract/src/fields.ts';
import { keyWithin, parseResourceId } from '../../../contract/src/keys.ts';
import { dayTime, momentTime } from '../../../contract/src/moments.ts';
import type { CopyField } from './copy-model.ts';

/** A value as queries compare it; links are `entry:<key>`. */
export type Compared = string | number | boolean;

interface Comparing {
  /** Whether more or less can be asked, or no more than whether there is a value. */
  readonly asks: 'order' | 'equality' | 'existence';
  /** A value as it is delivered, in the form that is compared. */
  of(value: unknown): Compared;
  /** What stands in a query; undefined if it is no value of the type. @param code that of the ids of the environment */
  operand(text: string, code: string): Compared | undefined;
}

const WHOLE = /^[+-]?\d+(?:\.0+)?$/;

const text: Comparing = {
  asks: 'order',
  of: (value) => String(value).normalize('NFC'),
  operand: (given) => given.normalize('NFC'),
};
const existence: Comparing = { asks: 'existence', of: () => true, operand: () => undefined };
const comparings: Readonly<Record<FieldTypeName, Comparing>> = {
  string: text,
  text,
  slug: text,
  integer: number((given) => WHOLE.test(given) && Number.isSafeInteger(Number(given))),
  number: number(isExactNumber),
  boolean: {
    asks: 'equality',
    of: (value) => value === true,
    operand: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
  },
  date: { asks: 'order', of: (value) => dayTime(String(value)) ?? 0, operand: dayTime },
  datetime: { asks: 'order', of: (value) => timeOf(String(value)) ?? 0, operand: timeOf },
  entry: link('entry'),
  asset: link('asset'),
  rich_text: existence,
  json: existence,
  location: existence,
  component: existence,
  blocks: existence,
  array: existence,
};

/** How values of a field are compared; of a list, its items. */
export function comparingOf({ type, items }: Pick<CopyField, 'type' | 'items'>): Comparing {
  return comparings[items?.type ?? type];
}

/** A value in the form that is compared; a list of those of its items. */
export function compared(field: CopyField, value: unknown): Compared | readonly Compared[] | undefined {
  const { of } = comparingOf(field);
  if (value === undefined) return undefined;
  return field.type === 'array' && Array.isArray(value) ? value.map(of) : of(value);
}

/** A time, or the first moment of a day, in milliseconds; undefined for other text. */
export function timeOf(given: string): number | undefined {
  return momentTime(given) ?? dayTime(given);
}

/** `entry:<key>` for a link as it is delivered. */
export function linkText({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type}:${keyOf(id)}`;
}

/** The key in an id. */
export function keyOf(id: string): string {
  return parseResourceId(id)?.key ?? id;
}

function number(isNumber: (given: string) => boolean): Comparing {
  return {
    asks: 'order',
    of: Number,
    // Negative zero is zero.
    operand: (given) => (isNumber(given) ? Number(given) || 0 : undefined),
  };
}

/** What is neither id nor key matches nothing. */
function link(kind: 'entry' | 'asset'): Comparing {
  return {
    asks: 'equality',
    of: (value) => linkText(value as { type: string; id: string }),
    operand: (given, code) => `${kind}:${keyWithin([code], kind, given) ?? given}`,
  };
}
