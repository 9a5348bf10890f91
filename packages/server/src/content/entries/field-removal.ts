/**
 * Permanently removes the values of a hidden field, or all blocks of a deleted component, from drafts, published states, index rows
 * and versions, including those of deleted entries. Each step continues where the previous one stopped. Invariant: an entry is locked
 * while its rows are cleaned, because an action copies the document of the previous version.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ALL_FIELDS, ALL_TYPES } from '../../model/content-types/removed-values.ts';
import type { RemovedValues } from '../../model/content-types/stored-content.ts';
import { blocksWithin, type FieldsWithin, type FieldWithBlocks } from '../../model/fields/document/own-values.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { Writer } from '../../platform/database/database.ts';
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { lockEntriesOfType, selectIndexRows, selectStates, updateIndexValues, updateStateDocument } from './store.ts';
import { selectJournalItems, selectVersionDocuments, updateVersionDocument } from './versions/store.ts';

/** Maximum entries locked by one step. */
const ENTRIES_AT_ONCE = 100;
/** Versions read at a time. */
const VERSIONS_AT_ONCE = 10;
/** Maximum journal items that one step reads. */
const ITEMS_AT_ONCE = 1_000;
/** A step ends once it has read about this many bytes of documents. */
const STEP_BYTES = 4_194_304;

/** Where to continue: at an entry, then, once all entries are done, after an item of the journal. */
interface Progress {
  readonly isAtDeleted: boolean;
  /** Entries of the types before this one are done. */
  readonly type: number;
  /** Entries of the type before this row id are done; or items before this revision. */
  readonly from: number;
  /** Items of the revision up to this one are done. */
  readonly ordinal: number;
  /** Versions of the entry up to this one are done; 0 if it was not begun. */
  readonly version: number;
}

interface Step {
  readonly writer: Writer;
  readonly place: RemovedValues;
  /** The types whose entries are cleaned, by number. */
  readonly types: readonly number[];
  /** What values inside are found by. */
  readonly components: FieldsWithin;
  readonly pace: Pace;
  bytesLeft: number;
}

/** An entry, maybe deleted, and its content type. */
interface EntryOfType {
  readonly id: number;
  readonly type: number;
}

const START: Progress = { isAtDeleted: false, type: 0, from: 0, ordinal: -1, version: 0 };
const DELETED: Progress = { ...START, isAtDeleted: true };

/** One step of removing the values of a field; see `StoredContent.removeFieldValues`. */
export async function removeFieldValues(
  writer: Writer,
  place: RemovedValues,
  progress: string | null,
): Promise<string | null> {
  const at = progress === null ? START : (JSON.parse(progress) as Progress);
  const types = typesOfRemoval(place);
  if (types.length === 0) return null;
  const step: Step = { writer, place, types, components: componentsIn(place), pace: new Pace(), bytesLeft: STEP_BYTES };
  const next = at.isAtDeleted ? await cleanDeleted(step, at) : await cleanEntries(step, at);
  return next === null ? null : JSON.stringify(next);
}

async function cleanEntries(step: Step, at: Progress): Promise<Progress> {
  const { environment } = step.place;
  for (const type of step.types) {
    if (type < at.type) continue;
    const from = type === at.type ? at.from : 0;
    const entries = await lockEntriesOfType(step.writer, { environment, contentType: type, from }, ENTRIES_AT_ONCE);
    for (const { id } of entries) {
      if (step.bytesLeft <= 0) return { ...START, type, from: id };
      const begun = id === at.from ? at.version : 0;
      if (begun === 0) await cleanStates(step, { id, type });
      const version = await cleanVersions(step, { id, type }, begun);
      if (version !== null) return { ...START, type, from: id, version };
      await yieldToReads();
    }
    const last = entries.at(-1);
    if (last !== undefined) return { ...START, type, from: last.id + 1 };
  }
  return DELETED;
}

/** Finds deleted entries of the types through the journal, because their published versions are still stored. */
async function cleanDeleted(step: Step, at: Progress): Promise<Progress | null> {
  const { environment } = step.place;
  const types = new Set(step.types);
  const items = await selectJournalItems(step.writer, { environment, from: at.from, after: at.ordinal }, ITEMS_AT_ONCE);
  for (const { revision, ordinal, event, resource, content_type: type } of items) {
    if (event !== 'entry.delete' || type === null || !types.has(type)) continue;
    const begun = revision === at.from && ordinal === at.ordinal + 1 ? at.version : 0;
    const version = step.bytesLeft <= 0 ? 0 : await cleanVersions(step, { id: resource, type }, begun);
    if (version !== null) return { ...DELETED, from: revision, ordinal: ordinal - 1, version };
    await yieldToReads();
  }
  const last = items.at(-1);
  return last === undefined ? null : { ...DELETED, from: last.revision, ordinal: last.ordinal };
}

async function cleanStates(step: Step, { id, type }: EntryOfType): Promise<void> {
  const { writer } = step;
  for (const { version, document } of await selectStates(writer, { id })) {
    const cleaned = cleanedText(step, type, document);
    if (cleaned !== null) await updateStateDocument(writer, { id, version, document: cleaned });
  }
  for (const { version, index_values: values } of await selectIndexRows(writer, { id })) {
    const cleaned = cleanedText(step, type, values);
    if (cleaned !== null) await updateIndexValues(writer, { id, version, values: cleaned });
  }
}

/** @returns the last cleaned version if there may be more; null once all are clean */
async function cleanVersions(step: Step, { id, type }: EntryOfType, after: number): Promise<number | null> {
  const { writer } = step;
  for (let done = after; ; ) {
    const rows = await selectVersionDocuments(writer, { id, after: done, limit: VERSIONS_AT_ONCE });
    for (const { version, document } of rows) {
      await step.pace.restIfDue();
      const cleaned = cleanedText(step, type, zstdDecompressSync(document).toString('utf8'));
      if (cleaned !== null) await updateVersionDocument(writer, { id, version, document: zstdCompressSync(cleaned) });
      done = version;
      // The next step finds out whether there are more.
      if (step.bytesLeft <= 0) return done;
    }
    if (rows.length < VERSIONS_AT_ONCE) return null;
    await yieldToReads();
  }
}

/** The JSON of values by field number, without what is removed; null if that is not in them. */
function cleanedText(step: Step, contentType: number, text: string): string | null {
  step.bytesLeft -= text.length;
  const document = JSON.parse(text) as Values;
  return removeFrom(document, contentType, step) ? JSON.stringify(document) : null;
}

/**
 * Removes from the values of an entry of a type, in place, what a removal takes.
 * @returns whether it was there
 */
export function removeFromValues(values: Values, contentType: number, place: RemovedValues): boolean {
  return removeFrom(values, contentType, { place, components: componentsIn(place) });
}

/** The content types in whose values a removal looks. */
export function typesOfRemoval({ contentType, inside }: RemovedValues): number[] {
  return contentType === ALL_TYPES ? Object.keys(inside).map(Number) : [contentType];
}

function removeFrom(values: Values, contentType: number, step: Pick<Step, 'place' | 'components'>): boolean {
  return step.place.component === 0 ? without(values, step.place.field) : cleanInside(values, contentType, step);
}

/** Parsed JSON that is cleaned in place: the values of an entry, or of a component in them. */
type Values = Record<string, Record<string, unknown>>;

function without(values: Values, field: number): boolean {
  const had = values[field] !== undefined;
  delete values[field];
  return had;
}

/** Removes the field from every component in the values, or the component itself. @returns whether it was there */
function cleanInside(
  values: Values,
  contentType: number,
  { place, components }: Pick<Step, 'place' | 'components'>,
): boolean {
  const { component, field, inside } = place;
  const isWhole = field === ALL_FIELDS;
  const top = inside[contentType] ?? [];
  let isOther = isWhole && withoutBlocks(values, top, component);
  for (const block of blocksWithin(values, top, components)) {
    const within = block.fields as Values;
    if (isWhole) isOther = withoutBlocks(within, inside[block.type] ?? [], component) || isOther;
    else if (block.type === component) isOther = without(within, field) || isOther;
  }
  return isOther;
}

/** Removes the blocks of a component from the fields. @returns whether there were any */
function withoutBlocks(values: Values, fields: readonly FieldWithBlocks[], component: number): boolean {
  let isOther = false;
  for (const { number, type } of fields)
    for (const [place, value] of Object.entries(values[number] ?? {})) {
      const held = fieldType(type).blocks;
      const blocks = held?.of(value) ?? [];
      const kept = blocks.filter((block) => block.type !== component);
      if (kept.length === blocks.length) continue;
      isOther = true;
      // Nobody saw anything of a value that had no other blocks.
      const { [place]: _, ...others } = values[number] ?? {};
      values[number] = kept.length === 0 ? others : { ...others, [place]: held?.from(kept) };
    }
  return isOther;
}

function componentsIn({ inside }: RemovedValues): FieldsWithin {
  return { componentByNumber: (number) => ({ fields: inside[number] ?? [], hiddenFields: [] }) };
}
