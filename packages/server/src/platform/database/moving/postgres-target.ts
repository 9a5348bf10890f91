/**
 * The PostgreSQL database that is the target of a move. Everything happens in one transaction, under the lock that a starting
 * service waits for. Until the commit the database stays empty, so a service never starts on half of the data.
 */
import pg from 'pg';
import { StartRefusal } from '../../errors/start-refusal.ts';
import type { DatabaseConfig } from '../database.ts';
import { OWN_OBJECTS } from '../postgres/copy.ts';
import { asOpeningError } from '../postgres/errors.ts';
import { lockAndMigrate, rejectUnsafeDurability } from '../postgres/opening.ts';
import { copyIn, copyOut } from './postgres-copy.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const BIGINT_OID = 20;
/** Indexes that are not constraints: building them over all rows is faster than updating them row by row. */
const INDEXES = `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS statement
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND NOT i.indisprimary
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid) ORDER BY name`;
const COLUMNS = `SELECT table_name AS table, column_name AS column FROM information_schema.columns
  WHERE table_schema = current_schema() AND is_generated = 'NEVER' ORDER BY table_name, ordinal_position`;
/** Rows refer to rows of tables that are filled later. Recreating the references checks that those rows exist. */
const REFERENCES = `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`;

interface Definition {
  readonly statement: string;
}

export class PostgresTarget {
  readonly #client: pg.Client;
  #later: readonly Definition[] = [];

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /**
   * Connects, and creates the tables in a transaction that stays open.
   * @param program version of this program
   * @throws StartRefusal if the database is not empty, cannot be reached, or has settings that could lose writes
   */
  static async open(config: Extract<DatabaseConfig, { kind: 'postgres' }>, program: string): Promise<PostgresTarget> {
    const client = new pg.Client({
      connectionString: config.url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'lectern move',
      types: { getTypeParser: (oid, format) => (oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) },
    });
    // The running statement fails too, with the same error.
    client.on('error', () => undefined);
    await client.connect().catch((error: unknown) => {
      throw asOpeningError(error, config.url);
    });
    const target = new PostgresTarget(client);
    try {
      await target.#begin(config.unsafeDurability, program);
      return target;
    } catch (error) {
      await target.close();
      throw error;
    }
  }

  /** The columns of each table that rows have values for. */
  async columns(): Promise<Map<string, string[]>> {
    const { rows } = await this.#client.query<{ table: string; column: string }>(COLUMNS);
    const byTable = Map.groupBy(rows, ({ table }) => table);
    return new Map([...byTable].map(([table, columns]) => [table, columns.map(({ column }) => column)]));
  }

  /** Removes rows that migrations inserted, and drops indexes and references that would slow down filling the tables. */
  async prepare(tables: readonly string[]): Promise<void> {
    const { rows: references } = await this.#client.query<{ table: string; name: string; definition: string }>(
      REFERENCES,
    );
    const { rows: indexes } = await this.#client.query<{ name: string; statement: string }>(INDEXES);
    for (const { table, name } of references)
      await this.#client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
    for (const { name } of indexes) await this.#client.query(`DROP INDEX ${quoted(name)}`);
    if (tables.length > 0) await this.#client.query(`TRUNCATE ${tables.map(quoted).join(', ')}`);
    this.#later = [
      ...indexes,
      ...references.map(({ table, name, definition }) => ({
        statement: `ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`,
      })),
    ];
  }

  /** Fills a table with rows in COPY's text format. */
  fill(table: string, columns: readonly string[], pieces: Iterable<Buffer>): Promise<void> {
    return copyIn(this.#client, `COPY ${quoted(table)} (${columns.map(quoted).join(', ')}) FROM STDIN`, pieces);
  }

  /** Reads the rows of a query in COPY's text format. */
  read(query: string, onPiece: (piece: Buffer) => void): Promise<void> {
    return copyOut(this.#client, `COPY (${query}) TO STDOUT`, onPiece);
  }

  /** Makes the numbering of a table continue after `last`. */
  async continueAfter(table: string, last: number): Promise<void> {
    const sequence = "pg_get_serial_sequence($1, 'id')";
    if (last > 0) await this.#client.query(`SELECT setval(${sequence}, $2)`, [table, last]);
  }

  /** Recreates what `prepare` dropped, and ends the move. */
  async commit(): Promise<void> {
    for (const { statement } of this.#later) await this.#client.query(statement);
    await this.#client.query('COMMIT');
    await this.#client.query('ANALYZE');
  }

  /** Closes the connection. Without an earlier `commit`, nothing was written. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  async #begin(unsafeDurability: boolean, program: string): Promise<void> {
    const client = this.#client;
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0');
    await client.query(
      "SET bytea_output = 'hex'; SET client_min_messages = warning; SET maintenance_work_mem = '256MB'",
    );
    if (!unsafeDurability) await rejectUnsafeDurability(client);
    await client.query('BEGIN');
    const { rows } = await client.query<{ count: number }>(OWN_OBJECTS);
    // Another process may have created its tables while this one waited for the lock.
    if (rows[0]?.count !== 0 || !(await lockAndMigrate(client, program)))
      throw new StartRefusal('The database that --to names is not empty; create an empty one, and name that.');
  }
}

/** Quotes a name. Names of tables and columns are the program's own. */
export function quoted(name: string): string {
  return `"${name}"`;
}
