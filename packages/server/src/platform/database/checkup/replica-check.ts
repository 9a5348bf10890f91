/** Checks that read replicas respond, replicate this database, and keep up with it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ReplicaState } from '../postgres/replica-state.ts';
import type { Check, Fault } from './check.ts';

const CAUGHT_UP_WITHIN_MS = 10_000;
const POLL_MS = 100;

/** @param urls the replicas; none on SQLite */
export function replicaCheck(database: Database, urls: readonly string[]): Check {
  return {
    name: 'replicas',
    find: async function* () {
      for (const url of urls) yield* await faultsOf(database, url);
    },
  };
}

async function faultsOf(database: Database, url: string): Promise<Fault[]> {
  // The engine that is not used is not loaded.
  const { replicaState } = await import('../postgres/replica-state.ts');
  const about = `replica ${new URL(url).host}`;
  const fault = (problem: string, remedy: string): Fault[] => [{ about, problem, remedy, repair: null }];
  const primary = await positionOf(database);
  const deadline = Date.now() + CAUGHT_UP_WITHIN_MS;
  for (;;) {
    let state: ReplicaState;
    try {
      state = await replicaState(url, primary.position);
    } catch (error) {
      return fault(
        `does not respond (${error instanceof Error ? error.message : error})`,
        'start it, or look at its log',
      );
    }
    if (!state.isReplica || state.system !== primary.system)
      return fault('is not a replica of this database', 'set LECTERN_DATABASE_READ_URL to its replicas');
    if (state.hasCaughtUp) return [];
    if (Date.now() > deadline)
      return fault(`is more than ${CAUGHT_UP_WITHIN_MS / 1_000} seconds behind`, 'look at pg_stat_replication');
    await sleep(POLL_MS);
  }
}

async function positionOf({ reader }: Database): Promise<{ position: string; system: string }> {
  const { rows } = await sql<{ position: string; system: string }>`SELECT pg_current_wal_flush_lsn()::text AS position,
    (SELECT system_identifier::text FROM pg_control_system()) AS system`.execute(reader);
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL did not report its position.');
  return row;
}
