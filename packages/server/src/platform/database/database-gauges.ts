/** The metrics of the database: waiting writes, connections, and refusals. */
import type { Database, ReplicaFigures, ShareFigures } from './database.ts';

const MS_PER_SECOND = 1_000;

/** The metrics of a database. @param engine the value of the engine label on commits */
export function databaseGauges(database: Pick<Database, 'figures'>, engine: string) {
  return [
    {
      name: 'lectern_write_queue_length',
      help: 'Writes of this process that wait for their turn.',
      read: () => database.figures().queue.length,
    },
    {
      name: 'lectern_write_queue_oldest_seconds',
      help: 'How long the longest of them has waited.',
      read: () => database.figures().queue.oldestMs / MS_PER_SECOND,
    },
    counter('lectern_write_groups_total', 'Commits of writes.', 'engine', () => {
      return new Map([[engine, database.figures().commits.groups]]);
    }),
    counter('lectern_writes_committed_total', 'Writes in those commits.', 'engine', () => {
      return new Map([[engine, database.figures().commits.writes]]);
    }),
    ...shareGauges(database),
    counter('lectern_database_retries_total', 'Writes that were restarted, by reason.', 'reason', () => {
      return database.figures().retries;
    }),
    counter('lectern_database_refusals_total', 'Reads and writes that were refused with 503.', 'reason', () => {
      return database.figures().refusals;
    }),
    ...replicaGauges(database),
  ];
}

function replicaGauges(database: Pick<Database, 'figures'>) {
  const of = (figure: (replica: ReplicaFigures) => number) => () =>
    new Map([...database.figures().replicas].map(([name, replica]) => [name, figure(replica)]));
  const label = 'replica';
  return [
    counter('lectern_replica_reads_total', 'Reads that replicas could serve, by outcome.', 'outcome', () => {
      return database.figures().replicaReads;
    }),
    {
      ...gauge(
        'lectern_replica_up',
        'Whether a replica responds.',
        of(({ isAway }) => Number(!isAway)),
      ),
      label,
    },
    {
      ...gauge(
        'lectern_replica_lag_seconds',
        'For how long a replica has been behind what reads require.',
        of(({ lagMs }) => lagMs / MS_PER_SECOND),
      ),
      label,
    },
  ];
}

function shareGauges(database: Pick<Database, 'figures'>) {
  const of = (figure: (share: ShareFigures) => number) => () =>
    new Map([...database.figures().shares].map(([name, share]) => [name, figure(share)]));
  const name = (end: string) => `lectern_database_connection${end}`;
  return [
    gauge(
      name('s_max'),
      'Connections that a share may have.',
      of(({ max }) => max),
    ),
    gauge(
      name('s_used'),
      'Connections of a share in use.',
      of(({ used }) => used),
    ),
    gauge(
      name('s_waiting'),
      'Requests that wait for a connection of a share.',
      of(({ waiting }) => waiting),
    ),
    counter(
      name('_waits_total'),
      'How often a request waited for a connection of a share.',
      'share',
      of(({ waits }) => waits),
    ),
    counter(
      name('_wait_seconds_total'),
      'How long in all.',
      'share',
      of(({ waitedMs }) => waitedMs / MS_PER_SECOND),
    ),
  ];
}

type Read = () => ReadonlyMap<string, number>;

function gauge(name: string, help: string, read: Read) {
  return { name, help, label: 'share', isCounter: false, read };
}

function counter(name: string, help: string, label: string, read: Read) {
  return { name, help, label, isCounter: true, read };
}
