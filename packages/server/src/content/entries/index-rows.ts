/**
 * The index rows of entries: one for each state (one for both if they are equal), with the typed values, links and texts that
 * queries run on. They always match the stored documents.
 */

import { holdsBlocks } from '../../model/fields/document/own-values.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Writer } from '../../platform/database/database.ts';
import { ensureTexts, TEXTS_KEY } from '../../reading/search/texts.ts';
import type { StoredEntry, TypedWork } from './entry.ts';
import { factsOf } from './facts.ts';
import type { StateRow, StateRowChanges } from './state-rows.ts';
import {
  deleteIndexRow,
  insertIndexRow,
  moveIndexRow,
  replaceIndexRow,
  selectIndexRows,
  updateIndexValues,
} from './store.ts';

/** What creating the values of an index row needs. */
export type IndexWork = Pick<TypedWork, 'writer' | 'change' | 'environment' | 'model' | 'type'>;

/** The stored form of documents' index values. */
export type RowValues = ReadonlyMap<Document, string>;

/** The states of an entry. */
export interface IndexedStates extends Pick<StoredEntry, 'draft' | 'published'> {
  /** That of the draft. */
  readonly version: number;
}

/** An entry with the rows that change. */
export interface IndexChange {
  readonly row: StoredEntry['row'];
  readonly changes: StateRowChanges;
}

/**
 * Computes the values of the rows that need new ones.
 * @param replaced the document that new ones replace; null if there is none, undefined if unknown
 */
export async function rowValuesOf(
  work: IndexWork,
  { changed, added }: StateRowChanges,
  replaced?: Document | null,
): Promise<RowValues> {
  const values = new Map<Document, string>();
  const others = [...changed.filter(({ from, to }) => from.document !== to.document).map(({ to }) => to), ...added];
  for (const { document } of others) values.set(document, await indexOf(work, document, replaced));
  return values;
}

/** Writes the changed index rows of an entry. @param values those of the rows that need new ones */
export async function writeIndex(
  { writer }: IndexWork,
  { row, changes: { changed, added, removed } }: IndexChange,
  values: RowValues,
): Promise<void> {
  const { id, content_type, key, created_by } = row;
  for (const { from, to } of changed) {
    const columns = { ...columnsOf(to), id, from: from.version };
    const index_values = values.get(to.document);
    if (index_values === undefined) await moveIndexRow(writer, columns);
    else await replaceIndexRow(writer, { ...columns, index_values });
  }
  for (const { version } of removed) await deleteIndexRow(writer, { id, version });
  for (const to of added) {
    const index_values = values.get(to.document);
    if (index_values === undefined)
      throw new Error(`The index row of version ${to.version} of entry ${id} has no values.`);
    await insertIndexRow(writer, { ...columnsOf(to), id, content_type, key, created_by, index_values });
  }
}

function columnsOf({ document: _, ...columns }: StateRow) {
  return columns;
}

/**
 * Updates what the index rows of an entry have besides texts to match its type; those follow later (`text-indexing.ts`).
 * @returns whether any row changed
 */
export async function rewriteIndex(
  { writer, type, model }: IndexWork,
  id: number,
  states: IndexedStates,
): Promise<boolean> {
  return updateIndex(writer, { id, ...states }, (document, held) => {
    const { [TEXTS_KEY]: texts } = JSON.parse(held) as Readonly<Record<string, unknown>>;
    const { index } = factsOf(document, type, model);
    const values = JSON.stringify({ ...index, ...(texts !== undefined && { [TEXTS_KEY]: texts }) });
    return values === held ? null : values;
  });
}

/**
 * Updates the values of the index rows of an entry.
 * @param valuesOf those of the row of a document, by those that it has; null if they stay
 * @returns whether any row changed
 */
export async function updateIndex(
  writer: Writer,
  { id, version, draft, published }: IndexedStates & { readonly id: number },
  valuesOf: (document: Document, held: string) => Promise<string | null> | string | null,
): Promise<boolean> {
  let changed = false;
  for (const held of await selectIndexRows(writer, { id })) {
    const document = held.version === version ? draft : published;
    const values = document && (await valuesOf(document, held.index_values));
    if (values === null) continue;
    await updateIndexValues(writer, { id, version: held.version, values });
    changed = true;
  }
  return changed;
}

/**
 * The values of the index row of a document.
 * @param replaced the document that it replaces, as in `ensureTexts`; the document itself if it does not change
 */
export async function indexOf(
  work: IndexWork,
  document: Document,
  replaced: Document | null = document,
): Promise<string> {
  const { type, model, writer, environment, change } = work;
  const { index, textIn } = factsOf(document, type, model);
  // To read the texts of components of another document takes longer than to look for texts.
  const isNested = type.fields.some(holdsBlocks);
  const isCompared = replaced === null || !isNested;
  const ids = await ensureTexts(
    { writer, spaceId: environment.spaceId, at: change.at },
    {
      locales: model.locales,
      textIn,
      ...(isCompared ? { replaced: replaced && factsOf(replaced, type, model).textIn } : {}),
    },
  );
  return JSON.stringify({ ...index, ...(Object.keys(ids).length === 0 ? {} : { [TEXTS_KEY]: ids }) });
}
