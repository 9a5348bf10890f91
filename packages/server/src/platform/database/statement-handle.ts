/**
 * Readers and writers over one connection. A handle only works while its transaction is open, so that a late statement
 * fails instead of slipping into someone else's transaction.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely';
import type { Tables } from './columns.ts';
import type { Deferred, Reader, WorkAtCommit, Writer } from './database.ts';
import type { Engine } from './engine.ts';

/** A connection, and what it can do besides waiting for the rows of a statement. */
export interface EngineConnection extends DatabaseConnection {
  /** Returns the rows at once, if the engine does not need to be waited for. */
  runNow?<R>(query: CompiledQuery<R>): R[];
  /**
   * Sends a statement without waiting for its result, so that a write takes only as many round trips as it has questions.
   * Resolves at once, or when fewer statements are in flight. If the statement fails, the next one that is waited for fails too,
   * or else the write.
   */
  sendAhead?(query: CompiledQuery): Promise<void>;
}

/** A handle that can be ended. After that, every statement throws. */
export interface StatementHandle {
  readonly db: Writer;
  end(): void;
}

/** Opens a handle over a connection. `beforeStatement` may throw to abort the work. */
export function openHandle(
  engine: Engine,
  connection: EngineConnection,
  beforeStatement?: () => void,
): StatementHandle {
  let open = true;
  const admit = () => {
    if (!open) throw new Error('A statement was run after its transaction had ended.');
    beforeStatement?.();
  };
  const guarded: EngineConnection = {
    executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      admit();
      return connection.executeQuery<R>(query);
    },
    streamQuery,
  };
  if (connection.sendAhead !== undefined)
    guarded.sendAhead = async (query) => {
      admit();
      await connection.sendAhead?.(query);
    };
  return {
    // Its inserts are Kysely's own; the Writer type requires every column.
    db: new WriterOver(engine, guarded) as Omit<Writer, 'insertInto'> as Writer,
    end: () => {
      open = false;
    },
  };
}

/** A reader over a connection that is always available. */
export function readerOver(engine: Engine, connection: EngineConnection): Reader {
  return new ReaderOver(engine, connection);
}

/** Runs what the writes of a transaction have deferred, each kind of work once for all of them. */
export async function runDeferred(
  writer: Writer,
  writes: readonly { deferred?: readonly Deferred[] }[],
): Promise<void> {
  const all = Map.groupBy(
    writes.flatMap(({ deferred = [] }) => deferred),
    ({ work }) => work,
  );
  for (const [work, some] of all)
    await work(
      writer,
      some.map(({ item }) => item as never),
    );
  if (writer.deferred.length > 0) throw new Error('Work at the end of a transaction cannot be deferred again.');
}

class ReaderOver extends Kysely<Tables> implements Reader {
  readonly engine: Engine;
  protected readonly under: EngineConnection;

  constructor(engine: Engine, connection: EngineConnection) {
    const { compiler, adapter, dialect } = engine;
    const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (work) => work(connection) });
    super({ config: { dialect }, driver: noDriver, executor, dialect });
    this.engine = engine;
    this.under = connection;
  }

  async run<R>(query: CompiledQuery<R>): Promise<R[]> {
    return (await this.executeQuery(query)).rows;
  }

  runNow<R>(query: CompiledQuery<R>): R[] | undefined {
    return this.under.runNow?.(query);
  }
}

class WriterOver extends ReaderOver implements Omit<Writer, 'insertInto'> {
  readonly deferred: Deferred[] = [];
  readonly #memory = new Map<() => object, object>();

  override async run<R>(query: CompiledQuery<R>): Promise<R[]> {
    if (this.under.sendAhead === undefined || !givesNoRows(query)) return super.run(query);
    await this.under.sendAhead(query);
    return [];
  }

  defer<T>(work: WorkAtCommit<T>, item: T): void {
    this.deferred.push({ work, item });
  }

  memory<T extends object>(make: () => T): T {
    const known = this.#memory.get(make) ?? make();
    this.#memory.set(make, known);
    return known as T;
  }
}

function givesNoRows({ query }: CompiledQuery): boolean {
  switch (query.kind) {
    case 'InsertQueryNode':
    case 'UpdateQueryNode':
    case 'DeleteQueryNode':
      return query.returning === undefined;
    default:
      return false;
  }
}

/** Streaming is not supported: code that reads all rows reads them page by page. */
export function streamQuery(): never {
  throw new Error('Streaming is not used here.');
}

const noDriver: Driver = {
  init: async () => {},
  acquireConnection: () => Promise.reject(new Error('Use Database.write to begin a transaction.')),
  beginTransaction: () => Promise.reject(new Error('Use Database.write to begin a transaction.')),
  commitTransaction: () => Promise.reject(new Error('Use Database.write to begin a transaction.')),
  rollbackTransaction: () => Promise.reject(new Error('Use Database.write to begin a transaction.')),
  releaseConnection: async () => {},
  destroy: async () => {},
};
