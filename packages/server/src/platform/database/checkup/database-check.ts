/** Checks the database itself: its pages, its references, and the settings of a server. */
import { sql } from 'kysely';
import type { Database, Reader } from '../database.ts';
import { hasRowLocks } from '../locks.ts';
import { isDamageRefusal } from '../unavailable.ts';
import { type Check, type Fault, RESTORE } from './check.ts';

const NAMED_MAX = 50;
const CLOCK_DIFFERENCE_MAX_MS = 5_000;
const SECOND_MS = 1_000;

/**
 * Checks pages and references on SQLite; indexes and settings on PostgreSQL.
 * @param unsafeDurability whether a server may lose acknowledged writes in a crash, as test servers do
 */
export function databaseCheck(database: Database, unsafeDurability: boolean): Check {
  return {
    name: 'database',
    find: () =>
      hasRowLocks(database.reader) ? postgresFaults(database.reader, unsafeDurability) : sqliteFaults(database.reader),
  };
}

async function* sqliteFaults(db: Reader): AsyncGenerator<Fault> {
  for (const problem of await damagedPages(db))
    yield { about: 'lectern.db', problem: `is damaged: ${problem}`, remedy: RESTORE, repair: null };
  const { rows: lost } = await sql<{
    table: string;
    rowid: number | null;
    parent: string;
  }>`PRAGMA foreign_key_check`.execute(db);
  for (const { table, rowid, parent } of lost.slice(0, NAMED_MAX))
    yield {
      about: `row ${rowid ?? '?'} of ${table}`,
      problem: `belongs to a row of ${parent} that does not exist`,
      remedy: RESTORE,
      repair: null,
    };
}

/** Problems with pages, each with the table or index it is in. */
async function damagedPages(db: Reader): Promise<string[]> {
  const { rows: trees } = await sql<Tree>`SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0`.execute(db);
  const lines = (await integrityOf(db)).flatMap(({ integrity_check }) => integrity_check.split('\n'));
  const problems = lines.filter((line) => line !== 'ok' && !line.startsWith('***'));
  return problems.slice(0, NAMED_MAX).map((problem) => withOwner(problem, trees));
}

/** The check fails at rows that it cannot read, but its first row already lists everything that is wrong with pages. */
async function integrityOf(db: Reader): Promise<Integrity[]> {
  try {
    return (await sql<Integrity>`PRAGMA integrity_check(${sql.lit(NAMED_MAX)})`.execute(db)).rows;
  } catch (error) {
    if (!isDamageRefusal(error)) throw error;
    return (await sql<Integrity>`SELECT integrity_check FROM pragma_integrity_check LIMIT 1`.execute(db)).rows;
  }
}

interface Integrity {
  readonly integrity_check: string;
}

interface Tree {
  readonly name: string;
  readonly rootpage: number;
}

/** SQLite calls a table or index by the number of its first page. */
function withOwner(problem: string, trees: readonly Tree[]): string {
  const [, root] = /^Tree (\d+)\b/.exec(problem) ?? [];
  const owner = trees.find(({ rootpage }) => String(rootpage) === root);
  return owner === undefined ? problem : `${owner.name}: ${problem}`;
}

async function* postgresFaults(db: Reader, unsafeDurability: boolean): AsyncGenerator<Fault> {
  const { rows: invalid } = await sql<{
    name: string;
  }>`SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid`.execute(db);
  for (const { name } of invalid)
    yield { about: `index ${name}`, problem: 'is not valid', remedy: `call REINDEX INDEX ${name}`, repair: null };
  for (const { child, name, parent } of await brokenReferences(db))
    yield {
      about: `rows of ${child}`,
      problem: `belong to rows of ${parent} that do not exist (${name})`,
      remedy: RESTORE,
      repair: null,
    };
  const { rows: settings } = await sql<{ name: string }>`SELECT name FROM pg_settings
    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum') AND setting = 'off'`.execute(db);
  const wanted = settings.filter(({ name }) => !unsafeDurability || name === 'autovacuum');
  for (const { name } of wanted)
    yield { about: `the setting ${name}`, problem: 'is off', remedy: 'turn it on in postgresql.conf', repair: null };
  const before = Date.now();
  const { rows: clock } = await sql<{
    at: number;
  }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at`.execute(db);
  const difference = Math.abs((clock[0]?.at ?? before) - (before + Date.now()) / 2);
  if (difference > CLOCK_DIFFERENCE_MAX_MS)
    yield {
      about: 'the clock',
      problem: `differs from that of PostgreSQL by ${Math.round(difference / SECOND_MS)} seconds`,
      remedy: 'have both follow a time server',
      repair: null,
    };
}

interface Reference {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  /** Whether a row of the child has all columns of a row of the parent. */
  readonly matches: string;
  /** Whether a row of the child refers to anything. */
  readonly refers: string;
}

/** References that some row violates. PostgreSQL enforces them unless told not to, as when a dump is loaded. */
async function brokenReferences(db: Reader): Promise<Reference[]> {
  const { rows: references } = await sql<Reference>`SELECT conname AS name, conrelid::regclass::text AS child,
      confrelid::regclass::text AS parent,
      string_agg(format('child.%I = parent.%I', own.attname, other.attname), ' AND ') AS matches,
      string_agg(format('child.%I IS NOT NULL', own.attname), ' AND ') AS refers
    FROM pg_constraint, unnest(conkey, confkey) AS pair (child, parent)
    JOIN pg_attribute own ON own.attnum = pair.child JOIN pg_attribute other ON other.attnum = pair.parent
    WHERE contype = 'f' AND own.attrelid = conrelid AND other.attrelid = confrelid
    GROUP BY conname, conrelid, confrelid`.execute(db);
  const broken: Reference[] = [];
  for (const reference of references) {
    const { child, parent, matches, refers } = reference;
    const { rows } = await sql`SELECT 1 FROM ${sql.raw(child)} AS child WHERE ${sql.raw(refers)} AND NOT EXISTS
      (SELECT 1 FROM ${sql.raw(parent)} AS parent WHERE ${sql.raw(matches)}) LIMIT 1`.execute(db);
    if (rows.length > 0) broken.push(reference);
  }
  return broken;
}
