/**
 * Attempts that somebody asks for: a sample event, or a delivery once more with the same id and bytes. They go out
 * whatever the state of the webhook, and are not repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Writer } from '../../database/database.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../../database/tables.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId, timeOrderedKey } from '../../kit/ids.ts';
import { MASTER } from '../../spaces/environment.ts';
import { bodyOf, type EventKind } from '../event.ts';
import type { AttemptRecord } from '../schema.ts';
import { webhookById } from '../store.ts';
import { insertAttempts, insertDeliveries, selectDelivery, selectLastAttempt } from './attempt-store.ts';
import { ASKED_FOR, OUTSIDE_SCHEDULE } from './delivery.ts';
import { attemptRow } from './fan-out.ts';
import { attemptRecord } from './log.ts';
import { findAttempt } from './log-store.ts';
import { wakeQueue } from './queue-store.ts';

/** Whoever asks waits as long for what comes of it. */
const AWAITED_FOR_MS = 6_000;
const ASKED_EVERY_MS = 25;
const SAMPLE_KIND: EventKind = 'entry.publish';
const SAMPLE_RESOURCE = {
  id: 'ent_sample_example',
  contentType: 'example',
  contentTypeId: null,
  slug: 'example',
  status: 'published',
};

interface AskedParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Told after the commit that an attempt was asked for. */
  readonly onAsked: () => void;
}

/**
 * Sends a sample of the first kind of event that the webhook is told of.
 * @returns the record of the attempt when it has ended, or as it stands after a few seconds; undefined where the webhook is gone
 */
export async function sendSample(parts: AskedParts, webhookId: string): Promise<AttemptRecord | undefined> {
  const row = await webhookById(parts.database.reader, webhookId);
  if (row === undefined) return undefined;
  const delivery = sampleFor(row, parts.clock());
  const id = await parts.database.write(async (writer) => {
    await insertDeliveries(writer, [delivery]);
    return ask(writer, delivery, parts.clock());
  });
  return outcomeOf(parts, row, id);
}

/** Sends a delivery once more. Undefined where the webhook has no such delivery. */
export async function sendAgain(
  parts: AskedParts,
  webhookId: string,
  deliveryId: string,
): Promise<AttemptRecord | undefined> {
  const row = await webhookById(parts.database.reader, webhookId);
  const id = await parts.database.write(async (writer) => {
    const [delivery] = await selectDelivery(writer, { webhook: webhookId, id: deliveryId });
    return delivery === undefined ? undefined : ask(writer, delivery, parts.clock());
  });
  return row === undefined || id === undefined ? undefined : outcomeOf(parts, row, id);
}

/** Adds the attempt to the queue, before all others. Gives its id. */
async function ask(writer: Writer, row: WebhookDeliveryRow, now: number): Promise<string> {
  const { webhook, event_id: eventId } = row;
  const [last] = await selectLastAttempt(writer, { webhook, delivery: row.id });
  const id = newId('atm', now);
  const attempt = { id, delivery: { ...row, eventId }, attempt: (last?.attempt ?? 0) + 1, step: OUTSIDE_SCHEDULE };
  await wakeQueue(writer, { webhook, now, at: now, urgent: 1 });
  await insertAttempts(writer, [attemptRow(attempt, ASKED_FOR, now)]);
  return id;
}

async function outcomeOf(
  { database, clock, onAsked }: AskedParts,
  { id: webhook, url }: WebhookRow,
  id: string,
): Promise<AttemptRecord | undefined> {
  onAsked();
  const deadline = clock() + AWAITED_FOR_MS;
  for (;;) {
    const attempt = await findAttempt(database.reader, webhook, id);
    if (attempt === undefined) return undefined;
    if (attempt.due_at === null || clock() >= deadline) return attemptRecord(attempt, url);
    await sleep(ASKED_EVERY_MS);
  }
}

function sampleFor({ id: webhook, space_id: spaceId, events }: WebhookRow, now: number): WebhookDeliveryRow {
  const [kind = SAMPLE_KIND] = JSON.parse(events) as EventKind[];
  const key = timeOrderedKey(now);
  return {
    webhook,
    id: `dlv_${key}`,
    event_id: `evt_${key}`,
    event: kind,
    resource: `sample/${key}`,
    revision: 0,
    ordinal: 0,
    body: bodyOf({ kind, spaceId, environment: MASTER, resource: SAMPLE_RESOURCE, at: now }),
    created_at: now,
  };
}
