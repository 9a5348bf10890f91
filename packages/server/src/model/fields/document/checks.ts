/**
 * Checks whole documents: validations of the values, on every save, and required values, on publishing. Links and
 * uniqueness depend on other entries, so the entry rules check those.
 */

import type { Violation } from '../../../../../contract/src/violations.ts';
import { isFull } from '../../../platform/errors/domain-error.ts';
import { type Pace, WorkPace } from '../../../platform/kit/pace.ts';
import type { Locale, Locales } from '../../spaces/locale.ts';
import type { Field, LocaleValues } from '../field.ts';
import { ownValue, shownValue } from '../own-value.ts';
import { fieldType } from '../registry.ts';
import { type DocumentView, fieldLocales, ownValues, valuePath } from './own-values.ts';

/** Maximum event-loop time to check one document, less than a write may take. */
const CHECK_MAX_MS = 300;
const TOO_LONG = 'Shorten the values that are matched against patterns; checking them all takes too long.';

/** The violations in the document's values, up to a limit. Rejects a document whose checks take too long in total. */
export async function validateDocument(
  view: DocumentView,
  pace: Pace = new WorkPace(CHECK_MAX_MS),
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { field, value, path } of ownValues(view)) {
    if (isFull(found)) break;
    if (pace.isSpent()) return [...found, { path, rule: 'work', message: TOO_LONG }];
    for (const violation of fieldType(field.type).validate(value, field, path)) found.push(violation);
    if (pace.isDue()) await pace.rest();
  }
  return found;
}

/**
 * Finds required fields without a value. In the default locale the field needs its own value; in every other locale that is not
 * optional, the value may come through fallback.
 */
export function checkRequired({ document, fields, locales }: DocumentView): Violation[] {
  const found: Violation[] = [];
  for (const field of fields) {
    if (isFull(found)) break;
    if (!field.required) continue;
    for (const locale of fieldLocales(field, locales)) {
      if (isMissing(document[field.number], field, locale, locales)) found.push(missing(field, locale));
    }
  }
  return found;
}

function isMissing(values: LocaleValues | undefined, field: Field, locale: Locale, locales: Locales): boolean {
  if (locale.isDefault) return ownValue(values, field, locale.number) === undefined;
  return !locale.optional && shownValue(values, field, locale.number, locales) === undefined;
}

function missing(field: Field, locale: Locale): Violation {
  const message = `Give a value for ${field.id} in ${locale.code}; the field is required.`;
  return { path: valuePath(field, locale), rule: 'required', message };
}
