/** Deliveries of a time range that are to be sent again. */
import { sql } from 'kysely';
import type { Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import type { WebhookDeliveryRow } from '../tables.ts';
import { AT_ONCE, SAMPLE } from './delivery.ts';

/** Which deliveries: made at or after the id `from` and before `until`; received or not, null for both. */
export interface DeliveryRange {
  readonly webhook: string;
  readonly from: string;
  readonly until: string;
  readonly isReceived: boolean | null;
  readonly limit: number;
}

/** A delivery of the range, with its last attempt. */
export interface DeliveryInRange extends WebhookDeliveryRow {
  readonly attempts: number;
  /** Whether a retry of it is waiting. */
  readonly isWaiting: boolean;
}

/**
 * The deliveries of a range, oldest first, locked until the write ends. Samples are left out, and so is what is about to be sent
 * for the first time or at once.
 */
export async function selectRange(writer: Writer, range: DeliveryRange): Promise<DeliveryInRange[]> {
  const { webhook, from, until, isReceived, limit } = range;
  const attempts = sql<number>`(SELECT max(a.attempt) FROM webhook_attempts a
    WHERE a.webhook = d.webhook AND a.delivery = d.id)`;
  const received = sql<boolean>`EXISTS (SELECT 1 FROM webhook_attempts a
    WHERE a.webhook = d.webhook AND a.delivery = d.id AND a.status = 'success')`;
  const waiting = sql<number>`(SELECT count(*) FROM webhook_attempts a
    WHERE a.webhook = d.webhook AND a.delivery = d.id AND a.due_at IS NOT NULL)`;
  const isNext = sql<boolean>`EXISTS (SELECT 1 FROM webhook_attempts a WHERE a.webhook = d.webhook AND a.delivery = d.id
    AND a.due_at IS NOT NULL AND (a.attempt = 1 OR a.due_at <= ${sql.lit(AT_ONCE)}))`;
  const query = writer
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .select([attempts.as('attempts'), waiting.as('waiting')])
    .where('d.webhook', '=', webhook)
    .where('d.id', '>=', from)
    .where('d.id', '<', until)
    .where('d.resource', 'not like', `${SAMPLE}/%`)
    .where((eb) => eb.not(isNext))
    .$if(isReceived === true, (some) => some.where(received))
    .$if(isReceived === false, (some) => some.where((eb) => eb.not(received)))
    .orderBy('d.id')
    .limit(limit);
  const rows = await lockForUpdate(writer, query).execute();
  return rows.map(({ waiting: count, attempts: last, ...row }) => ({
    ...row,
    attempts: Number(last ?? 0),
    isWaiting: Number(count) > 0,
  }));
}

/** Makes the waiting retries of these deliveries due now, at the start of the schedule, so that they keep the order of their resource. */
export async function bringForward(writer: Writer, webhook: string, deliveries: readonly string[]): Promise<void> {
  if (deliveries.length === 0) return;
  await writer
    .updateTable('webhook_attempts')
    .set({ due_at: AT_ONCE, step: 1 })
    .where('webhook', '=', webhook)
    .where('delivery', 'in', deliveries)
    .where('due_at', '>', AT_ONCE)
    .execute();
}
