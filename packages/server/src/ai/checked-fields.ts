/** Checks fields that a model wrote with the same rules as any other write. */

import type { Violation } from '../../../contract/src/violations.ts';
import { linkKeyIn } from '../content/entries/draft.ts';
import type { Model } from '../model/content-types/model.ts';
import { mergeDocument } from '../model/fields/document/changes.ts';
import { validateDocument } from '../model/fields/document/checks.ts';
import { parseFields } from '../model/fields/document/input.ts';
import type { Field } from '../model/fields/field.ts';

/** Values by field id and locale code. */
export type FieldsByLocale = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The violations that would prevent the values from being saved, as far as they do not depend on other entries. */
export async function violationsOf(
  model: Model,
  fields: readonly Field[],
  input: FieldsByLocale,
): Promise<Violation[]> {
  const read = model.readingOf({ fields });
  const violations: Violation[] = [];
  const changes = parseFields({ ...read, input, linkKey: linkKeyIn({ model }), violations });
  if (violations.length > 0) return violations;
  return validateDocument({ ...read, document: mergeDocument({ ...read, current: {}, changes }) });
}
