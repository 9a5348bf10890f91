/**
 * Creates deliveries of what was committed: of each event after the cursor of its environment, for each active webhook
 * that matches it. Invariant: deliveries and cursor are written together, so that no event is left out or sent twice,
 * whenever the process stops.
 */

import { resourceId } from '../../../model/spaces/resource-id.ts';
import type { Writer } from '../../../platform/database/database.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../../../platform/database/tables.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import { bodyOf, type EventAlias, type WebhookEvent } from '../event.ts';
import { matches } from '../matching.ts';
import type { StandingWebhook } from '../webhook.ts';
import { insertAttempts, insertDeliveries, replaceWaiting, selectWaitingFirst } from './attempt-store.ts';
import {
  type CommittedItem,
  type JournalPlace,
  lockCursor,
  moveCursor,
  selectAliases,
  selectItems,
  selectRevision,
} from './cursor-store.ts';
import { AT_ONCE, type Attempt, type Delivery } from './delivery.ts';

/** Deliveries that one write creates at most, so that it does not block others for long. */
const DELIVERIES_AT_ONCE = 128;
/** A burst that does not end is delivered after this many times its webhook's `debounce_seconds`. */
const DEBOUNCES_MAX = 10;
const MS_PER_SECOND = 1_000;

/** What a write created for the events of one environment. */
export interface FanOut {
  /** First attempts that are due at once, in the order of their events. */
  readonly attempts: readonly Attempt[];
  /** Webhooks with a delivery that waits for the end of a burst, and when it is due. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Whether there are more events than one write processes. */
  readonly more: boolean;
}

const NOTHING: FanOut = { attempts: [], waiting: new Map(), more: false };

/**
 * Creates deliveries of the events of an environment and moves its cursor.
 * @param environment its number
 * @param webhooks the active ones of its space
 * @param now milliseconds
 */
export async function fanOut(
  writer: Writer,
  environment: number,
  { webhooks, now }: { webhooks: readonly StandingWebhook[]; now: number },
): Promise<FanOut> {
  const cursor = await lockCursor(writer, environment);
  const [head] = await selectRevision(writer, { environment });
  if (head === undefined || head.revision < cursor.revision) return NOTHING;
  const end = { revision: head.revision + 1, ordinal: 0 };
  if (webhooks.length === 0) {
    await moveCursor(writer, { environment, ...end });
    return NOTHING;
  }
  const limit = Math.max(Math.floor(DELIVERIES_AT_ONCE / webhooks.length), 1);
  const items = await selectItems(writer, { environment, ...cursor, limit });
  // Nobody points an alias elsewhere before the events so far have gone out (`model/spaces/name-moves.ts`).
  const aliases = items.length > 0 && webhooks.some(isFiltered) ? await selectAliases(writer, { environment }) : [];
  const { attempts, waiting } = await deliver(writer, { environment, items, aliases, webhooks, now });
  const more = items.length === limit;
  await moveCursor(writer, { environment, ...placeBehind(items, more, end) });
  return { attempts, waiting, more };
}

function isFiltered({ filters: { contentTypes, environments } }: StandingWebhook): boolean {
  return contentTypes.length > 0 || environments.length > 0;
}

/** The next cursor. What was committed while the items were read may be among them. */
function placeBehind(items: readonly CommittedItem[], more: boolean, end: JournalPlace): JournalPlace {
  const last = items.at(-1);
  if (last === undefined) return end;
  if (more) return { revision: last.revision, ordinal: last.ordinal + 1 };
  return last.revision < end.revision ? end : { revision: last.revision + 1, ordinal: 0 };
}

interface Events {
  readonly environment: number;
  readonly items: readonly CommittedItem[];
  readonly aliases: readonly EventAlias[];
  readonly webhooks: readonly StandingWebhook[];
  readonly now: number;
}

async function deliver(writer: Writer, events: Events): Promise<Pick<FanOut, 'attempts' | 'waiting'>> {
  const { now } = events;
  const [atOnce, bursts] = deliveriesOf(events);
  const keys = atOnce.map(() => timeOrderedKey(now)).sort();
  const attempts = atOnce.map((delivery, index) => firstAttempt(delivery, keys[index] ?? timeOrderedKey(now)));
  await insertDeliveries(
    writer,
    attempts.map((attempt) => deliveryRow(attempt.delivery, now)),
  );
  await insertAttempts(
    writer,
    attempts.map((attempt) => attemptRow(attempt, AT_ONCE, now)),
  );
  const waiting = new Map<string, number>();
  for (const [webhook, delivery] of bursts) waiting.set(webhook.id, await keepLast(writer, webhook, { delivery, now }));
  return { attempts, waiting };
}

/** The events to send at once, in order; and for webhooks that wait for the end of a burst, the last one. */
function deliveriesOf(events: Events): [Delivery[], Map<StandingWebhook, Delivery>] {
  const atOnce: Delivery[] = [];
  const bursts = new Map<StandingWebhook, Delivery>();
  for (const item of events.items) {
    const event = eventOf(item, events.aliases);
    const listeners = events.webhooks.filter((webhook) => matches(webhook, event));
    if (listeners.length === 0) continue;
    const shared = {
      eventId: `evt_${timeOrderedKey(events.now)}`,
      event: item.event,
      resource: `${events.environment}/${item.kind}/${item.key}`,
      revision: item.revision,
      ordinal: item.ordinal,
      body: bodyOf(event),
    };
    for (const webhook of listeners) {
      const delivery = { id: '', webhook: webhook.id, ...shared };
      if (webhook.debounceSeconds > 0) bursts.set(webhook, delivery);
      else atOnce.push(delivery);
    }
  }
  return [atOnce, bursts];
}

/** Replaces an earlier event of a burst with the last one. Returns when it is due. */
async function keepLast(
  writer: Writer,
  { id: webhook, debounceSeconds }: StandingWebhook,
  { delivery, now }: { delivery: Delivery; now: number },
): Promise<number> {
  const waitMs = debounceSeconds * MS_PER_SECOND;
  const [waiting] = await selectWaitingFirst(writer, { webhook, now });
  if (waiting === undefined) {
    const attempt = firstAttempt(delivery, timeOrderedKey(now));
    await insertDeliveries(writer, [deliveryRow(attempt.delivery, now)]);
    await insertAttempts(writer, [attemptRow(attempt, now + waitMs, now)]);
    return now + waitMs;
  }
  const dueAt = Math.min(now + waitMs, waiting.created_at + DEBOUNCES_MAX * waitMs);
  await replaceWaiting(writer, { ...waiting, webhook, dueAt }, deliveryRow(delivery, now));
  return dueAt;
}

function eventOf(item: CommittedItem, aliases: readonly EventAlias[]): WebhookEvent {
  return {
    kind: item.event,
    spaceId: item.space_id,
    environment: item.environment,
    aliases,
    resource: {
      id: publicId(item),
      ...typeOf(item),
      slug: item.kind === 'entry' ? item.slug : null,
      status: item.kind === 'entry' ? item.status : null,
    },
    at: item.at,
  };
}

function publicId({ kind, code, key, environment_id }: CommittedItem): string {
  return kind === 'environment' ? (environment_id ?? key) : resourceId(kind, code, key);
}

function typeOf({ kind, code, key, content_type_key }: CommittedItem) {
  const contentType = kind === 'content_type' ? key : content_type_key;
  const contentTypeId = contentType === null ? null : resourceId('content_type', code, contentType);
  return { contentType, contentTypeId };
}

function firstAttempt(delivery: Delivery, key: string): Attempt {
  return { id: `atm_${key}`, delivery: { ...delivery, id: `dlv_${key}` }, attempt: 1, step: 1 };
}

function deliveryRow(delivery: Delivery, now: number): WebhookDeliveryRow {
  const { webhook, id, eventId, event, resource, revision, ordinal, body } = delivery;
  return { webhook, id, event_id: eventId, event, resource, revision, ordinal, body, created_at: now };
}

/** The row of a pending attempt. */
export function attemptRow({ id, delivery, attempt, step }: Attempt, dueAt: number, now: number): WebhookAttemptRow {
  return {
    webhook: delivery.webhook,
    id,
    delivery: delivery.id,
    event: delivery.event,
    attempt,
    step,
    status: 'pending',
    due_at: dueAt,
    revision: delivery.revision,
    ordinal: delivery.ordinal,
    created_at: now,
    attempted_at: null,
    duration_ms: null,
    status_code: null,
    response: null,
    error: null,
    next_attempt_at: null,
    url: null,
    headers: null,
  };
}
