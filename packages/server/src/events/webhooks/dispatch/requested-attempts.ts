/**
 * Requested attempts: a sample event, or a delivery sent again with the same id and bytes. They are sent whatever the state
 * of the webhook, before all others, and are not retried.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventKind } from '../../../../../contract/src/event-kinds.ts';
import { tagsOfChange } from '../../../model/spaces/cache-tags.ts';
import { MASTER } from '../../../model/spaces/environment.ts';
import { readLocales } from '../../../model/spaces/locales.ts';
import { resourceId } from '../../../model/spaces/resource-id.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { newId, timeOrderedKey } from '../../../platform/kit/ids.ts';
import type { Sample, SampledEntry } from '../dispatching.ts';
import { bodyOf, type EventResource } from '../event.ts';
import { slugsHeader } from '../event-slugs.ts';
import { webhookById } from '../store.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../tables.ts';
import { insertAttempts, insertDeliveries, lockDelivery, selectLastAttempt } from './attempt-store.ts';
import { OUTSIDE_SCHEDULE, REQUESTED, SAMPLE } from './delivery.ts';
import { findAttempt } from './log-store.ts';
import { attemptRow } from './rows.ts';

/** How long a request waits for the outcome. */
const AWAITED_FOR_MS = 6_000;
const ASKED_EVERY_MS = 20;
const SAMPLE_KIND: EventKind = 'entry.publish';
const SAMPLE_CHANGE = { kind: 'entry', code: 'sample', key: 'example', contentType: 'example' } as const;
const SAMPLE_RESOURCE = {
  id: resourceId('entry', SAMPLE_CHANGE.code, SAMPLE_CHANGE.key),
  contentType: SAMPLE_CHANGE.contentType,
  contentTypeId: null,
  slug: 'example',
  status: 'published',
};
const INVENTED: SampleContent = {
  environment: MASTER,
  resource: SAMPLE_RESOURCE,
  tags: tagsOfChange(SAMPLE_CHANGE).join(),
  slugs: JSON.stringify({ 'en-US': { slug: SAMPLE_RESOURCE.slug, former: 'sample' } }),
};

/** Adds a sample: by default of the first event kind that the webhook listens to. Returns the id of the attempt. */
export async function addSample(
  writer: Writer,
  { webhook: webhookId, sample, now }: { webhook: string; sample: Sample; now: number },
): Promise<string> {
  const webhook = await webhookById(writer, webhookId);
  if (webhook === undefined) throw new Error('The webhook of the sample does not exist.');
  const content = sample.entry === null ? INVENTED : await contentOf(writer, sample.entry);
  const delivery = sampleFor(webhook, { event: sample.event, content, now });
  await insertDeliveries(writer, [delivery]);
  return add(writer, delivery, now);
}

/** Adds another attempt of a delivery. Returns the id of the attempt; undefined if the webhook has no such delivery. */
export async function addRequestedAttempt(
  writer: Writer,
  address: { readonly webhook: string; readonly id: string },
  now: number,
): Promise<string | undefined> {
  const [delivery] = await lockDelivery(writer, address);
  return delivery === undefined ? undefined : add(writer, delivery, now);
}

/** Resolves when an attempt has ended, or after a few seconds at most. */
export async function attemptEnded(
  reader: Reader,
  { webhook, id }: { readonly webhook: string; readonly id: string },
): Promise<void> {
  const deadline = performance.now() + AWAITED_FOR_MS;
  while (performance.now() < deadline) {
    const attempt = await findAttempt(reader, webhook, id);
    if (attempt === undefined || attempt.due_at === null) return;
    await sleep(ASKED_EVERY_MS);
  }
}

async function add(writer: Writer, row: WebhookDeliveryRow, now: number): Promise<string> {
  const { webhook, event_id: eventId } = row;
  const [last] = await selectLastAttempt(writer, { webhook, delivery: row.id });
  const id = newId('atm', now);
  const attempt = { id, delivery: { ...row, eventId }, attempt: (last?.attempt ?? 0) + 1, step: OUTSIDE_SCHEDULE };
  await insertAttempts(writer, [attemptRow(attempt, REQUESTED, now)]);
  return id;
}

/** What a sample says. */
interface SampleContent {
  readonly environment: string;
  readonly resource: EventResource;
  readonly tags: string;
  readonly slugs: string | null;
}

async function contentOf(writer: Writer, entry: SampledEntry): Promise<SampleContent> {
  const { spaceId, environment, code, key, contentType, slug, status } = entry;
  const resource = { id: resourceId('entry', code, key), contentType, contentTypeId: null, slug, status };
  const locales = await readLocales(writer, spaceId);
  const slugs = entry.slugs !== null && locales !== undefined ? slugsHeader(entry.slugs, locales) : null;
  return { environment, resource, tags: tagsOfChange({ kind: 'entry', code, key, contentType }).join(), slugs };
}

function sampleFor(
  { id: webhook, space_id: spaceId, events }: WebhookRow,
  { event, content, now }: { event: EventKind | undefined; content: SampleContent; now: number },
): WebhookDeliveryRow {
  const { environment, resource, tags, slugs } = content;
  const [first = SAMPLE_KIND] = JSON.parse(events) as EventKind[];
  const kind = event ?? first;
  const key = timeOrderedKey(now);
  return {
    webhook,
    id: `dlv_${key}`,
    event_id: `evt_${key}`,
    event: kind,
    resource: `${SAMPLE}/${key}`,
    revision: 0,
    ordinal: 0,
    body: bodyOf({ kind, spaceId, environment, resource, at: now }),
    tags,
    slugs,
    created_at: now,
  };
}
