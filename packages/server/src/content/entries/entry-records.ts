/**
 * Entries as records of the import route, with both states, status and original times, and links by key. Importing such a record
 * recreates the original entry.
 */
import { type ContentType, fieldByNumber } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { renderRaw } from '../../model/fields/document/views.ts';
import type { Document } from '../../model/fields/field.ts';
import type { RenderContext } from '../../model/fields/field-type.ts';
import { ownValue } from '../../model/fields/own-value.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { inKeyOrder } from '../../platform/kit/key-order.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { inPieces } from '../../platform/kit/pieces.ts';
import { statusOf } from './entry.ts';
import { selectEntriesByKey, selectEntriesInRange } from './record-store.ts';
import { selectStateSizes, selectStatesById } from './store.ts';
import type { EntryRow } from './tables.ts';

/** Maximum bytes read at once, unless a single entry is larger: they are parsed and rendered without a pause. */
const BYTES_AT_ONCE = 524_288;
const ENTRIES_AT_ONCE = 50;
const KEYS: RenderContext = { linkId: ({ key }) => key };

/** Entries of an environment whose keys are in a range. */
export interface KeyRange {
  /** Number of the environment. */
  readonly environment: number;
  /** Lower bound of the keys, exclusive; '' for all. */
  readonly above: string;
  /** Upper bound of the keys, inclusive. */
  readonly upto: string;
}

/** An entry as a record. */
export interface ReadRecord {
  readonly key: string;
  /** The `api_id` of its content type. */
  readonly contentType: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * The next entries of a range, by key, as many as fit comfortably in memory.
 * @param db sees a single state of the database, the one that `model` is from
 * @returns an empty list at the end of the range
 */
export async function readEntryRecords(db: Reader, model: Model, range: KeyRange): Promise<ReadRecord[]> {
  const rows = await selectEntriesInRange(db, { ...range, limit: ENTRIES_AT_ONCE });
  return recordsOf(db, model, await fitting(db, rows));
}

/** Yields the existing entries with these keys, in batches that fit comfortably in memory. */
export async function* readEntriesByKey(
  db: Reader,
  model: Model,
  keys: readonly string[],
): AsyncGenerator<ReadRecord[]> {
  const rows = await selectEntriesByKey(db, model.environment, keys);
  const pace = new Pace();
  for (const piece of await piecesOf(db, rows)) {
    yield await recordsOf(db, model, piece);
    await pace.restIfDue();
  }
}

/** The first rows whose states fit into one batch, at least one. */
async function fitting(db: Reader, rows: readonly EntryRow[]): Promise<readonly EntryRow[]> {
  const [first = []] = await piecesOf(db, rows);
  return first;
}

/** Splits the rows into batches whose states fit into memory. */
async function piecesOf(db: Reader, rows: readonly EntryRow[]): Promise<EntryRow[][]> {
  const sizes = new Map<number, number>();
  const ids = rows.map(({ id }) => id);
  for (const { id, bytes } of await selectStateSizes(db, ids)) sizes.set(id, (sizes.get(id) ?? 0) + bytes);
  return inPieces(rows, ({ id }) => sizes.get(id) ?? 0, BYTES_AT_ONCE);
}

async function recordsOf(db: Reader, model: Model, rows: readonly EntryRow[]): Promise<ReadRecord[]> {
  const ids = rows.map(({ id }) => id);
  const states = new Map<string, string>();
  for (const { id, version, document } of await selectStatesById(db, ids)) states.set(`${id} ${version}`, document);
  const stateOf = (id: number, version: number | null) => {
    const text = version === null ? undefined : states.get(`${id} ${version}`);
    return text === undefined ? null : (JSON.parse(text) as Document);
  };
  return rows.map((row) => {
    const type = model.typeByNumber(row.content_type);
    const draft = stateOf(row.id, row.version);
    if (type === undefined || draft === null) throw new Error(`Entry ${row.id} has no content type or no draft state.`);
    const published = row.published_version === row.version ? draft : stateOf(row.id, row.published_version);
    return { key: row.key, contentType: type.apiId, record: entryRecord(row, { draft, published, type, model }) };
  });
}

/** The states of an entry, and the context for rendering them. */
interface StatesOfEntry {
  readonly draft: Document;
  readonly published: Document | null;
  readonly type: ContentType;
  readonly model: Model;
}

function entryRecord(row: EntryRow, { draft, published, type, model }: StatesOfEntry) {
  const status = statusOf(row);
  const states = published === null || published === draft ? [draft] : [draft, published];
  return {
    key: row.key,
    content_type: type.apiId,
    status,
    ...(states.every((state) => hasSlug(state, type, model)) ? {} : { slug: null }),
    fields: fieldsOf(draft, type, model),
    ...(status === 'changed' && published !== null ? { published_fields: fieldsOf(published, type, model) } : {}),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    saved_at: isoTime(row.saved_at),
    ...timeIf('published_at', row.published_at),
    ...timeIf('published_saved_at', row.published_saved_at),
    ...timeIf('first_published_at', row.first_published_at),
    ...timeIf('archived_at', row.archived_at),
  };
}

/** Every value by field and locale; locales are ordered by code, regardless of when they were created. */
function fieldsOf(document: Document, type: ContentType, model: Model): Record<string, unknown> {
  const rendered = renderRaw({ ...model.readingOf(type), document }, KEYS);
  return Object.fromEntries(Object.entries(rendered).map(([id, byLocale]) => [id, inKeyOrder(byLocale)]));
}

/** Whether a state needs no slug, or has one in the default locale. For any other state, an import would generate one. */
function hasSlug(document: Document, type: ContentType, { locales }: Model): boolean {
  const field = fieldByNumber(type, type.slugField);
  return field === undefined || ownValue(document[field.number], field, locales.default.number) !== undefined;
}

function timeIf(name: string, at: number | null): Record<string, string> {
  return at === null ? {} : { [name]: isoTime(at) };
}
