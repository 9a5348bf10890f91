/**
 * Whether this process should get requests. However often it is checked, the database is queried at most once a second,
 * and never while a query is pending.
 */
import type { Database, DatabaseCondition } from '../platform/database/database.ts';
import type { Gauge } from '../platform/http/metrics.ts';
import type { Clock } from '../platform/kit/clock.ts';

const PING_TIMEOUT_MS = 1_000;
const CACHED_MS = 1_000;

/** The state of the process, set by `app.ts`; `draining` is set before it ends. */
export interface Readiness {
  draining: boolean;
}

/** What `/readyz` says of the database. */
export interface DatabaseState {
  readonly database: 'ok' | 'unreachable' | 'damaged';
  readonly writes: 'ok' | 'disk_full' | 'refused';
}

/** Looks at the state of the database. */
export function databaseStates(
  database: Pick<Database, 'ping' | 'condition'>,
  clock: Clock,
): () => Promise<DatabaseState> {
  const responds = databaseCheck(database, clock);
  return async () => databaseState(database.condition(), await responds());
}

/** Whether this process is ready, and what it still serves. */
export function readinessGauges(parts: {
  readonly databaseState: () => Promise<DatabaseState>;
  readonly readiness: Readiness;
  readonly connections: { readonly count: number };
}): Gauge[] {
  const { databaseState, readiness, connections } = parts;
  return [
    {
      name: 'lectern_ready',
      help: 'Whether this process should get requests: 1 if /readyz is 200, otherwise 0.',
      read: async () => Number(!readiness.draining && (await databaseState()).database === 'ok'),
    },
    {
      name: 'lectern_draining',
      help: 'Whether this process is shutting down: 1 if so, otherwise 0.',
      read: () => Number(readiness.draining),
    },
    {
      name: 'lectern_connections',
      help: 'Open connections of clients to this process.',
      read: () => connections.count,
    },
  ];
}

/** What is said of the database. A full disk leaves a process ready: what is published can still be read. */
export function databaseState(condition: DatabaseCondition, responds: boolean): DatabaseState {
  if (condition === 'damaged') return { database: 'damaged', writes: 'refused' };
  if (!responds) return { database: 'unreachable', writes: 'refused' };
  return { database: 'ok', writes: condition === 'full' ? 'disk_full' : 'ok' };
}

/** Checks whether the database responds: true within a second, or false. */
export function databaseCheck(database: Pick<Database, 'ping'>, clock: Clock): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let last = Promise.resolve(false);
  let open = false;
  return () => {
    if (open || clock() - checkedAt < CACHED_MS) return last;
    checkedAt = clock();
    open = true;
    const answered = database
      .ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        open = false;
      });
    last = within(PING_TIMEOUT_MS, answered);
    return last;
  };
}

/** What a promise resolves to; false if that takes too long. */
async function within(timeoutMs: number, response: Promise<boolean>): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, timeoutMs, false);
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
