/** Sends statements to PostgreSQL: prepared under a name on each connection, and limited in time. */
import type { CompiledQuery, QueryResult } from 'kysely';
import type pg from 'pg';
import type { StatementObserver } from '../database.ts';
import { isLockTimeout } from '../locks.ts';
import { type EngineConnection, streamQuery } from '../statement-handle.ts';
import { isConnectionLost, isStalePlan, isTransactionAborted } from './errors.ts';
import { socketOf } from './socket.ts';

const STATEMENT_NAMES_KEPT = 500;
/** How many statements may be in flight before the next one waits. */
const SENT_AHEAD_MAX = 64;

/** How the statements of a connection are run. */
export interface StatementSettings {
  readonly observe: StatementObserver | undefined;
  /** How long the next statement may take, in milliseconds; the pool's limit by default. */
  readonly maxMs?: () => number;
}

/** A connection as Kysely sees it. */
export class PostgresConnection implements EngineConnection {
  readonly #client: pg.PoolClient;
  readonly #settings: StatementSettings;
  readonly streamQuery = streamQuery;

  constructor(client: pg.PoolClient, settings: StatementSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.send(query);
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  }

  protected async send(query: CompiledQuery): Promise<pg.QueryResult> {
    const { observe, maxMs } = this.#settings;
    observe?.(query.sql);
    const name = statementName(query.sql);
    const statement = {
      text: query.sql,
      values: [...query.parameters],
      ...(name === undefined ? {} : { name }),
      ...(maxMs === undefined ? {} : { query_timeout: Math.max(1, maxMs()) }),
    };
    sendWithOthers(this.#client);
    try {
      return await this.#client.query(statement);
    } catch (error) {
      if (isStalePlan(error)) prepareAgain();
      throw error;
    }
  }
}

/**
 * The connection during one write. If a statement that was sent ahead fails, the next statement that is waited for throws its
 * error, because that one failed for the same reason: after an error a transaction does nothing more.
 */
export class WritingConnection extends PostgresConnection {
  /** Whether a statement gave up because of a lock. */
  metLock = false;
  /** Whether a statement changed any row. */
  changedRows = false;
  /** Why the connection cannot be used any more. */
  lost: Error | undefined;
  #unseen: unknown;
  /** The latest error of a statement that the server did not refuse because of an earlier one. */
  #failure: unknown;
  #underWay = 0;
  /** The last statement that was sent ahead. The server responds in order, so all earlier ones have ended once this one has. */
  #sentLast: Promise<void> = Promise.resolve();

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await super.executeQuery<R>(query).catch(async (error: unknown) => {
      throw await this.causeOf(error);
    });
    this.throwUnseen();
    return result;
  }

  protected override async send(query: CompiledQuery): Promise<pg.QueryResult> {
    const result = await super.send(query);
    if (result.command !== 'SELECT' && (result.rowCount ?? 0) > 0) this.changedRows = true;
    return result;
  }

  async sendAhead(query: CompiledQuery): Promise<void> {
    this.#sentLast = this.send(query).then(
      () => undefined,
      (error: unknown) => {
        this.#unseen ??= this.#noted(error);
      },
    );
    this.#underWay += 1;
    if (this.#underWay >= SENT_AHEAD_MAX) await this.answered();
  }

  /** Throws the error of a statement that was sent ahead, if one has failed so far. */
  throwUnseen(): void {
    this.#underWay = 0;
    const unseen = this.#unseen;
    this.#unseen = undefined;
    if (unseen !== undefined) throw unseen;
  }

  /** Waits for all statements that were sent ahead. @throws the error of the first one that failed */
  async answered(): Promise<void> {
    await this.#sentLast;
    this.throwUnseen();
  }

  /**
   * The cause of a statement's error: that of the first statement sent ahead that failed, if there is one, or otherwise the
   * error that aborted the transaction, since several statements may be waited for at once.
   */
  async causeOf(error: unknown): Promise<unknown> {
    this.#noted(error);
    await this.#sentLast;
    this.#underWay = 0;
    // A statement that was sent ahead after this one failed because of it.
    const first = this.#unseen ?? error;
    this.#unseen = undefined;
    return isTransactionAborted(first) ? (this.#failure ?? first) : first;
  }

  #noted(error: unknown): unknown {
    if (!isTransactionAborted(error)) this.#failure = error;
    if (isLockTimeout(error)) this.metLock = true;
    if (isConnectionLost(error)) this.lost ??= error as Error;
    return error;
  }
}

const statementNames = new Map<string, string>();
let generation = 0;

/** The name under which a statement is prepared; undefined once all names are used up. */
function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql);
  if (known !== undefined || statementNames.size >= STATEMENT_NAMES_KEPT) return known;
  const name = `lectern_${generation}_${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/** Makes every connection prepare all statements again, under new names. */
function prepareAgain(): void {
  statementNames.clear();
  generation += 1;
}

/** Sends the statements of one turn in one system call. One call each would cost more than building and reading them. */
function sendWithOthers(client: pg.PoolClient): void {
  const socket = socketOf(client);
  socket.cork();
  process.nextTick(() => socket.uncork());
}
