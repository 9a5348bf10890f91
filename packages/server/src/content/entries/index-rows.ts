/**
 * The index rows of entries: one for each state (one for both if they are the same), with the typed values, links and
 * texts that queries run on. They always match the stored documents.
 */

import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { indexValues } from '../../model/fields/document/views.ts';
import type { Document } from '../../model/fields/field.ts';
import { holdDocument, TEXTS_KEY } from '../../reading/search/texts.ts';
import { IN_DRAFT, IN_PUBLISHED, type StoredEntry, statusOf, type TypedWork } from './entry.ts';
import { linksOf } from './links/links.ts';
import {
  deleteIndexRow,
  deleteIndexRows,
  insertIndexRow,
  moveIndexRow,
  replaceIndexRow,
  updateIndexValues,
} from './store.ts';
import type { EntryRow } from './tables.ts';

/** Key of all links of a state in the index row, beside the fields by number. */
const LINKS_KEY = '0';

/** What creating the index row of a state needs. */
export type IndexWork = Pick<TypedWork, 'writer' | 'change' | 'environment' | 'model' | 'type'>;

/** The states of an entry that already have rows. */
interface IndexedStates {
  readonly id: number;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly draft: Document;
  readonly published: Document | null;
}

/** An entry with the values of the index row of its draft, as `indexOf` gives them; null if they stay as they are. */
export type IndexedEntry = StoredEntry & { readonly values: string | null };

/** Writes the index rows of an entry. @param before the entry before; null if it has no rows yet */
export async function writeIndex(work: TypedWork, before: StoredEntry | null, next: IndexedEntry): Promise<void> {
  if (before !== null && next.values === null) return moveIndex(work, before.row, next.row);
  const { row, draft, published, values } = next;
  if (before !== null && values !== null && movesDraftAlone(before.row, row))
    return replaceDraftRow(work, before.row, row, values);
  if (before !== null) await deleteIndexRows(work.writer, { id: row.id });
  const isOne = row.published_version === row.version;
  const shared = {
    id: row.id,
    content_type: row.content_type,
    key: row.key,
    created_at: row.created_at,
    created_by: row.created_by,
  };
  await insertIndexRow(work.writer, {
    ...shared,
    version: row.version,
    states: isOne ? IN_DRAFT | IN_PUBLISHED : IN_DRAFT,
    status: statusOf(row),
    saved_at: row.saved_at,
    updated_at: row.updated_at,
    published_at: row.published_at,
    index_values: values ?? (await indexOf(work, draft)),
  });
  if (isOne || published === null || row.published_version === null) return;
  const savedAt = publishedSavedAt(row) ?? row.saved_at;
  await insertIndexRow(work.writer, {
    ...shared,
    version: row.published_version,
    states: IN_PUBLISHED,
    status: 'published',
    saved_at: savedAt,
    updated_at: savedAt,
    published_at: row.published_at,
    index_values: await indexOf(work, published),
  });
}

/** When the values of the published state were last saved, as its row in the index says; null if there is none. */
export function publishedSavedAt({
  version,
  published_version,
  saved_at,
  published_saved_at,
}: EntryRow): number | null {
  if (published_version === null) return null;
  return published_version === version ? saved_at : (published_saved_at ?? saved_at);
}

/** Whether a save leaves the row of the published state as it is, if there is one. */
function movesDraftAlone(before: EntryRow, row: EntryRow): boolean {
  const isApart = ({ version, published_version: published }: EntryRow) => version !== published;
  const stays = (name: keyof EntryRow) => before[name] === row[name];
  if (row.published_version !== null && row.published_saved_at === null) return false;
  return (
    isApart(before) &&
    isApart(row) &&
    stays('created_at') &&
    stays('published_version') &&
    stays('published_at') &&
    stays('published_saved_at')
  );
}

async function replaceDraftRow({ writer }: TypedWork, before: EntryRow, row: EntryRow, values: string): Promise<void> {
  await replaceIndexRow(writer, {
    id: row.id,
    from: before.version,
    version: row.version,
    states: IN_DRAFT,
    status: statusOf(row),
    saved_at: row.saved_at,
    updated_at: row.updated_at,
    published_at: row.published_at,
    index_values: values,
  });
}

/** An action leaves the values unchanged: the row of the draft gets the new version. */
async function moveIndex({ writer }: TypedWork, before: EntryRow, row: EntryRow): Promise<void> {
  const isOne = row.published_version === row.version;
  await moveIndexRow(writer, {
    id: row.id,
    from: before.version,
    version: row.version,
    states: isOne ? IN_DRAFT | IN_PUBLISHED : IN_DRAFT,
    status: statusOf(row),
    updated_at: row.updated_at,
    published_at: row.published_at,
  });
  const { published_version: had } = before;
  if (had !== null && had !== before.version && had !== row.published_version) {
    await deleteIndexRow(writer, { id: row.id, version: had });
  }
}

/** Brings the index rows of an entry's states in line with its type. */
export async function rewriteIndex(
  work: IndexWork,
  { id, version, publishedVersion, draft, published }: IndexedStates,
): Promise<void> {
  await updateIndexValues(work.writer, { id, version, values: await indexOf(work, draft) });
  if (published === null || publishedVersion === null || publishedVersion === version) return;
  await updateIndexValues(work.writer, { id, version: publishedVersion, values: await indexOf(work, published) });
}

/**
 * Values of hidden fields are in the index too, so that it need not be rewritten when the fields come back.
 * @param replaced the document that it takes the place of; null if there is none. The texts in which it does not differ
 *   are looked for before they are inserted: all of them if this is left out.
 */
export async function indexOf(
  work: IndexWork,
  document: Document,
  replaced: Document | null = document,
): Promise<string> {
  const { type, model } = work;
  const texts = await holdDocument(
    { writer: work.writer, spaceId: work.environment.spaceId, at: work.change.at },
    document,
    { type, locales: model.locales, before: replaced },
  );
  return JSON.stringify({
    ...indexValues(document, [...type.fields, ...type.hiddenFields]),
    ...indexLinks(document, type, model),
    ...(Object.keys(texts).length === 0 ? {} : { [TEXTS_KEY]: texts }),
  });
}

/** The links of a document as an index row has them. */
export function indexLinks(document: Document, type: ContentType, model: Pick<Model, 'locales'>): object {
  const links = linksOf(document, type, model).map(({ kind, key }) => `${kind}:${key}`);
  return links.length === 0 ? {} : { [LINKS_KEY]: { 0: links } };
}
