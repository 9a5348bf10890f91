/** Unused texts leave the index; those in use, or recently added, stay. */
import assert from 'node:assert/strict';
import { withEachEngine } from '../../../../testing/src/engines.ts';
import { environmentRow } from '../../../../testing/src/rows/environment-row.ts';
import { Locales } from '../../../src/model/spaces/locale.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database, Writer } from '../../../src/platform/database/database.ts';
import { matchTokens } from '../../../src/platform/database/full-text.ts';
import { rowId } from '../../../src/platform/database/row-id.ts';
import { SearchCollection } from '../../../src/reading/search/collection.ts';
import { languageOf } from '../../../src/reading/search/stemmers.ts';
import { ensureTexts } from '../../../src/reading/search/texts.ts';
import { scopeOf, wholeTextQuery } from '../../../src/reading/search/tokens.ts';
import { wordsOf } from '../../../src/reading/search/words.ts';

const TEXTS = 10;
const HOUR_MS = 3_600_000;
const UNENDING = new AbortController().signal;
const SPACE = 'spc_collect';
const locales = new Locales([
  { number: 1, id: 'l', code: 'en', name: 'en', fallback: null, isDefault: true, optional: false, version: 1 },
]);

withEachEngine('unheld texts are collected', async (engine) => {
  const database = await openDatabase(engine.databaseConfig());
  try {
    await makeEnvironment(database);
    const [held, byAsset, again] = [
      await hold(database, 'held', 0),
      await hold(database, 'asset', 0),
      await hold(database, 'again', 0),
    ];
    await hold(database, 'gone', 0);
    await hold(database, 'lately', 9 * HOUR_MS);
    await nameBy(database, held, byAsset);
    assert.equal(await hold(database, 'again', 9 * HOUR_MS), again, 'a text keeps its row');
    const collection = new SearchCollection({ database, clock: () => 10 * HOUR_MS });
    assert.equal(await collection.collect(UNENDING), 1);
    for (const word of ['held', 'asset', 'again', 'lately']) assert.equal((await find(database, word)).length, 1, word);
    assert.deepEqual(await find(database, 'gone'), []);
    assert.equal(await collection.collect(UNENDING), 0);
    const anew = await hold(database, 'gone', 10 * HOUR_MS);
    assert.deepEqual(await find(database, 'gone'), [anew]);
  } finally {
    await database.close();
  }
});

// SQLite notes rows of one segment that are deleted in rows of its own, with ids beyond what a number can hold.
withEachEngine('texts that were written together are collected, and writes go on', async (engine) => {
  const database = await openDatabase(engine.databaseConfig());
  try {
    const collection = new SearchCollection({ database, clock: () => 10 * HOUR_MS });
    await database.write(async (writer) => {
      for (let text = 0; text < TEXTS; text++) await holdIn(writer, `gone ${text}`, 0);
    });
    assert.equal(await collection.collect(UNENDING), TEXTS);
    assert.ok((await hold(database, 'kept', 10 * HOUR_MS)) > 0);
  } finally {
    await database.close();
  }
});

/** Holds a text; gives its row. */
async function hold(database: Database, text: string, at: number): Promise<number> {
  return database.write((writer) => holdIn(writer, text, at));
}

async function holdIn(writer: Writer, text: string, at: number): Promise<number> {
  const ids = await ensureTexts(
    { writer, spaceId: SPACE, at },
    { locales, textIn: () => ({ display: text, body: '' }) },
  );
  return ids[1] ?? assert.fail('no row');
}

async function find(database: Database, word: string): Promise<number[]> {
  const language = languageOf('en');
  const query = wholeTextQuery(scopeOf(SPACE, language), wordsOf(word, language));
  return (await matchTokens(database.reader, [query]))[0] ?? [];
}

async function makeEnvironment(database: Database): Promise<void> {
  const row = environmentRow(1, { space_id: SPACE });
  await database.write((writer) => writer.insertInto('environments').values(row).execute());
}

/** Has an index row name one text and an asset another. */
async function nameBy(database: Database, inEntry: number, inAsset: number): Promise<void> {
  const id = rowId(1, 1);
  const times = { created_at: 0, saved_at: 0, updated_at: 0, published_at: null };
  const row = { id, version: 1, states: 1, content_type: 1, key: 'a', status: 'draft', created_by: 'usr_1' };
  const index_values = JSON.stringify({ texts: { 1: inEntry } });
  await database.write(async (writer) => {
    await writer
      .insertInto('entry_index')
      .values({ ...row, ...times, index_values })
      .execute();
    await writer.insertInto('asset_searches').values({ asset: id, locale: 1, search_text: inAsset }).execute();
  });
}
