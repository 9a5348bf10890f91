/** How PostgreSQL finds texts: by their tokens alone, however small it takes the table for; reading all of it takes seconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createPostgresDatabase } from '../../../../testing/src/servers/postgres.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database, Reader } from '../../../src/platform/database/database.ts';
import { insertTokens, matchTokens, type TokenQuery } from '../../../src/platform/database/full-text.ts';

/** So few that reading them all looks cheaper than any index. */
const TEXTS = 200;
const TOKENS_A_TEXT = 60;

test('PostgreSQL goes through no table of texts for a word', async () => {
  const { url, drop } = await createPostgresDatabase();
  const database = await openDatabase({ kind: 'postgres', url, unsafeDurability: true });
  try {
    await insertTexts(database);
    const word: TokenQuery = [[{ token: 'xword7', isPrefix: true }]];
    await database.snapshot(async (reader) => {
      const before = await tableScans(reader);
      const found = await matchTokens(reader, [word, [...word, ...word]]);
      assert.deepEqual(
        found.map(({ length }) => length),
        [TEXTS, TEXTS],
      );
      assert.equal(await tableScans(reader), before);
    });
  } finally {
    await database.close();
    await drop();
  }
});

async function insertTexts(database: Database): Promise<void> {
  await database.write(async (writer) => {
    const tokens = Array.from({ length: TOKENS_A_TEXT }, (_, at) => `xword${at}`);
    await insertTokens(
      writer,
      Array.from({ length: TEXTS }, (_, at) => ({ row: at + 1, tokens })),
    );
  });
  await sql`analyze search_index`.execute(database.reader);
}

/** How often this connection went through all rows of the table, as far as it has not told the server yet. */
async function tableScans(reader: Reader): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select seq_scan as scans from pg_stat_xact_user_tables where relname = 'search_index'`.execute(reader);
  return Number(rows[0]?.scans);
}
