/** The states of an entry of the target after a merge: its draft and its published state. Pure. */

import type { StoredEntry } from '../../content/entries/entry.ts';
import { statusOfDraft, type TargetState } from '../../content/entries/transitions.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { mergeDocument, sameDocument } from '../../model/fields/document/changes.ts';
import { type Document, NO_LOCALE } from '../../model/fields/field.ts';
import { type ModelAfter, storedValue } from './inner-states.ts';
import type { ValuesOutcome } from './planning/entry-merge.ts';
import { fieldIn } from './planning/type-state.ts';
import { partsOf } from './states.ts';

/** The type in the target after the merge. */
interface MergedType extends ModelAfter {
  readonly type: ContentType;
}

/** @param before the entry in the target; undefined or null if it does not exist there */
export function mergedStates(
  before: Pick<StoredEntry, 'draft' | 'published'> | null | undefined,
  { values, archived, published }: Pick<ValuesOutcome, 'values' | 'archived' | 'published'>,
  merged: MergedType,
): TargetState {
  const draft = mergedDocument(before?.draft ?? {}, values, merged);
  if (archived) return { draft, status: 'archived' };
  if (published === null) return { draft, status: statusOfDraft(before?.published ?? null) };
  // The published state keeps its own hidden values: the draft's would become visible together with their field.
  const shown = mergedDocument(before?.published ?? {}, published.values, merged);
  const isOne = sameDocument(shown, draft, merged.type.fields);
  return isOne ? { draft, status: 'published' } : { draft, status: 'changed', published: shown };
}

function mergedDocument(
  current: Document,
  values: ReadonlyMap<string, unknown>,
  { type, ...after }: MergedType,
): Document {
  if (values.size === 0) return current;
  const { locales, components } = after.model;
  const state = after.mergedOf(type.apiId);
  const changes = new Map<number, Record<string, unknown>>();
  for (const [place, value] of values) {
    const { slot, locale } = partsOf(place);
    const id = fieldIn(state, slot)?.id;
    const field = type.fields.find((one) => one.id === id);
    if (field === undefined) continue;
    const at = field.localized ? locale : NO_LOCALE;
    const stored = storedValue(value, field, field.localized, after) ?? null;
    changes.set(field.number, { ...changes.get(field.number), [at]: stored });
  }
  return mergeDocument({ current, changes, fields: type.fields, locales, components });
}
