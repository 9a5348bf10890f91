/**
 * Checks whole documents: validations of the values, on every save, and required values, on publishing. Links and
 * uniqueness depend on other entries, so the entry rules check those.
 */

import type { Violation } from '../../../../../contract/src/violations.ts';
import { isFull } from '../../../platform/errors/domain-error.ts';
import { type Pace, WorkPace } from '../../../platform/kit/pace.ts';
import type { Locale } from '../../spaces/locale.ts';
import type { Field } from '../field.ts';
import { fieldType } from '../registry.ts';
import {
  allLevels,
  allValues,
  type DocumentModel,
  type DocumentView,
  type Level,
  localesAt,
  pathAt,
  seenValue,
  topLevel,
  withoutHidden,
} from './own-values.ts';

/** Maximum event-loop time to check one document, less than a write may take. */
const CHECK_MAX_MS = 300;
const TOO_LONG = 'Shorten the values that are matched against patterns; checking them all takes too long.';

/** The violations in the document's values, up to a limit. Rejects a document whose checks take too long in total. */
export async function validateDocument(
  view: DocumentView,
  pace: Pace = new WorkPace(CHECK_MAX_MS),
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { field, value, path } of allValues(view)) {
    if (isFull(found)) break;
    if (pace.isSpent()) return [...found, { path, rule: 'work', message: TOO_LONG }];
    // Nobody could remove a hidden block that counts.
    const shown = withoutHidden(value, field, view.components);
    for (const violation of fieldType(field.type).validate(shown, field, path)) found.push(violation);
    if (pace.isDue()) await pace.rest();
  }
  return found;
}

/**
 * Finds required fields without a value. In the default locale the field needs its own value; in every other locale that is not
 * optional, the value may come through fallback. In a component that belongs to one locale, it needs a value in that one.
 */
export function checkRequired(view: DocumentView): Violation[] {
  const found: Violation[] = [];
  for (const level of allLevels(topLevel(view), view))
    for (const field of level.fields) {
      if (isFull(found)) return found;
      for (const locale of missingLocales(level, field, view)) found.push(missing(level, field, locale));
    }
  return found;
}

/** The locales in which a field of the level lacks a value that it requires. */
export function missingLocales(level: Level, field: Field, model: DocumentModel): Locale[] {
  return field.required ? absentLocales(level, field, model) : [];
}

/** The locales in which a field of the level has no value, and would need one if it were required. */
export function absentLocales(level: Level, field: Field, model: DocumentModel): Locale[] {
  const needsOne = ({ isDefault, optional }: Locale) => isDefault || !optional;
  return localesAt(level, field, model.locales).filter(
    (locale) => needsOne(locale) && seenValue(level, field, locale, model) === undefined,
  );
}

function missing(level: Level, field: Field, locale: Locale): Violation {
  const message = `Give a value for ${field.id} in ${locale.code}; the field is required.`;
  return { path: pathAt(level, field, locale), rule: 'required', message };
}
