/**
 * Writes articles straight into the tables, some 20,000 a second: the rows of two that the service stored itself, with
 * other values in the places of theirs. So the rows are what the product writes, whatever their form. No service runs
 * meanwhile. The journal tells nothing of them, and their kept versions show the pattern.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../packages/server/src/platform/database/connect.ts';
import type { Database, DatabaseConfig } from '../packages/server/src/platform/database/database.ts';
import { rowId } from '../packages/server/src/platform/database/row-id.ts';
import { textHash, tokensOf } from '../packages/server/src/reading/search/tokens.ts';
import { type Article, article } from './articles.ts';

const ROWS_AT_ONCE = 1_000;
const LANGUAGE = 'en';
const FIRST_AT = 1_700_000_000_000;
const AT_STEP_MS = 61_000;

const INDEXED_WITHIN_MS = 30_000;
const INDEXED_POLL_MS = 50;

/** Rows that were given their number do not move PostgreSQL's own counter. */
const COUNT_ON_AFTER_TEXTS =
  "SELECT setval(pg_get_serial_sequence('search_texts', 'id'), (SELECT max(id) FROM search_texts))";

/** Values that stand for those of an article; no number of an article holds theirs. */
export const PATTERN = {
  title: 'qqtitleqq',
  slug: 'qqslugqq',
  body: 'qqbodyqq',
  author: 'qqauthorqq',
  category: 'qqcategoryqq',
  tag: 'qqtagqq',
  rating: 98_765_432_101,
  views: 98_765_432_102,
  keyOf: (featured: boolean) => `qqkeyqq-${featured}`,
} as const;

type Row = Record<string, unknown>;

/** A database that rows are poured into. */
interface Bulk {
  read(query: string): Promise<Row[]>;
  insert(table: string, rows: readonly Row[]): Promise<void>;
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

interface SeedOptions {
  /** Spaces whose only environment has the patterns. */
  readonly spaceIds: readonly string[];
  /** In each space. */
  readonly articles: number;
  readonly isSearchable: boolean;
}

/** The rows of one pattern, by table. */
type Pattern = ReadonlyMap<string, readonly Row[]>;

const ID_OF_TABLE = new Map([
  ['entries', 'id'],
  ['entry_states', 'id'],
  ['entry_index', 'id'],
  ['entry_versions', 'id'],
  ['slugs', 'entry'],
  ['entry_links', 'source'],
]);

/**
 * Waits until the service has indexed the texts of so many environments, so that what it would still do disturbs no figure.
 */
export async function untilIndexed(config: DatabaseConfig, environments = 1): Promise<void> {
  const database = await openDatabase(config);
  try {
    const deadline = Date.now() + INDEXED_WITHIN_MS;
    while ((await indexedEnvironments(database)).length < environments) {
      assert.ok(Date.now() < deadline, 'the texts of the world are indexed in time');
      await sleep(INDEXED_POLL_MS);
    }
  } finally {
    await database.close();
  }
}

function indexedEnvironments(database: Database) {
  return database.reader
    .selectFrom('search_models')
    .innerJoin('environments', 'environments.number', 'search_models.environment')
    .select('environments.number')
    .whereRef('environments.model_revision', '=', 'search_models.model_revision')
    .execute();
}

/** Writes the articles 1 to `articles` into the environment of the patterns, in each space. */
export async function seedArticles(database: DatabaseConfig, { spaceIds, ...settings }: SeedOptions): Promise<void> {
  const bulk = await openBulk(database);
  try {
    await bulk.run('BEGIN');
    for (const spaceId of spaceIds) await seedSpace(bulk, { spaceId, ...settings });
    if (database.kind === 'postgres') await bulk.run(COUNT_ON_AFTER_TEXTS);
    await bulk.run('COMMIT');
    await bulk.run('ANALYZE');
  } finally {
    await bulk.close();
  }
}

/** Makes it a database in which jobs have not run for long, and nobody has used a text since. @param jobs their names */
export async function makeJobsDue(database: DatabaseConfig, jobs: readonly string[]): Promise<void> {
  const bulk = await openBulk(database);
  try {
    for (const job of jobs)
      await bulk.run(
        `INSERT INTO background_jobs (name, done_at, leased_until) VALUES ('${job}', 0, 0)
          ON CONFLICT (name) DO UPDATE SET done_at = 0`,
      );
    await bulk.run('UPDATE search_texts SET used_at = 0');
  } finally {
    await bulk.close();
  }
}

interface SpaceToSeed extends Omit<SeedOptions, 'spaceIds'> {
  readonly spaceId: string;
}

async function seedSpace(bulk: Bulk, { spaceId, articles, isSearchable }: SpaceToSeed): Promise<void> {
  const patterns = { true: await readPattern(bulk, spaceId, true), false: await readPattern(bulk, spaceId, false) };
  const environment = Number(patterns.true.get('entries')?.[0]?.environment);
  const firstId = await takeIds(bulk, environment, articles);
  for (let from = 1; from <= articles; from += ROWS_AT_ONCE) {
    const to = Math.min(articles, from + ROWS_AT_ONCE - 1);
    const made = Array.from({ length: to - from + 1 }, (_, at) => ({
      n: from + at,
      ...article(from + at, articles),
    }));
    const textIds = isSearchable ? await insertTexts(bulk, spaceId, made) : null;
    for (const table of ID_OF_TABLE.keys()) {
      const rows = made.flatMap((one) =>
        (patterns[`${one.featured}`].get(table) ?? []).map((row) =>
          rowOf(row, table, { one, id: firstId + one.n, textId: textIds?.get(one.n) ?? null }),
        ),
      );
      await bulk.insert(table, rows);
    }
  }
}

async function readPattern(bulk: Bulk, spaceId: string, featured: boolean): Promise<Pattern> {
  const [entry] = await bulk.read(
    `SELECT id FROM entries WHERE key = '${PATTERN.keyOf(featured)}'
      AND environment IN (SELECT number FROM environments WHERE space_id = '${spaceId}')`,
  );
  assert.ok(entry !== undefined, 'the pattern was not stored');
  const tables = new Map<string, readonly Row[]>();
  for (const [table, column] of ID_OF_TABLE) {
    tables.set(table, await bulk.read(`SELECT * FROM ${table} WHERE ${column} = ${entry.id}`));
  }
  return tables;
}

/** Takes the numbers out of the counter that the service takes them from; gives the one before the first. */
async function takeIds(bulk: Bulk, environment: number, count: number): Promise<number> {
  const [counter] = await bulk.read(`SELECT next FROM counters WHERE scope = 'entries:${environment}'`);
  const next = Number(counter?.next);
  assert.ok(next > 0, 'the service has another counter of entries');
  await bulk.run(`UPDATE counters SET next = ${next + count + 1} WHERE scope = 'entries:${environment}'`);
  return rowId(environment, next);
}

function rowOf(
  pattern: Row,
  table: string,
  { one, id, textId }: { one: Article & { n: number }; id: number; textId: number | null },
): Row {
  const row: Row = { ...pattern, [ID_OF_TABLE.get(table) ?? 'id']: id };
  const at = FIRST_AT + ((one.n * 7_919) % 1_000_003) * AT_STEP_MS;
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'string') row[column] = filledIn(value, one, textId);
    else if (typeof value === 'number' && column.endsWith('_at')) row[column] = at;
  }
  return row;
}

function filledIn(pattern: string, one: Article & { n: number }, textId: number | null): string {
  if (!pattern.includes('qq')) return pattern;
  return pattern
    .replaceAll(PATTERN.keyOf(one.featured), `article-${one.n}`)
    .replaceAll(`${PATTERN.slug}-${one.featured}`, `article-${one.n}`)
    .replaceAll(PATTERN.title, one.title)
    .replaceAll(PATTERN.body, one.body)
    .replaceAll(PATTERN.author, one.author)
    .replaceAll(PATTERN.category, one.category)
    .replaceAll(PATTERN.tag, one.tag)
    .replaceAll(String(PATTERN.rating), String(one.rating))
    .replaceAll(String(PATTERN.views), String(one.views))
    .replace(/,"texts":\{"(\d+)":\d+\}/, textId === null ? '' : `,"texts":{"$1":${textId}}`);
}

/** Indexes the texts of articles as the service would; gives their rows by the number of the article. */
async function insertTexts(bulk: Bulk, spaceId: string, made: readonly (Article & { n: number })[]) {
  const [last] = await bulk.read('SELECT coalesce(max(id), 0) AS id FROM search_texts');
  const first = Number(last?.id) + 1;
  const texts = made.map(({ n, title, body, category, tag }, at) => {
    const text = { language: LANGUAGE, display: title, body: `article-${n}\n${body}\n${category}\n${tag}` };
    return { n, id: first + at, hash: textHash(text), tokens: tokensOf(spaceId, text).join(' ') };
  });
  const used_at = Date.now();
  await bulk.insert(
    'search_texts',
    texts.map(({ id, hash }) => ({ id, space_id: spaceId, hash, used_at })),
  );
  await bulk.insert(
    'search_index',
    texts.map(({ id, tokens }) => ({ id, tokens })),
  );
  return new Map(texts.map(({ n, id }) => [n, id]));
}

async function openBulk(database: DatabaseConfig): Promise<Bulk> {
  return database.kind === 'sqlite' ? sqliteBulk(database.folder) : postgresBulk(database.url);
}

function sqliteBulk(folder: string): Bulk {
  const database = new DatabaseSync(join(folder, 'lectern.db'));
  // What is half written here is thrown away with its folder; the service turns its log on again.
  database.exec(
    'PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000',
  );
  return {
    read: async (query) => database.prepare(query).all() as Row[],
    run: async (statement) => database.exec(statement),
    close: async () => database.close(),
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {});
      if (columns.length === 0) return;
      const names = columns.map((column) => (table === 'search_index' && column === 'id' ? 'rowid' : column));
      const statement = database.prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows) statement.run(...columns.map((column) => row[column] as string | number | null));
    },
  };
}

async function postgresBulk(url: string): Promise<Bulk> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    read: async (query) => (await client.query<Row>(query)).rows,
    run: async (statement) => void (await client.query(statement)),
    close: () => client.end(),
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {});
      if (columns.length === 0) return;
      const json = JSON.stringify(rows, (_key, value) =>
        value?.type === 'Buffer' ? `\\x${Buffer.from(value.data).toString('hex')}` : value,
      );
      await client.query(
        `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, $1)`,
        [json],
      );
    },
  };
}
