/** How attempts ended, by the hour: what the health of a webhook is made of, whatever the length of its log. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { REQUESTED } from './delivery.ts';
import { durationClass } from './durations.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** Pending attempts of one webhook that are counted. */
export const WAITING_COUNTED_MAX = 1_000;

/** An attempt that ended. */
export interface EndedAttempt {
  readonly webhook: string;
  /** Milliseconds since the epoch. */
  readonly attemptedAt: number;
  readonly durationMs: number;
  readonly isSuccess: boolean;
}

/** Counts attempts in their hours. */
export async function countEnded(writer: Writer, attempts: readonly EndedAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await writer
    .insertInto('webhook_hours')
    .values(rowsOf(attempts))
    .onConflict((conflict) =>
      conflict.columns(['webhook', 'hour', 'duration']).doUpdateSet((eb) => ({
        delivered: eb('webhook_hours.delivered', '+', eb.ref('excluded.delivered')),
        failed: eb('webhook_hours.failed', '+', eb.ref('excluded.failed')),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** One row for each webhook, hour and class, in the order in which all writers lock them. */
function rowsOf(attempts: readonly EndedAttempt[]) {
  const rows = attempts.map(({ webhook, attemptedAt, durationMs, isSuccess }) => ({
    webhook,
    hour: attemptedAt - (attemptedAt % HOUR_MS),
    duration: durationClass(durationMs),
    delivered: isSuccess ? 1 : 0,
    failed: isSuccess ? 0 : 1,
    last_at: attemptedAt,
  }));
  const sums = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const key = `${row.webhook} ${row.hour} ${row.duration}`;
    const sum = sums.get(key);
    const [delivered, failed] = [row.delivered + (sum?.delivered ?? 0), row.failed + (sum?.failed ?? 0)];
    sums.set(key, { ...row, delivered, failed, last_at: Math.max(row.last_at, sum?.last_at ?? 0) });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** Attempts of webhooks since a time, by class of duration. */
export async function endedSince(db: Reader, webhooks: readonly string[], since: number) {
  return db
    .selectFrom('webhook_hours')
    .select(['webhook', 'duration'])
    .select(({ fn }) => [fn.sum<number>('delivered').as('delivered'), fn.sum<number>('failed').as('failed')])
    .where('webhook', 'in', webhooks)
    .where('hour', '>=', since - (since % HOUR_MS))
    .groupBy(['webhook', 'duration'])
    .execute();
}

/** The state of the receivers of webhooks: attempts waiting, up to `WAITING_COUNTED_MAX`, and the time of the last one made. */
export async function receiverStates(db: Reader, webhooks: readonly string[]) {
  const waiting = sql<number>`(SELECT count(*) FROM (SELECT 1 FROM webhook_attempts a
    WHERE a.webhook = webhooks.id AND a.due_at >= ${sql.lit(REQUESTED)} LIMIT ${sql.lit(WAITING_COUNTED_MAX)}) AS counted)`;
  const last = sql<number | null>`(SELECT max(h.last_at) FROM webhook_hours h WHERE h.webhook = webhooks.id
    AND h.hour = (SELECT max(l.hour) FROM webhook_hours l WHERE l.webhook = webhooks.id))`;
  return db
    .selectFrom('webhooks')
    .select(['id', 'failing_since', 'paused_until', waiting.as('waiting'), last.as('last_at')])
    .where('id', 'in', webhooks)
    .execute();
}

/** The next webhook with counts, by id, and whether it is gone. */
export async function selectCountedAfter(db: Reader, after: string) {
  return db
    .selectFrom('webhook_hours as h')
    .leftJoin('webhooks as w', 'w.id', 'h.webhook')
    .select(['h.webhook', sql<number>`CASE WHEN w.id IS NULL THEN 1 ELSE 0 END`.as('isGone')])
    .where('h.webhook', '>', after)
    .orderBy('h.webhook')
    .limit(1)
    .executeTakeFirst();
}

/** Removes the counts of a webhook from hours before a time. */
export async function deleteHoursBefore(writer: Writer, webhook: string, before: number): Promise<void> {
  await writer.deleteFrom('webhook_hours').where('webhook', '=', webhook).where('hour', '<', before).execute();
}
