/**
 * Reads a database whose service is gone, in the process of the test: the journal has no gap and agrees with the stored content,
 * no rejected write is stored, and the file is sound.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';

type Row = Record<string, unknown>;
type Query = (sql: string) => Promise<Row[]>;

/** Fails unless content and journal agree. */
export async function verifyStored(config: DatabaseConfig): Promise<void> {
  if (config.kind === 'sqlite') await withSqlite(config.folder, verify);
  else await withPostgres(config.url, verify);
}

/**
 * Fails if any version of an entry has the text of a write that the service said it refused.
 * @param texts each of them in no other write
 */
export async function verifyRefused(config: DatabaseConfig, texts: readonly string[]): Promise<void> {
  assert.deepEqual(await writtenOf(config, texts), [], 'what was refused was not written');
}

/** Fails unless some version of an entry has each of these texts. */
export async function verifyWritten(config: DatabaseConfig, texts: readonly string[]): Promise<void> {
  assert.deepEqual(await writtenOf(config, texts), texts, 'what was acknowledged was written');
}

/** The texts that some version of an entry has as a whole value: `stamp 1` is part of `stamp 10`. */
async function writtenOf(config: DatabaseConfig, texts: readonly string[]): Promise<string[]> {
  let versions: Row[] = [];
  const find = async (query: Query) => {
    versions = await query('select document from entry_versions');
  };
  if (config.kind === 'sqlite') await withSqlite(config.folder, find);
  else await withPostgres(config.url, find);
  const stored = versions.map(({ document }) => zstdDecompressSync(document as Uint8Array).toString('utf8'));
  return texts.filter((text) => stored.some((document) => document.includes(JSON.stringify(text))));
}

/** Whether the service itself says that nothing was written. */
export function isRefusal(response: ApiResponse): boolean {
  const isOwn = response.status === 503 && response.at('detail.code') === 'unavailable';
  return isOwn && response.at('detail.outcome') === undefined;
}

async function verify(query: Query): Promise<void> {
  for (const environment of await query('select number, revision, published_revision from environments')) {
    const number = Number(environment.number);
    const heads = await query(`select revision from journal_heads where environment = ${number} order by revision`);
    const revisions = heads.map((head) => Number(head.revision));
    assert.deepEqual(
      revisions,
      Array.from({ length: Number(environment.revision) }, (_, index) => index + 1),
      'revisions have no gap',
    );
    const published = await query(
      `select max(revision) as last from journal_items where environment = ${number} and published = 1`,
    );
    assert.equal(
      Number(environment.published_revision),
      Number(published[0]?.last ?? 0),
      'the published revision is the journal’s',
    );
  }
  await verifyEntries(query);
}

async function verifyEntries(query: Query): Promise<void> {
  const items = await query(
    "select resource, count(distinct revision) as writes from journal_items where kind = 'entry' group by resource",
  );
  const writes = new Map(items.map((item) => [String(item.resource), Number(item.writes)]));
  const versions = await query('select id, max(version) as last, count(*) as kept from entry_versions group by id');
  const lastVersions = new Map(versions.map((version) => [String(version.id), Number(version.last)]));
  const published = await query('select id, version from entry_index where states >= 2');
  const publishedVersions = new Map(published.map((row) => [String(row.id), Number(row.version)]));
  for (const entry of await query('select id, version, published_version from entries')) {
    const id = String(entry.id);
    assert.equal(writes.get(id), Number(entry.version), `entry ${id}: one journal write a version`);
    assert.equal(lastVersions.get(id), Number(entry.version), `entry ${id}: its newest version is kept`);
    assert.equal(
      publishedVersions.has(id),
      entry.published_version !== null,
      `entry ${id}: its published state is indexed`,
    );
  }
}

async function withSqlite(folder: string, use: (query: Query) => Promise<void>): Promise<void> {
  const file = readdirSync(folder).find((name) => /\.(db|sqlite3?)$/.test(name));
  assert.ok(file !== undefined, `no database file in ${folder}`);
  const database = new DatabaseSync(path.join(folder, file));
  try {
    assert.deepEqual(
      database
        .prepare('pragma integrity_check')
        .all()
        .map((row) => Object.values(row)),
      [['ok']],
    );
    await use(async (sql) => database.prepare(sql).all());
  } finally {
    database.close();
  }
}

async function withPostgres(url: string, use: (query: Query) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(async (sql) => (await client.query<Row>(sql)).rows);
  } finally {
    await client.end();
  }
}
