/**
 * A Kysely handle over one connection that only works while its transaction is open, so that a late statement fails
 * instead of slipping into someone else's transaction.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import { type SendAhead, sendsAhead } from './sent-ahead.ts';
import type { Tables } from './tables.ts';

/** The parts of an engine that Kysely needs to compile and run queries. */
export interface Engine {
  readonly dialect: Dialect;
  readonly adapter: DialectAdapter;
  readonly compiler: QueryCompiler;
}

/** A handle that can be ended; after that every statement throws. */
export interface StatementHandle {
  readonly db: Kysely<Tables>;
  end(): void;
}

/** A connection that may be able to send statements without waiting for them. */
export type WriteConnection = DatabaseConnection & { readonly sendAhead?: SendAhead };

/** Opens a handle over a connection. `beforeStatement` may throw to abort the work. */
export function openHandle(engine: Engine, connection: WriteConnection, beforeStatement?: () => void): StatementHandle {
  let open = true;
  const admit = () => {
    if (!open) throw new Error('A statement was run after its transaction had ended.');
    beforeStatement?.();
  };
  const guarded: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      admit();
      return connection.executeQuery<R>(query);
    },
    streamQuery: () => {
      throw new Error('Streaming is not used here.');
    },
  };
  const db = kyselyOver(engine, guarded);
  if (connection.sendAhead !== undefined)
    sendsAhead(db, async (query) => {
      admit();
      await connection.sendAhead?.(query);
    });
  return {
    db,
    end: () => {
      open = false;
    },
  };
}

/** A Kysely over a connection that is always available. */
export function kyselyOver(engine: Engine, connection: DatabaseConnection): Kysely<Tables> {
  const provider = {
    provideConnection: <T>(consumer: (c: DatabaseConnection) => Promise<T>): Promise<T> => consumer(connection),
  };
  const executor = new DefaultQueryExecutor(engine.compiler, engine.adapter, provider);
  return new Kysely<Tables>({
    config: { dialect: engine.dialect },
    driver: noDriver,
    executor,
    dialect: engine.dialect,
  });
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
