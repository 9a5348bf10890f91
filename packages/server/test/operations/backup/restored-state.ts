/** Compares what was restored with what the installation was at that revision. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';
import { fetchFile } from '../../content/media/storages.ts';
import type { Load } from './load.ts';

const PAGE = 100;

type Row = Record<string, unknown>;

/** Rows of a database, whichever engine it is of. */
export async function rowsOf(config: DatabaseConfig, sql: string): Promise<Row[]> {
  if (config.kind === 'sqlite') {
    const database = new DatabaseSync(`${config.folder}/lectern.db`, { readOnly: true });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: config.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The revision of the only environment with content. */
export async function revisionIn(config: DatabaseConfig): Promise<number> {
  const [row] = await rowsOf(config, 'select max(revision) as revision from environments');
  return Number(row?.revision);
}

/** Fails unless entries and assets of a restored database are those of the live one at its revision. @returns that */
export async function compareRows(restored: DatabaseConfig, live: DatabaseConfig): Promise<number> {
  const revision = await revisionIn(restored);
  assert.ok(revision <= (await revisionIn(live)), 'no later than the live one');
  for (const [kind, table] of [
    ['entry', 'entries'],
    ['asset', 'assets'],
  ]) {
    const known = await rowsOf(
      live,
      `select resource, count(distinct revision) as version from journal_items
        where kind = '${kind}' and revision <= ${revision} group by resource order by resource`,
    );
    const found = await rowsOf(restored, `select id as resource, version from ${table} order by id`);
    const pairs = (rows: Row[]) => rows.map(({ resource, version }) => `${resource}@${version}`).sort();
    assert.deepEqual(pairs(found), pairs(known), `${table} at revision ${revision}`);
  }
  return revision;
}

/** Fails unless a service on what was restored says of each entry and file what the live one said of it. */
export async function compareResponses(
  actor: Actor,
  base: string,
  load: Load,
): Promise<{ entries: number; files: number }> {
  let entries = 0;
  for (const item of await everyItem(actor, `${base}/entries`)) {
    const { id, version } = item as { id: string; version: number };
    const told = load.versions.get(`${id}@${version}`);
    if (told === undefined) continue;
    assert.deepEqual(plain(item), plain(told));
    entries += 1;
  }
  let files = 0;
  for (const item of await everyItem(actor, `${base}/media`)) {
    const { pathname } = new URL((item as { url: string }).url);
    const { status, bytes } = await fetchFile(`${actor.url}${pathname}`);
    assert.deepEqual(
      [status, createHash('sha256').update(bytes).digest('hex')],
      [200, load.files.get(pathname)],
      pathname,
    );
    files += 1;
  }
  return { entries, files };
}

async function everyItem(actor: Actor, path: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (;;) {
    const page: ApiResponse = await actor.get(`${path}?limit=${PAGE}&skip=${items.length}`, 200);
    items.push(...page.list('items'));
    if (items.length >= page.number('total')) return items;
  }
}

/** An entry without what depends on the request: the address of the service, and warnings of a publish. */
function plain(entry: unknown): unknown {
  const { warnings: _, ...rest } = JSON.parse(JSON.stringify(entry).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''));
  return rest;
}
