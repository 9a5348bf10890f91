/** What becomes of an entry when a change set is published or undone: the target of the state machine of entries. Pure. */
import type { Model } from '../../model/content-types/model.ts';
import { sameDocument } from '../../model/fields/document/changes.ts';
import type { Document } from '../../model/fields/field.ts';
import { type StoredEntry, statusOf } from '../entries/entry.ts';
import { requireTypeOf } from '../entries/stored-entry.ts';
import type { EntryRow } from '../entries/tables.ts';
import { afterEdit, type TargetState, withKnown } from '../entries/transitions.ts';
import type { Onto } from './change-set.ts';
import {
  differencesBetween,
  type EntryModel,
  inverseOf,
  type LaidOver,
  type LayOptions,
  laidOver,
  type SetValue,
  type SetValues,
} from './overlay.ts';
import { groundOf, valuesOf } from './set-item.ts';
import type { ItemRow } from './tables.ts';

/** The states of an entry with the values of a set, and what is to be decided first. */
export interface Outcome extends Pick<LaidOver, 'conflicts' | 'gone'> {
  readonly target: TargetState;
}

/** What undoing the work of a set on one entry needs. */
export interface Undo {
  /** The row of the entry before; null if the set created it. */
  readonly row: EntryRow | null;
  /** The version that was published afterwards; null if none was. */
  readonly publishedVersion: number | null;
  /** What the set changed of the published state and of the draft. */
  readonly published: SetValues;
  readonly draft: SetValues;
}

/** The states of an entry whose values a set changes or publishes, once it is published, or applied to drafts. */
export function outcomeOfItem(onto: string, item: ItemRow, stored: StoredEntry, model: Model): Outcome {
  const asItStands = { draft: stored.draft, status: statusOf(stored.row) };
  const [conflicts, gone] = [[], []];
  if (item.action === 'create' && (onto as Onto) === 'drafts') return { target: asItStands, conflicts, gone };
  if (item.action !== 'change') return { target: { draft: stored.draft, status: 'published' }, conflicts, gone };
  return outcomeOfValues(onto, valuesOf(item), stored, model);
}

/** The states of an entry once the values of a set are published, or applied to its draft. */
export function outcomeOfValues(onto: string, values: SetValues, stored: StoredEntry, model: Model): Outcome {
  const entry = { type: requireTypeOf(model, stored.row.content_type), model };
  const { document, ...open } = laidOver(values, groundOf(onto, stored), entry, { preferred: 'set' });
  if ((onto as Onto) === 'drafts') return { ...open, target: draftTarget(stored, document, entry) };
  if (stored.published === null) return { ...open, target: { draft: document, status: 'published' } };
  const draft = rebasedDraft(stored.draft, stored.published, document, entry);
  return { ...open, target: publishedTarget(stored, { draft, published: document }, entry) };
}

/** A draft over another published state: what nobody has touched in it goes along, what somebody writes there stays a draft. */
function rebasedDraft(draft: Document, published: Document, now: Document, entry: EntryModel): Document {
  const own = differencesBetween(published, draft, NOBODY);
  return laidOver(own, now, entry, { preferred: 'set', keepsGone: true }).document;
}

/** The states of an entry once the work of a set on its values is taken back. What changed since stays, and is told. */
export function outcomeOfUndo(undo: Undo, stored: StoredEntry, model: Model, options: LayOptions): Outcome {
  const entry = { type: requireTypeOf(model, stored.row.content_type), model };
  const { document: draft, ...open } = laidOver(inverseOf(undo.draft), stored.draft, entry, options);
  const wasPublished = undo.row !== null && undo.row.published_version !== null;
  if (stored.published === null) return { ...open, target: draftTarget(stored, draft, entry) };
  if (!wasPublished) {
    const isUntouched = stored.row.published_version === undo.publishedVersion;
    if (isUntouched) return { ...open, target: withKnown(stored, { draft, status: 'draft' }, entry.type.fields) };
    const target = publishedTarget(stored, { draft, published: stored.published }, entry);
    return { ...open, gone: [...open.gone, 'status'], target };
  }
  const shown = laidOver(inverseOf(undo.published), stored.published, entry, options);
  const told = new Set(shown.conflicts.map(({ path }) => path));
  return {
    target: publishedTarget(stored, { draft, published: shown.document }, entry),
    conflicts: [...shown.conflicts, ...open.conflicts.filter(({ path }) => !told.has(path))],
    gone: [...new Set([...shown.gone, ...open.gone])],
  };
}

/**
 * The target of an entry that a set created, once that is taken back: it stays as a draft. Null where nothing of the set is published,
 * or somebody has published it since.
 */
export function targetOfCreated({ publishedVersion }: Undo, { row, draft }: StoredEntry): TargetState | null {
  const isTheSets = publishedVersion !== null && row.published_version === publishedVersion;
  return isTheSets ? { draft, status: 'draft' } : null;
}

/** What a write changed of an entry, for undoing it. */
export function undoOf(before: StoredEntry | null, after: StoredEntry, by: Pick<SetValue, 'by' | 'at'>): Undo {
  return {
    row: before?.row ?? null,
    publishedVersion: after.row.published_version,
    published: differencesBetween(before?.published ?? {}, after.published ?? {}, by),
    draft: differencesBetween(before?.draft ?? {}, after.draft, by),
  };
}

/** The target with another draft. */
function draftTarget(stored: StoredEntry, document: Document, { type }: EntryModel): TargetState {
  const isSame = sameDocument(document, stored.draft, type.fields);
  return isSame ? { draft: stored.draft, status: statusOf(stored.row) } : afterEdit(stored, document);
}

/** The target with these states, published if they are the same. */
function publishedTarget(
  stored: StoredEntry,
  { draft, published }: { readonly draft: Document; readonly published: Document },
  { type }: EntryModel,
): TargetState {
  const isSame = (one: Document, other: Document | null) => other !== null && sameDocument(one, other, type.fields);
  if (isSame(draft, stored.draft) && isSame(published, stored.published))
    return { draft: stored.draft, status: statusOf(stored.row) };
  const target: TargetState = isSame(draft, published)
    ? { draft: published, status: 'published' }
    : { draft, status: 'changed', published: isSame(published, stored.published) ? undefined : published };
  return withKnown(stored, target, type.fields);
}

/** Whether a target is what the entry is already. */
export function isThere(stored: StoredEntry, target: TargetState): boolean {
  const isPublished = target.published === undefined || target.published === stored.published;
  return target.draft === stored.draft && target.status === statusOf(stored.row) && isPublished;
}

const NOBODY: Pick<SetValue, 'by' | 'at'> = { by: '', at: 0 };
