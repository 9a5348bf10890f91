/**
 * Which process sends for which webhook. A process holds the queue of a webhook by a lease: `owner` until `wake_at`. A
 * queue that nobody holds has no owner, and `wake_at` is when something in it is due. Invariant: a lease is by the
 * database's clock, and never valid for longer than `LEASE_MS` from now, whatever its row says.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { databaseTime } from '../../../platform/database/database-time.ts';
import { lockForUpdate, lockUnheld } from '../../../platform/database/locks.ts';
import { prepared } from '../../../platform/database/prepared.ts';

/** How long a lease lasts that is not renewed; one that claims to last longer is void. By the database's clock. */
export const LEASE_MS = 30_000;

/** A queue as it was when taken. */
export interface QueueState {
  readonly webhook: string;
  readonly failures: number;
  readonly failing_since: number | null;
  readonly paused_until: number;
  readonly news: number;
}

/** A queue and its holder. */
export interface AnnouncedQueue extends QueueState {
  readonly owner: string | null;
}

const queueColumns = ['webhook', 'failures', 'failing_since', 'paused_until', 'news'] as const;

interface Announcement {
  readonly webhook: string;
  readonly owner: string;
  readonly now: number;
  /** 1 if the additions do not wait for the end of a pause. */
  readonly urgent: number;
}

/**
 * Announces additions to a queue. The process takes the queue if it is free, and otherwise leaves it to its holder; a
 * paused one waits.
 */
export const announceToQueue = prepared<Announcement, AnnouncedQueue>((db, place) => {
  const free = sql<boolean>`(webhook_queues.owner IS NULL OR ${isOver(db)})
    AND (webhook_queues.paused_until <= ${place('now')} OR ${place('urgent')} = 1)`;
  return db
    .insertInto('webhook_queues')
    .values({
      webhook: place('webhook'),
      owner: place('owner'),
      wake_at: leaseEnd(db),
      failures: 0,
      failing_since: null,
      paused_until: 0,
      news: 0,
    })
    .onConflict((conflict) =>
      conflict.column('webhook').doUpdateSet({
        owner: sql`CASE WHEN ${free} THEN excluded.owner ELSE webhook_queues.owner END`,
        wake_at: sql`CASE WHEN ${free} THEN excluded.wake_at
          ELSE COALESCE(webhook_queues.wake_at, webhook_queues.paused_until) END`,
        news: sql`webhook_queues.news + 1`,
      }),
    )
    .returning([...queueColumns, 'owner']);
});

interface QueueWake {
  readonly webhook: string;
  readonly now: number;
  /** When something in it is due. */
  readonly at: number;
  /** 1 if it does not wait for the end of a pause. */
  readonly urgent: number;
}

/** Makes a queue due, by that time at the latest; one that is held stays with its holder. */
export const wakeQueue = prepared<QueueWake, unknown>((db, place) =>
  db
    .insertInto('webhook_queues')
    .values({
      webhook: place('webhook'),
      owner: null,
      wake_at: place('at'),
      failures: 0,
      failing_since: null,
      paused_until: 0,
      news: 0,
    })
    .onConflict((conflict) =>
      conflict.column('webhook').doUpdateSet({
        wake_at: sql`CASE WHEN webhook_queues.owner IS NOT NULL THEN webhook_queues.wake_at
          WHEN webhook_queues.paused_until > ${place('now')} AND ${place('urgent')} = 0
            THEN COALESCE(webhook_queues.wake_at, webhook_queues.paused_until)
          WHEN webhook_queues.wake_at < excluded.wake_at THEN webhook_queues.wake_at
          ELSE excluded.wake_at END`,
        news: sql`webhook_queues.news + 1`,
      }),
    ),
);

/** In how many milliseconds the next queue is due, or a lease ends: that by the database's clock. */
export const selectNextWake = prepared<{ now: number }, { in_ms: number | null }>((db, place) =>
  db
    .selectFrom('webhook_queues')
    .select(
      sql<number | null>`min(wake_at - CASE WHEN owner IS NULL THEN ${place('now')} ELSE ${databaseTime(db)} END)`.as(
        'in_ms',
      ),
    )
    .where('wake_at', 'is not', null),
);

/**
 * Takes due queues, those that wait longest first. One that is locked by a write is left for the next time: this order
 * is not the one in which writes lock queues, so waiting here could deadlock.
 */
export const takeDueQueues = prepared<{ owner: string; now: number; limit: number }, QueueState>((db, place) => {
  const isDue = sql<boolean>`CASE WHEN owner IS NULL THEN wake_at <= ${place('now')} ELSE ${isOver(db)} END`;
  return db
    .updateTable('webhook_queues')
    .set({ owner: place('owner'), wake_at: leaseEnd(db) })
    .where('webhook', 'in', (nested) =>
      lockUnheld(
        db,
        nested
          .selectFrom('webhook_queues')
          .select('webhook')
          .where('wake_at', 'is not', null)
          .where(isDue)
          .orderBy('wake_at')
          .limit(place('limit')),
      ),
    )
    .where(isDue)
    .returning([...queueColumns]);
});

/** Who holds queues now. */
export const selectOwners = prepared<object, { owner: string | null }>((db) =>
  db.selectFrom('webhook_queues').select('owner').distinct().where('owner', 'is not', null),
);

/** Makes the queues of owners that are gone free, and due at once. */
export const freeQueuesOf = prepared<{ owner: string; now: number }, unknown>((db, place) =>
  db
    .updateTable('webhook_queues')
    .set({ owner: null, wake_at: place('now') })
    .where('owner', '=', place('owner')),
);

/** Whether a lease is longer than any that a right clock writes. */
export const selectTooLong = prepared<object, { webhook: string }>((db) =>
  db.selectFrom('webhook_queues').select('webhook').where('owner', 'is not', null).where(isTooLong(db)).limit(1),
);

/** Makes the queues with such leases free, and due at once. */
export const freeTooLong = prepared<{ now: number }, unknown>((db, place) =>
  db
    .updateTable('webhook_queues')
    .set({ owner: null, wake_at: place('now') })
    .where('owner', 'is not', null)
    .where(isTooLong(db)),
);

/** Renews leases; returns those that are still held. Queues are locked in one order everywhere. */
export async function renewLeases(writer: Writer, owner: string, webhooks: readonly string[]): Promise<string[]> {
  const held = writer
    .selectFrom('webhook_queues')
    .select('webhook')
    .where('webhook', 'in', webhooks)
    .where('owner', '=', owner)
    .orderBy('webhook');
  const mine = (await lockForUpdate(writer, held).execute()).map(({ webhook }) => webhook);
  if (mine.length > 0)
    await writer
      .updateTable('webhook_queues')
      .set({ wake_at: leaseEnd(writer) })
      .where('webhook', 'in', mine)
      .execute();
  return mine;
}

/** Stores the state of the receiver; returns no row if another process holds the queue by now. */
export const updateQueue = prepared<
  { webhook: string; owner: string; failures: number; failingSince: number | null; pausedUntil: number },
  { webhook: string }
>((db, place) =>
  db
    .updateTable('webhook_queues')
    .set({ failures: place('failures'), failing_since: place('failingSince'), paused_until: place('pausedUntil') })
    .where('webhook', '=', place('webhook'))
    .where('owner', '=', place('owner'))
    .returning('webhook'),
);

/** Releases a queue; returns no row if another process holds it. */
export const releaseQueue = prepared<{ webhook: string; owner: string; wakeAt: number | null }, { webhook: string }>(
  (db, place) =>
    db
      .updateTable('webhook_queues')
      .set({ owner: null, wake_at: place('wakeAt') })
      .where('webhook', '=', place('webhook'))
      .where('owner', '=', place('owner'))
      .returning('webhook'),
);

/** Takes back a queue that was released in the same write. */
export const keepQueue = prepared<{ webhook: string; owner: string }, unknown>((db, place) =>
  db
    .updateTable('webhook_queues')
    .set({ owner: place('owner'), wake_at: leaseEnd(db) })
    .where('webhook', '=', place('webhook')),
);

/** When a released queue is due again. */
export const setWakeTime = prepared<{ webhook: string; wakeAt: number }, unknown>((db, place) =>
  db
    .updateTable('webhook_queues')
    .set({ wake_at: place('wakeAt') })
    .where('webhook', '=', place('webhook')),
);

/** Makes a queue due now that nobody holds, and ends a pause that is longer than any. */
export const wakeAgain = prepared<{ webhook: string; now: number; pauseEnd: number }, unknown>((db, place) =>
  db
    .updateTable('webhook_queues')
    .set({
      wake_at: sql`CASE WHEN owner IS NULL THEN ${place('now')} ELSE wake_at END`,
      paused_until: sql`CASE WHEN paused_until > ${place('pauseEnd')} THEN 0 ELSE paused_until END`,
    })
    .where('webhook', '=', place('webhook')),
);

/** Clears failures and a pause. */
export const resumeQueue = prepared<{ webhook: string; now: number }, unknown>((db, place) =>
  db
    .updateTable('webhook_queues')
    .set({
      failures: 0,
      failing_since: null,
      paused_until: 0,
      wake_at: sql`CASE WHEN owner IS NULL THEN ${place('now')} ELSE wake_at END`,
    })
    .where('webhook', '=', place('webhook')),
);

export const deleteQueue = prepared<{ webhook: string }, unknown>((db, place) =>
  db.deleteFrom('webhook_queues').where('webhook', '=', place('webhook')),
);

/** How often each of these queues was added to. */
export async function selectNews(
  db: Reader,
  webhooks: readonly string[],
): Promise<{ webhook: string; news: number }[]> {
  return db.selectFrom('webhook_queues').select(['webhook', 'news']).where('webhook', 'in', webhooks).execute();
}

/** Queues in the order of their webhooks' ids, after one of them. */
export const selectQueuesAfter = prepared<{ after: string; limit: number }, { webhook: string; isGone: number }>(
  (db, place) =>
    db
      .selectFrom('webhook_queues as q')
      .leftJoin('webhooks as w', 'w.id', 'q.webhook')
      .select(['q.webhook', sql<number>`CASE WHEN w.id IS NULL THEN 1 ELSE 0 END`.as('isGone')])
      .where('q.webhook', '>', place('after'))
      .orderBy('q.webhook')
      .limit(place('limit')),
);

function leaseEnd(db: Reader): RawBuilder<number> {
  return sql`${databaseTime(db)} + ${sql.lit(LEASE_MS)}`;
}

/** A lease is over, or was written by a clock that was ahead. */
function isOver(db: Reader): RawBuilder<boolean> {
  return sql`(webhook_queues.wake_at <= ${databaseTime(db)} OR ${isTooLong(db)})`;
}

function isTooLong(db: Reader): RawBuilder<boolean> {
  return sql`(webhook_queues.wake_at > ${databaseTime(db)} + ${sql.lit(LEASE_MS)})`;
}
