/** Asks a read replica for its identity and progress, on a separate connection. */
import pg from 'pg';

const ANSWER_MAX_MS = 3_000;

export interface ReplicaState {
  /** Whether it replays the writes of another server. */
  readonly isReplica: boolean;
  /** Identifies the server that it replicates. */
  readonly system: string;
  readonly hasCaughtUp: boolean;
}

/**
 * @param position the position in the database's log that it should have reached
 * @throws Error if it does not respond in time
 */
export async function replicaState(url: string, position: string): Promise<ReplicaState> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MAX_MS,
    query_timeout: ANSWER_MAX_MS,
    application_name: 'lectern doctor',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT pg_is_in_recovery() AS is_replica, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS has_caught_up,
        (SELECT system_identifier::text FROM pg_control_system()) AS system`,
      [position],
    );
    const [row] = rows;
    return { isReplica: row.is_replica, system: row.system, hasCaughtUp: row.has_caught_up };
  } finally {
    await client.end();
  }
}
