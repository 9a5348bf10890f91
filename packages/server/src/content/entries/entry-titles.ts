/** What many entries are called, without reading their other values. */
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Reader } from '../../platform/database/database.ts';
import { parseMembers } from '../../platform/database/row-pieces.ts';
import { entryTitle } from './entry-title.ts';
import { selectByKeys } from './merge-store.ts';
import { selectDraftDocuments } from './store.ts';
import type { EntryRow } from './tables.ts';

/** The titles of the drafts of entries of an environment, by key; null for one that has none. */
export async function entryTitles(
  db: Reader,
  environment: number,
  keys: readonly string[],
  model: Model,
): Promise<ReadonlyMap<string, string | null>> {
  if (keys.length === 0) return new Map();
  const rows = await selectByKeys(db, environment, keys);
  const titles = new Map<string, string | null>();
  for (const [number, ofType] of Map.groupBy(rows, ({ content_type }) => content_type)) {
    const type = model.typeByNumber(number);
    if (type === undefined) continue;
    const found = await titlesOf(db, ofType, type, model);
    for (const { id, key } of ofType) titles.set(key, found.get(id) ?? null);
  }
  return titles;
}

async function titlesOf(db: Reader, rows: readonly EntryRow[], type: ContentType, model: Model) {
  const names = type.displayField === null ? [] : [String(type.displayField)];
  const ids = rows.map(({ id }) => id);
  const drafts = await selectDraftDocuments(db, ids, names);
  return new Map(
    drafts.map(({ id, document }) => [id, entryTitle(type, parseMembers<Document>(document), model.locales)]),
  );
}
