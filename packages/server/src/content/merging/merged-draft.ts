/** The draft that a merge makes of an entry of the target. Pure. */
import type { ContentType } from '../../model/content-types/content-type.ts';
import { mergeDocument } from '../../model/fields/document/changes.ts';
import { type Document, NO_LOCALE } from '../../model/fields/field.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { fieldIn, type TypeState } from './planning/type-state.ts';
import { partsOf } from './states.ts';

/**
 * @param values what changes, by place; undefined where the value goes
 * @param merged.state the merged type, whose slots the places name
 * @param merged.type the same type as the target has it after the merge
 */
export function mergedDraft(
  current: Document,
  values: ReadonlyMap<string, unknown>,
  { state, type, locales }: { state: TypeState; type: ContentType; locales: Locales },
): Document {
  if (values.size === 0) return current;
  const changes = new Map<number, Record<string, unknown>>();
  for (const [place, value] of values) {
    const { slot, locale } = partsOf(place);
    const id = fieldIn(state, slot)?.id;
    const field = type.fields.find((one) => one.id === id);
    if (field === undefined) continue;
    const at = field.localized ? locale : NO_LOCALE;
    changes.set(field.number, { ...changes.get(field.number), [at]: value ?? null });
  }
  return mergeDocument({ current, changes, fields: type.fields, locales });
}
