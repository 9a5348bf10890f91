/** The harness itself: each engine is real, sorts as it says, survives a crash, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { withEachEngine } from './engines.ts';
import { createPostgresDatabase, startPostgres } from './servers/postgres.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

withEachEngine('a test gets databases of its own', async (engine) => {
  const own = engine.databaseConfig();
  assert.equal(own.kind, engine.kind);
  assert.deepEqual(own, engine.databaseConfig());
  const other = await engine.freshDatabaseConfig();
  assert.notDeepEqual(own, other);
  if (own.kind === 'sqlite') assert.ok(existsSync(own.folder));
});

test('PostgreSQL sorts text by a language, not by bytes, unless a column says so', {
  skip: process.env.DB === 'sqlite',
}, async () => {
  const database = await createPostgresDatabase();
  try {
    const natural = await query(database.url, "select 'a' < 'B' as smaller");
    const bytes = await query(database.url, `select 'a' < 'B' collate "C" as smaller`);
    assert.deepEqual([natural[0]?.smaller, bytes[0]?.smaller], [true, false]);
  } finally {
    await database.drop();
  }
});

test('a durable PostgreSQL keeps what it acknowledged through a crash', {
  skip: process.env.DB === 'sqlite',
}, async () => {
  const server = await startPostgres({ durable: true });
  try {
    await query(server.url, 'create table kept (n int); insert into kept values (1)');
    await server.crash();
    await server.restart();
    assert.equal((await query(server.url, 'select n from kept')).length, 1);
  } finally {
    await server.close();
  }
});
