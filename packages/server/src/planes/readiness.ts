/**
 * Whether this process should get requests. However often it is checked, the database is queried at most once a second,
 * and never while a query is pending.
 */

import type { Contact } from '../platform/database/contact.ts';
import type { Database, DatabaseCondition } from '../platform/database/database.ts';
import type { Gauge } from '../platform/http/metrics.ts';
import type { Clock } from '../platform/kit/clock.ts';
import { type Deadline, usualDeadline } from '../platform/kit/deadline.ts';
import { within } from '../platform/kit/within.ts';

const PING_TIMEOUT_MS = 1_000;
const CACHED_MS = 1_000;

/** The state of the process, set by `app.ts`; `draining` is set before it ends. */
export interface Readiness {
  draining: boolean;
}

/** What `/readyz` says of the database. */
export interface DatabaseState {
  readonly database: 'ok' | 'unreachable' | 'damaged' | 'replaced';
  readonly writes: 'ok' | 'disk_full' | 'failing' | 'refused';
}

/**
 * Whether requests should be sent here. Published content that goes on from memory while the database is away keeps a
 * process ready: a balancer that took out every process then would end what they still can do.
 * @param needsWrites whether only a process that takes writes is wanted
 */
export function isReady(
  { database, writes }: DatabaseState,
  { contact, needsWrites }: { readonly contact: Pick<Contact, 'mayRecallAny'>; readonly needsWrites: boolean },
): boolean {
  if (needsWrites && writes !== 'ok') return false;
  return database === 'ok' || (database === 'unreachable' && contact.mayRecallAny);
}

/** Looks at the state of the database. */
export function databaseStates(
  database: Pick<Database, 'ping' | 'condition'>,
  clock: Clock,
  deadline: Deadline = usualDeadline,
): () => Promise<DatabaseState> {
  const responds = databaseCheck(database, clock, deadline);
  return async () => databaseState(database.condition(), await responds());
}

const writesIn = { ok: 'ok', full: 'disk_full', failing: 'failing' } as const;

/** What is said of the database. A full disk leaves a process ready: what is published can still be read. */
export function databaseState(condition: DatabaseCondition, responds: boolean): DatabaseState {
  if (condition === 'damaged' || condition === 'replaced') return { database: condition, writes: 'refused' };
  if (!responds) return { database: 'unreachable', writes: 'refused' };
  return { database: 'ok', writes: writesIn[condition] };
}

/** Checks whether the database responds: true within a second, or false. */
export function databaseCheck(
  database: Pick<Database, 'ping'>,
  clock: Clock,
  deadline: Deadline = usualDeadline,
): () => Promise<boolean> {
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
    last = within(deadline(PING_TIMEOUT_MS), answered, false);
    return last;
  };
}

/** What `/metrics` shows of the state of the process: what `/readyz` says, 1 for yes and 0 for no. */
export function readinessGauges(parts: {
  readonly databaseState: () => Promise<DatabaseState>;
  readonly contact: Pick<Contact, 'mayRecallAny'>;
  readonly readiness: Readiness;
}): Gauge[] {
  const { databaseState, contact, readiness } = parts;
  return [
    {
      name: 'lectern_ready',
      help: 'Whether /readyz is 200.',
      read: async () => Number(!readiness.draining && isReady(await databaseState(), { contact, needsWrites: false })),
    },
    {
      name: 'lectern_database_up',
      help: 'Whether the database responds, is not damaged, and its file is in place.',
      read: async () => Number((await databaseState()).database === 'ok'),
    },
    {
      name: 'lectern_writes_accepted',
      help: 'Whether writes are taken.',
      read: async () => Number((await databaseState()).writes === 'ok'),
    },
    {
      name: 'lectern_draining',
      help: 'Whether the process is shutting down.',
      read: () => Number(readiness.draining),
    },
  ];
}
