/** What differs between two states of an entry, by field and locale. */
import type { Field } from '../../../api/types.ts';

/** Values by field and locale code. */
export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Difference {
  readonly field: Field;
  readonly locale: string;
  /** Undefined where there was no value. */
  readonly before: unknown;
  readonly after: unknown;
}

/** In the order of the fields and of the locales. */
export function differencesOf(
  fields: readonly Field[],
  locales: readonly string[],
  before: Values,
  after: Values,
): Difference[] {
  return fields.flatMap((field) =>
    locales
      .map((locale) => ({ field, locale, before: before[field.id]?.[locale], after: after[field.id]?.[locale] }))
      .filter((difference) => !isSame(difference.before, difference.after)),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other);
}

/** JSON with the keys of objects in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
