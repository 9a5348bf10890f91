/**
 * Creates deliveries for committed events: one for each event after the cursor of its environment and each active webhook
 * that matches it. Invariant: deliveries and cursor are written together, so no event is skipped or sent twice, whenever
 * the process stops.
 */

import { joinedTags, tagsOfChange } from '../../../model/spaces/cache-tags.ts';
import type { Locales } from '../../../model/spaces/locale.ts';
import { readLocales } from '../../../model/spaces/locales.ts';
import { resourceId } from '../../../model/spaces/resource-id.ts';
import type { Writer } from '../../../platform/database/database.ts';
import { AUTOSAVE } from '../../../platform/journal/autosave.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import { bodyOf, type EventAlias, type WebhookEvent } from '../event.ts';
import { slugsHeader } from '../event-slugs.ts';
import { matches } from '../matching.ts';
import type { ActiveWebhook } from '../webhook.ts';
import { insertAttempts, insertDeliveries, lockDelivery, removeWaiting, selectWaitingFirst } from './attempt-store.ts';
import {
  type CommittedItem,
  type JournalPlace,
  lockCursor,
  moveCursor,
  selectAliases,
  selectItems,
  selectRevision,
} from './cursor-store.ts';
import { burstDueAt, DelayedAutosaves, TYPING_SECONDS } from './delayed-autosaves.ts';
import { AT_ONCE, type Delivery } from './delivery.ts';
import { attemptRow, deliveryRow, firstAttempt } from './rows.ts';

/** The most deliveries that one write creates, so that it does not block other writes for long. */
const DELIVERIES_AT_ONCE = 128;

/** What a write created for the events of one environment. */
export interface FanOut {
  /** Webhooks that now have attempts to make at once. */
  readonly webhooks: ReadonlySet<string>;
  /** Whether there were more events than one write processes. */
  readonly more: boolean;
}

const NOTHING: FanOut = { webhooks: new Set(), more: false };

/**
 * Creates deliveries for an environment's events and moves its cursor.
 * @param environment the environment's number
 * @param webhooks the active webhooks of its space
 * @param now milliseconds
 */
export async function fanOut(
  writer: Writer,
  environment: number,
  { webhooks, now }: { webhooks: readonly ActiveWebhook[]; now: number },
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
  // An alias never switches before the events so far have been fanned out (`model/spaces/name-moves.ts`).
  const aliases = items.length > 0 && webhooks.some(isFiltered) ? await selectAliases(writer, { environment }) : [];
  const withSlugs = items.find(({ slugs }) => slugs !== null);
  const locales = withSlugs && (await readLocales(writer, withSlugs.space_id));
  const added = await deliver(writer, { environment, items, aliases, locales, webhooks, now });
  const more = items.length === limit;
  await moveCursor(writer, { environment, ...placeBehind(items, more, end) });
  return { webhooks: added, more };
}

function isFiltered({ filters: { contentTypes, environments } }: ActiveWebhook): boolean {
  return contentTypes.length > 0 || environments.length > 0;
}

/** The next cursor. The items may include some that were committed while they were being read. */
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
  /** The locales of the space; undefined where no event has slugs. */
  readonly locales: Locales | undefined;
  readonly webhooks: readonly ActiveWebhook[];
  readonly now: number;
}

/** Returns the webhooks that now have attempts to make at once. */
async function deliver(writer: Writer, events: Events): Promise<Set<string>> {
  const { now } = events;
  const held = await DelayedAutosaves.of(writer, resourcesToHold(events), now);
  const { atOnce, bursts } = await deliveriesOf(events, held);
  const keys = atOnce.map(() => timeOrderedKey(now)).sort();
  const fresh = atOnce.map((delivery, index) => firstAttempt(delivery, keys[index] ?? timeOrderedKey(now)));
  await insertDeliveries(
    writer,
    fresh.map((attempt) => deliveryRow(attempt.delivery, now)),
  );
  await insertAttempts(
    writer,
    fresh.map((attempt) => attemptRow(attempt, AT_ONCE, now)),
  );
  await held.store();
  for (const [webhook, burst] of bursts) await keepLast(writer, webhook, { burst, now });
  return new Set([...held.released, ...atOnce.map(({ webhook }) => webhook)]);
}

/** The webhooks without a debounce, and the resources of the events. */
function resourcesToHold({ environment, items, webhooks }: Events) {
  return {
    webhooks: webhooks.filter(({ debounceSeconds }) => debounceSeconds === 0).map(({ id }) => id),
    resources: [...new Set(items.map((item) => resourceOf(environment, item)))],
  };
}

/** The last event of a burst, and whether the burst contains only autosaves. */
interface Burst {
  readonly delivery: Delivery;
  readonly isTyping: boolean;
}

/** The events to send at once, in order; and for each webhook with a debounce, the last event. */
async function deliveriesOf(
  events: Events,
  held: DelayedAutosaves,
): Promise<{ atOnce: Delivery[]; bursts: Map<ActiveWebhook, Burst> }> {
  const atOnce: Delivery[] = [];
  const bursts = new Map<ActiveWebhook, Burst>();
  for (const item of events.items) {
    const event = eventOf(item, events.aliases);
    const listeners = events.webhooks.filter((webhook) => matches(webhook, event));
    if (listeners.length === 0) continue;
    const isTyping = item.action === AUTOSAVE;
    const shared = {
      eventId: `evt_${timeOrderedKey(events.now)}`,
      event: item.event,
      resource: resourceOf(events.environment, item),
      revision: item.revision,
      ordinal: item.ordinal,
      body: bodyOf(event),
      tags: tagsOfChange(changeOf(item)).join(),
      slugs: item.slugs && events.locales ? slugsHeader(item.slugs, events.locales) : null,
    };
    for (const webhook of listeners) {
      const delivery = { id: '', webhook: webhook.id, ...shared };
      if (webhook.debounceSeconds > 0) {
        const burst = bursts.get(webhook);
        const last = burst === undefined ? delivery : withTagsOf(burst.delivery, delivery);
        bursts.set(webhook, { delivery: last, isTyping: isTyping && burst?.isTyping !== false });
        continue;
      }
      if (isTyping) {
        await held.hold(delivery);
        continue;
      }
      const earlier = await held.release(delivery);
      if (earlier !== undefined) atOnce.push(earlier);
      atOnce.push(delivery);
    }
  }
  return { atOnce, bursts };
}

function resourceOf(environment: number, { kind, key }: CommittedItem): string {
  return `${environment}/${kind}/${key}`;
}

/**
 * Replaces an earlier event of a burst with the last one. A burst of autosaves alone waits at least `TYPING_SECONDS`, even if
 * the webhook's `debounce_seconds` is shorter. The event that ends such a burst waits as the first event of a new one.
 */
async function keepLast(
  writer: Writer,
  { id: webhook, debounceSeconds }: ActiveWebhook,
  { burst: { delivery, isTyping }, now }: { burst: Burst; now: number },
): Promise<void> {
  const [waiting] = await selectWaitingFirst(writer, { webhook, now });
  const wasTyping = waiting !== undefined && waiting.held_for !== null;
  const types = isTyping && (waiting === undefined || wasTyping);
  const begunAt = waiting === undefined || (wasTyping && !types) ? now : waiting.created_at;
  const dueAt = burstDueAt(types ? Math.max(debounceSeconds, TYPING_SECONDS) : debounceSeconds, { begunAt, now });
  const [earlier] = waiting === undefined ? [] : await lockDelivery(writer, { webhook, id: waiting.delivery });
  const last = earlier === undefined ? delivery : withTagsOf(earlier, delivery);
  const attempt = firstAttempt(last, timeOrderedKey(now));
  if (waiting !== undefined) await removeWaiting(writer, waiting);
  await insertDeliveries(writer, [deliveryRow(attempt.delivery, now)]);
  const heldFor = types ? delivery.resource : null;
  await insertAttempts(writer, [{ ...attemptRow(attempt, dueAt, begunAt), held_for: heldFor }]);
}

/** The last event of a burst also names what those before it may have made stale. */
function withTagsOf({ tags }: Pick<Delivery, 'tags'>, last: Delivery): Delivery {
  return { ...last, tags: joinedTags(tags.split(','), last.tags.split(',')).join() };
}

function changeOf({ kind, code, key_code, key, content_type_key }: CommittedItem) {
  return { kind, code: key_code ?? code, key, contentType: content_type_key };
}

function eventOf(item: CommittedItem, aliases: readonly EventAlias[]): WebhookEvent {
  const { key_code: code } = item;
  return {
    kind: item.event,
    spaceId: item.space_id,
    environment: item.environment,
    // A filter by an alias also takes the event that it is gone.
    aliases: code === null ? aliases : [...aliases, { name: item.key, code }],
    resource: {
      id: publicId(item),
      ...typeOf(item),
      slug: item.kind === 'entry' ? item.slug : null,
      status: item.kind === 'entry' || item.kind === 'change_set' ? item.status : null,
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
