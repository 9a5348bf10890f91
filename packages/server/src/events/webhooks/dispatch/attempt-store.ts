/** Rows of deliveries and their attempts: pending attempts, and the outcomes of finished ones. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookRow } from '../tables.ts';
import { AT_ONCE, type Attempt, type AttemptResult, type Delivery, OUTSIDE_SCHEDULE } from './delivery.ts';

/** Batch sizes for inserting rows. A few fixed sizes keep the number of prepared statements small. */
const ROWS_AT_ONCE: readonly number[] = [32, 8, 1];

/** A due attempt. */
export interface DueRow {
  readonly id: string;
  readonly attempt: number;
  readonly step: number;
  readonly delivery: string;
  readonly event_id: string;
  readonly event: string;
  readonly resource: string;
  readonly revision: number;
  readonly ordinal: number;
  readonly body: string;
  readonly tags: string;
  readonly slugs: string | null;
}

const dueColumns = [
  'a.id',
  'a.attempt',
  'a.step',
  'a.delivery',
  'd.event_id',
  'd.event',
  'd.resource',
  'd.revision',
  'd.ordinal',
  'd.body',
  'd.tags',
  'd.slugs',
] as const;

export async function insertDeliveries(writer: Writer, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  for (const part of parts(rows)) await writer.insertInto('webhook_deliveries').values(part).execute();
}

export async function insertAttempts(writer: Writer, rows: readonly WebhookAttemptRow[]): Promise<void> {
  for (const part of parts(rows)) await writer.insertInto('webhook_attempts').values(part).execute();
}

/** Attempts with `after < due_at <= until`, in the order in which they are made. */
export const selectDue = prepared<{ webhook: string; after: number; until: number; limit: number }, DueRow>(
  (db, place) =>
    db
      .selectFrom('webhook_attempts as a')
      .innerJoin('webhook_deliveries as d', (join) =>
        join.onRef('d.webhook', '=', 'a.webhook').onRef('d.id', '=', 'a.delivery'),
      )
      .select([...dueColumns])
      .where('a.webhook', '=', place('webhook'))
      .where('a.due_at', '>', place('after'))
      .where('a.due_at', '<=', place('until'))
      .orderBy('a.due_at')
      .orderBy('a.revision')
      .orderBy('a.ordinal')
      .limit(place('limit')),
);

/** A webhook with pending attempts. */
export interface PendingWebhook {
  readonly webhook: string;
  /** The earliest `due_at` of its attempts. */
  readonly due_at: number;
  /** Null if the webhook is gone. */
  readonly active: number | null;
  readonly failures: number | null;
  readonly paused_until: number | null;
}

/**
 * The webhooks with pending attempts, by id. Skips through the index from one webhook to the next, so that neither idle
 * webhooks nor long queues add to the cost.
 */
export const selectPendingWebhooks = prepared<object, PendingWebhook>((db) =>
  db
    .withRecursive('pending', (cte) =>
      cte
        .selectFrom('webhook_attempts as a')
        .select(({ fn }) => fn.min<string | null>('a.webhook').as('webhook'))
        .where('a.due_at', 'is not', null)
        .unionAll((union) =>
          union
            .selectFrom('pending as p')
            .select((eb) =>
              eb
                .selectFrom('webhook_attempts as a')
                .select(({ fn }) => fn.min<string | null>('a.webhook').as('webhook'))
                .where('a.due_at', 'is not', null)
                .whereRef('a.webhook', '>', 'p.webhook')
                .as('webhook'),
            )
            .where('p.webhook', 'is not', null),
        ),
    )
    .selectFrom('pending as p')
    .leftJoin('webhooks as w', 'w.id', 'p.webhook')
    .select(['w.active', 'w.failures', 'w.paused_until'])
    .select((eb) => [
      eb.ref('p.webhook').$castTo<string>().as('webhook'),
      eb
        .selectFrom('webhook_attempts as a')
        .select(({ fn }) => fn.min<number>('a.due_at').as('due_at'))
        .whereRef('a.webhook', '=', 'p.webhook')
        .where('a.due_at', 'is not', null)
        .$castTo<number>()
        .as('due_at'),
    ])
    .where('p.webhook', 'is not', null)
    .orderBy('p.webhook'),
);

/** The recent behaviour of a receiver. */
export interface ReceiverState {
  /** Failed attempts since the last success, and the time of the first of them in milliseconds. */
  readonly failures: number;
  readonly failingSince: number | null;
  /** Until this time only requested attempts are made; 0 if not paused. */
  readonly pausedUntil: number;
}

/** The receiver of a webhook. */
export const selectReceiver = prepared<
  { webhook: string },
  Pick<WebhookRow, 'active' | 'url' | 'version' | 'failures' | 'failing_since' | 'paused_until'>
>((db, place) =>
  db
    .selectFrom('webhooks')
    .select(['active', 'url', 'version', 'failures', 'failing_since', 'paused_until'])
    .where('id', '=', place('webhook')),
);

export const updateReceiver = prepared<{ webhook: string } & ReceiverState, unknown>((db, place) =>
  db
    .updateTable('webhooks')
    .set({ failures: place('failures'), failing_since: place('failingSince'), paused_until: place('pausedUntil') })
    .where('id', '=', place('webhook')),
);

/** A first attempt that is waiting for the end of a burst. */
export interface WaitingFirst {
  readonly webhook: string;
  readonly id: string;
  readonly delivery: string;
  readonly created_at: number;
  readonly held_for: string | null;
}

const waitingColumns = ['webhook', 'id', 'delivery', 'created_at', 'held_for'] as const;

/** The first attempt of a webhook that is waiting for its due time, as in a burst. Locked until the write ends. */
export const selectWaitingFirst = prepared<{ webhook: string; now: number }, WaitingFirst>((db, place) =>
  lockForUpdate(
    db,
    db
      .selectFrom('webhook_attempts')
      .select([...waitingColumns])
      .where('webhook', '=', place('webhook'))
      .where('due_at', '>', place('now'))
      .where('attempt', '=', 1)
      .limit(1),
  ),
);

/** Finds a pending attempt that was stored while a clock was ahead. */
export const selectFromAhead = prepared<{ latest: number }, { id: string }>((db, place) =>
  db
    .selectFrom('webhook_attempts')
    .select('id')
    .where('due_at', 'is not', null)
    .where('created_at', '>', place('latest'))
    .limit(1),
);

/** Restarts the wait of such attempts now, with the same length. */
export const waitFromNow = prepared<{ latest: number; now: number }, unknown>((db, place) =>
  db
    .updateTable('webhook_attempts')
    .set({
      due_at: sql`CASE WHEN due_at > ${sql.lit(AT_ONCE)} THEN due_at - created_at + ${place('now')} ELSE due_at END`,
      created_at: place('now'),
    })
    .where('due_at', 'is not', null)
    .where('created_at', '>', place('latest')),
);

/** Pending first attempts of autosaves of these resources, locked until the write ends. */
export async function selectHeld(
  writer: Writer,
  { webhooks, resources }: { webhooks: readonly string[]; resources: readonly string[] },
): Promise<(WaitingFirst & { readonly held_for: string; readonly due_at: number })[]> {
  if (webhooks.length === 0 || resources.length === 0) return [];
  const held = writer
    .selectFrom('webhook_attempts')
    .select([...waitingColumns])
    .select((eb) => [
      eb.ref('held_for').$castTo<string>().as('held_for'),
      eb.ref('due_at').$castTo<number>().as('due_at'),
    ])
    .where('webhook', 'in', webhooks)
    .where('held_for', 'in', resources)
    .where('due_at', 'is not', null)
    .orderBy('webhook')
    .orderBy('id');
  return lockForUpdate(writer, held).execute();
}

/** Makes a held autosave due at once, so that it is sent before the events that follow it. */
export const releaseClaims = prepared<{ webhook: string; id: string }, unknown>((db, place) =>
  db
    .updateTable('webhook_attempts')
    .set({ due_at: AT_ONCE, held_for: null })
    .where('webhook', '=', place('webhook'))
    .where('id', '=', place('id')),
);

/**
 * Removes a waiting delivery because a later event replaces it. If it is being sent at this moment, that attempt ends without
 * a row. If somebody has requested the delivery again in the meantime, the delivery itself is kept.
 */
export async function removeWaiting(
  writer: Writer,
  { webhook, id, delivery }: Pick<WaitingFirst, 'webhook' | 'id' | 'delivery'>,
): Promise<void> {
  await writer.deleteFrom('webhook_attempts').where('webhook', '=', webhook).where('id', '=', id).execute();
  await writer
    .deleteFrom('webhook_deliveries')
    .where('webhook', '=', webhook)
    .where('id', '=', delivery)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_attempts as a')
            .select('a.id')
            .where('a.webhook', '=', webhook)
            .where('a.delivery', '=', delivery),
        ),
      ),
    )
    .execute();
}

const finish = prepared<
  Pick<
    WebhookAttemptRow,
    | 'webhook'
    | 'id'
    | 'status'
    | 'attempted_at'
    | 'duration_ms'
    | 'status_code'
    | 'response'
    | 'response_headers'
    | 'error'
    | 'next_attempt_at'
    | 'url'
    | 'headers'
  >,
  { id: string }
>((db, place) =>
  db
    .updateTable('webhook_attempts')
    .set({
      status: place('status'),
      due_at: null,
      held_for: null,
      attempted_at: place('attempted_at'),
      duration_ms: place('duration_ms'),
      status_code: place('status_code'),
      response: place('response'),
      response_headers: place('response_headers'),
      error: place('error'),
      next_attempt_at: place('next_attempt_at'),
      url: place('url'),
      headers: place('headers'),
    })
    .where('webhook', '=', place('webhook'))
    .where('id', '=', place('id'))
    .where('due_at', 'is not', null)
    .returning('id'),
);

/** Stores the outcome of an attempt. @returns false if it already has one, or a later event replaced it while it was made */
export async function finishAttempt(
  writer: Writer,
  { id, delivery }: Pick<Attempt, 'id'> & { readonly delivery: Pick<Delivery, 'webhook'> },
  outcome: { readonly result: AttemptResult; readonly status: 'success' | 'failed'; readonly nextAt: number | null },
): Promise<boolean> {
  const { result, status, nextAt } = outcome;
  const [finished] = await finish(writer, {
    webhook: delivery.webhook,
    id,
    status,
    attempted_at: result.attemptedAt,
    duration_ms: Math.round(result.durationMs),
    status_code: result.statusCode,
    response: result.response,
    response_headers: result.statusCode === null ? null : JSON.stringify(result.responseHeaders),
    error: result.error,
    next_attempt_at: nextAt,
    url: result.url,
    headers: JSON.stringify(result.headers),
  });
  return finished !== undefined;
}

/** Ids of the given attempts that are still pending. */
export async function pendingAmong(db: Reader, attempts: readonly Attempt[]): Promise<ReadonlySet<string>> {
  const webhooks = [...new Set(attempts.map(({ delivery }) => delivery.webhook))];
  const ids = attempts.map(({ id }) => id);
  const rows = await db
    .selectFrom('webhook_attempts')
    .select('id')
    .where('webhook', 'in', webhooks)
    .where('id', 'in', ids)
    .where('due_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The number of the last attempt of a delivery, made or pending. */
export const selectLastAttempt = prepared<{ webhook: string; delivery: string }, { attempt: number }>((db, place) =>
  db
    .selectFrom('webhook_attempts')
    .select('attempt')
    .where('webhook', '=', place('webhook'))
    .where('delivery', '=', place('delivery'))
    .orderBy('attempt', 'desc')
    .limit(1),
);

/** Deletes the pending attempts that the schedule created for a delivery. Requested attempts stay: somebody is waiting for them. */
export const deleteScheduledOf = prepared<{ webhook: string; delivery: string }, unknown>((db, place) =>
  db
    .deleteFrom('webhook_attempts')
    .where('webhook', '=', place('webhook'))
    .where('delivery', '=', place('delivery'))
    .where('step', '>', OUTSIDE_SCHEDULE)
    .where('due_at', 'is not', null),
);

/** A delivery, locked until the write ends. If two requests name the same delivery, the second waits. */
export const lockDelivery = prepared<{ webhook: string; id: string }, WebhookDeliveryRow>((db, place) =>
  lockForUpdate(
    db,
    db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook', '=', place('webhook'))
      .where('id', '=', place('id')),
  ),
);

/** The next webhook with deliveries, by id, and whether it is gone. */
export const selectDeliveredAfter = prepared<{ after: string }, { webhook: string; isGone: number }>((db, place) =>
  db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhooks as w', 'w.id', 'd.webhook')
    .select(['d.webhook', sql<number>`CASE WHEN w.id IS NULL THEN 1 ELSE 0 END`.as('isGone')])
    .where('d.webhook', '>', place('after'))
    .orderBy('d.webhook')
    .limit(1),
);

/** Removes attempts of a webhook with ids before the given one; returns how many. */
export async function deleteAttemptsBefore(
  writer: Writer,
  { webhook, id, limit }: { webhook: string; id: string; limit: number },
): Promise<number> {
  const rows = await writer
    .deleteFrom('webhook_attempts')
    .where('webhook', '=', webhook)
    .where('id', 'in', (nested) =>
      nested
        .selectFrom('webhook_attempts')
        .select('id')
        .where('webhook', '=', webhook)
        .where('id', '<', id)
        .orderBy('id')
        .limit(limit),
    )
    .returning('id')
    .execute();
  return rows.length;
}

/** Removes deliveries of a webhook with ids before the given one that have no attempts left; returns how many. */
export async function deleteDeliveriesBefore(
  writer: Writer,
  { webhook, id, limit }: { webhook: string; id: string; limit: number },
): Promise<number> {
  const rows = await writer
    .deleteFrom('webhook_deliveries')
    .where('webhook', '=', webhook)
    .where('id', 'in', (nested) =>
      nested
        .selectFrom('webhook_deliveries as d')
        .select('d.id')
        .where('d.webhook', '=', webhook)
        .where('d.id', '<', id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_attempts as a')
                .select('a.id')
                .whereRef('a.webhook', '=', 'd.webhook')
                .whereRef('a.delivery', '=', 'd.id'),
            ),
          ),
        )
        .orderBy('d.id')
        .limit(limit),
    )
    .returning('id')
    .execute();
  return rows.length;
}

/**
 * The time since which the most overdue attempt has been due, in milliseconds; null if none is due. Attempts of disabled
 * or paused webhooks do not count as due.
 */
export async function oldestDueAt(db: Reader, now: number): Promise<number | null> {
  const { at } = await db
    .selectFrom('webhook_attempts as a')
    .innerJoin('webhooks as w', 'w.id', 'a.webhook')
    .select((eb) =>
      eb.fn
        .min(eb.case().when('a.due_at', '<=', AT_ONCE).then(eb.ref('a.created_at')).else(eb.ref('a.due_at')).end())
        .as('at'),
    )
    .where('a.due_at', '<=', now)
    .where('w.paused_until', '<=', now)
    .where('w.active', '=', 1)
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}

/** The number of pending attempts. */
export async function countPending(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function parts<T>(rows: readonly T[]): T[][] {
  const result: T[][] = [];
  let at = 0;
  for (const size of ROWS_AT_ONCE) {
    for (; at + size <= rows.length; at += size) result.push(rows.slice(at, at + size));
  }
  return result;
}
