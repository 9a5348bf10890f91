/**
 * One connection of `node:sqlite` as Kysely sees it: prepared statements cached by their text, results in Kysely's
 * shape. Everything runs synchronously; the promises resolve at once.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { StatementObserver } from '../database.ts';
import { type EngineConnection, streamQuery } from '../statement-handle.ts';
import type { SqliteCondition } from './condition.ts';

/** Prepared statements to keep; the least recently used is dropped first. */
const STATEMENTS_KEPT = 400;

interface KeptStatement {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
}

export class SqliteConnection implements EngineConnection {
  readonly #database: DatabaseSync;
  readonly #observe: StatementObserver | undefined;
  readonly #condition: SqliteCondition;
  readonly #kept = new Map<string, KeptStatement>();
  readonly streamQuery = streamQuery;

  constructor(database: DatabaseSync, condition: SqliteCondition, observe?: StatementObserver) {
    this.#database = database;
    this.#condition = condition;
    this.#observe = observe;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#execute<R>(query);
  }

  runNow<R>(query: CompiledQuery<R>): R[] {
    return this.#execute<R>(query).rows;
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    this.#observe?.(query.sql);
    try {
      const { statement, givesRows } = this.#prepare(query.sql);
      const parameters = query.parameters as SQLInputValue[];
      if (givesRows) return { rows: statement.all(...parameters) as R[] };
      const { changes } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    } catch (error) {
      throw this.#condition.note(error);
    }
  }

  /** How many rows the connection has changed since it was opened, including in transactions that were rolled back. */
  rowsChanged(): number {
    return Number(this.#prepare('SELECT total_changes() AS rows').statement.get()?.rows);
  }

  /** Runs a statement without parameters or rows, such as BEGIN. */
  run(sql: string): void {
    try {
      this.#prepare(sql).statement.run();
    } catch (error) {
      throw this.#condition.note(error);
    }
  }

  #prepare(sql: string): KeptStatement {
    const kept = this.#kept.get(sql);
    if (kept !== undefined) {
      this.#kept.delete(sql);
      this.#kept.set(sql, kept);
      return kept;
    }
    const statement = this.#database.prepare(sql);
    const fresh = { statement, givesRows: statement.columns().length > 0 };
    // The last inserted row may be one of FTS5's own, with an id beyond 2^53, which as a number would make every statement fail.
    if (!fresh.givesRows) statement.setReadBigInts(true);
    this.#kept.set(sql, fresh);
    if (this.#kept.size > STATEMENTS_KEPT) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    return fresh;
  }
}
