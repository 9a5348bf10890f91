/** What differs between two states of an entry, by field and locale. */

import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Field } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';

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
      .filter((difference) => !sameJson(difference.before, difference.after)),
  );
}

/** What the draft shows, by field and locale. */
export function shownValues(draft: Draft, fields: readonly Field[], locales: readonly string[]): Values {
  return Object.fromEntries(
    fields.map(({ id }) => [id, Object.fromEntries(locales.map((locale) => [locale, draft.value(id, locale)]))]),
  );
}
