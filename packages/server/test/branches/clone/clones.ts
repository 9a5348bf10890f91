/** Shared by tests of clones: requesting one, waiting for it, pausing the copying, and comparing rows. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import { holdJob } from '../../../../testing/src/held-job.ts';
import { until } from '../../../../testing/src/until.ts';
import type { Tables } from '../../../src/platform/database/columns.ts';
import type { Database, Reader } from '../../../src/platform/database/database.ts';
import { rowId, rowIdRange } from '../../../src/platform/database/row-id.ts';

const READY_WITHIN_MS = 30_000;

/** Requests a clone of an environment. */
export function askForClone(scene: Scene, name: string, from = 'master'): Promise<ApiResponse> {
  return scene.owner.post(`${scene.space}/environments/${from}/clone`, { name }, 201);
}

/** Waits until an environment is no longer being cloned. @returns its response */
export function untilCloned(by: Actor, space: string, name: string): Promise<ApiResponse> {
  const ask = () => by.get(`${space}/environments/${name}`, 200);
  return until(ask, (environment) => environment.at('status') !== 'cloning', READY_WITHIN_MS);
}

/** Clones an environment and waits until the clone is ready. */
export async function cloneOf(scene: Scene, name: string, from = 'master'): Promise<ApiResponse> {
  await askForClone(scene, name, from);
  const clone = await untilCloned(scene.owner, scene.space, name);
  assert.equal(clone.at('status'), 'ready', String(clone));
  return clone;
}

/** Keeps the job from making clones. @returns a function that lets it go on */
export function holdCloning(database: Database, context: Pick<TestContext, 'after'>): Promise<() => Promise<void>> {
  return holdJob(database, context, 'environment-cloning');
}

/** The row of an environment by name. */
export async function rowOf(db: Reader, spaceId: string, name: string) {
  return db
    .selectFrom('environments')
    .innerJoin('environment_names', 'environment_names.environment', 'environments.number')
    .selectAll('environments')
    .where('environment_names.space_id', '=', spaceId)
    .where('environment_names.name', '=', name)
    .executeTakeFirstOrThrow();
}

const BY_ENVIRONMENT = ['content_types', 'entry_links', 'entry_tombstones', 'slugs', 'unique_values'] as const;
const PASTS = ['model_versions', 'published_states', 'asset_versions'] as const;
const BY_ID = ['entries', 'entry_states', 'entry_index', 'assets'] as const;
const BY_ASSET = ['asset_searches', 'replaced_files'] as const;
const NUMBERS_OF_ROWS = ['id', 'source', 'entry', 'asset'];

/** A row of content, comparable with those of other environments. */
export interface ContentRow {
  readonly table: string;
  /** Key of the entry or asset, if any, and its number in the environment. */
  readonly key: string | null;
  readonly number: number | null;
  /** The whole row, as if it belonged to environment 0. */
  readonly text: string;
}

/** What the past of an environment rests on, which a clone begins without. */
export async function pastRows(db: Reader, number: number): Promise<object[]> {
  const rows: object[] = [];
  for (const table of PASTS)
    rows.push(...(await db.selectFrom(table).selectAll().where('environment', '=', number).execute()));
  return rows;
}

/** Every row of content of an environment, in a stable order; versions only of current states. */
export async function contentRows(db: Reader, number: number): Promise<ContentRow[]> {
  const { first, end } = rowIdRange(number);
  const rows: [string, object][] = [];
  const add = (table: string, some: readonly object[]) =>
    rows.push(...some.map((row): [string, object] => [table, row]));
  for (const table of BY_ENVIRONMENT)
    add(table, await db.selectFrom(table).selectAll().where('environment', '=', number).execute());
  for (const table of BY_ID)
    add(table, await db.selectFrom(table).selectAll().where('id', '>=', first).where('id', '<', end).execute());
  for (const table of BY_ASSET)
    add(table, await db.selectFrom(table).selectAll().where('asset', '>=', first).where('asset', '<', end).execute());
  add('entry_versions', await standingVersions(db, number));
  return rows
    .map(([table, row]) => contentRow(table, moved({ ...row }, number)))
    .sort((one, other) => (one.text < other.text ? -1 : 1));
}

function contentRow(table: string, row: Record<string, unknown>): ContentRow {
  const number = NUMBERS_OF_ROWS.map((name) => row[name]).find((value) => value !== undefined);
  return {
    table,
    key: typeof row.key === 'string' ? row.key : null,
    number: typeof number === 'number' && table !== 'content_types' ? number : null,
    text: `${table} ${JSON.stringify(row)}`,
  };
}

/** Fails unless source and clone have the same rows. */
export async function assertSameContent(db: Reader, source: number, clone: number): Promise<void> {
  const texts = async (number: number) => (await contentRows(db, number)).map(({ text }) => text);
  assert.deepEqual(await texts(clone), await texts(source));
  const counter = (scope: string) =>
    db
      .selectFrom('counters')
      .select('next')
      .where('scope', '=', scope as Tables['counters']['scope'])
      .executeTakeFirst();
  for (const kind of ['entries', 'assets'])
    assert.deepEqual(await counter(`${kind}:${clone}`), await counter(`${kind}:${source}`), `numbers of ${kind}`);
}

async function standingVersions(db: Reader, environment: number): Promise<object[]> {
  const rows = await db
    .selectFrom('entries as e')
    .innerJoin('entry_versions as v', 'v.id', 'e.id')
    .selectAll('v')
    .where('e.environment', '=', environment)
    .where((eb) =>
      eb.or([eb('v.version', '=', eb.ref('e.version')), eb('v.version', '=', eb.ref('e.published_version'))]),
    )
    .execute();
  return rows.map(({ ancestor, published_from: from, published_until, document, ...row }) => ({
    ...row,
    isPublished: from !== null && published_until === null,
    document: Buffer.from(document).toString('base64'),
  }));
}

function moved(row: Record<string, unknown>, environment: number): Record<string, unknown> {
  const shift = rowId(environment, 0);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === 'environment') return [name, 0];
      return [name, NUMBERS_OF_ROWS.includes(name) ? Number(value) - shift : value];
    }),
  );
}
