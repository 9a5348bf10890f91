/** Faults that are planted into a database: the change, and the expected report of the doctor. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';

/** What the doctor has to say of a planted fault. */
export interface Expected {
  readonly name: string;
  readonly about: string;
  readonly problem: RegExp;
  readonly isDerived: boolean;
}

/** An entry that something is done to. */
export interface Victim {
  readonly id: number;
  readonly key: string;
  readonly environment: number;
  readonly content_type: number;
  readonly version: number;
  /** Of its search text in the default locale. */
  readonly text: number;
}

export interface Kind {
  readonly sql: (victim: Victim) => string;
  readonly problem: RegExp;
  /** Whether the doctor can repair it. */
  readonly isDerived: boolean;
}

const INDEX_COLUMNS =
  'states, content_type, key, status, created_at, created_by, saved_at, updated_at, published_at, index_values';
const SURPLUS = 1_000;

const derived = (sql: Kind['sql'], problem: RegExp): Kind => ({ sql, problem, isDerived: true });

/** Kinds of faults of entries by the table that is wrong. */
export const kinds: Readonly<Record<string, Kind>> = {
  'entry_states missing': derived(({ id }) => `delete from entry_states where id = ${id}`, /no readable state/),
  'entry_states damaged': derived(
    ({ id }) => `update entry_states set document = '{' where id = ${id}`,
    /no readable state/,
  ),
  'entry_states surplus': derived(
    ({ id, version }) => `insert into entry_states (id, version, document) values (${id}, ${version + SURPLUS}, '{}')`,
    /surplus state/,
  ),
  'entry_index missing': derived(({ id }) => `delete from entry_index where id = ${id}`, /no index row/),
  'entry_index status': derived(
    ({ id }) => `update entry_index set status = 'draft' where id = ${id}`,
    /index row .* differs from the entry/,
  ),
  'entry_index values': derived(
    ({ id }) => `update entry_index set index_values = '{}' where id = ${id}`,
    /other values in its index row/,
  ),
  'entry_index unreadable': derived(
    ({ id }) => `update entry_index set index_values = '' where id = ${id}`,
    /index row that cannot be read/,
  ),
  'entry_index surplus': derived(
    ({ id, version }) => `insert into entry_index (id, version, ${INDEX_COLUMNS})
      select id, ${version + SURPLUS}, ${INDEX_COLUMNS} from entry_index where id = ${id} and version = ${version}`,
    /surplus index row/,
  ),
  'entry_links missing': derived(({ id }) => `delete from entry_links where source = ${id}`, /other links/),
  'entry_links states': derived(({ id }) => `update entry_links set states = 1 where source = ${id}`, /other links/),
  'entry_links surplus': derived(
    ({ id, environment }) => `insert into entry_links (environment, target_kind, target_key, source, states)
      values (${environment}, 'entry', 'nowhere', ${id}, 3)`,
    /other links/,
  ),
  'slugs missing': derived(({ id }) => `delete from slugs where entry = ${id}`, /other slugs/),
  'slugs surplus': derived(
    ({ id, environment, content_type: type }) => `insert into slugs (environment, content_type, locale, slug, entry)
      values (${environment}, ${type}, 0, 'never-chosen-${id}', ${id})`,
    /other slugs/,
  ),
  'unique_values missing': derived(({ id }) => `delete from unique_values where entry = ${id}`, /other unique values/),
  'unique_values surplus': derived(
    ({ id, environment, content_type: type }) => `insert into unique_values
      (environment, content_type, field, locale, value_hash, entry) values (${environment}, ${type}, 99, 0, 'h${id}', ${id})`,
    /other unique values/,
  ),
  'search_texts missing': derived(({ text }) => `delete from search_texts where id = ${text}`, /other texts/),
  'search_index missing': derived(({ text }) => `delete from search_index where ROWID = ${text}`, /other texts/),
  'entry_versions missing': {
    sql: ({ id, version }) => `delete from entry_versions where id = ${id} and version = ${version}`,
    problem: /has no version/,
    isDerived: false,
  },
};

/** Runs statements behind the back of the service: nothing refers to anything meanwhile. */
export async function plant(config: DatabaseConfig, statements: readonly string[]): Promise<void> {
  if (config.kind === 'sqlite') {
    const database = new DatabaseSync(`${config.folder}/lectern.db`, { enableForeignKeyConstraints: false });
    for (const statement of statements) database.exec(statement);
    return database.close();
  }
  const client = new pg.Client({ connectionString: config.url });
  await client.connect();
  await client.query("set session_replication_role = 'replica'");
  for (const statement of statements) await client.query(statement.replace('ROWID', 'id'));
  await client.end();
}
