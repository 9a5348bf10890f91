/**
 * The log of what was sent to a webhook, and sending by hand: a sample, or a delivery again. The write that adds the attempt
 * also journals the request, so that a repeated request sends nothing twice.
 */
import { type EventKind, eventKinds } from '../../../../contract/src/event-kinds.ts';
import { momentTime } from '../../../../contract/src/moments.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import { webhookSendAttempt } from '../../platform/request-limits/limits.ts';
import type { Throttle } from '../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../platform/request-limits/too-many-attempts.ts';
import { attemptRecord } from './dispatch/log.ts';
import { attemptsOf, countAttempts, findAttempt, type LogPlace, listAttempts } from './dispatch/log-store.ts';
import type { RedeliveredRange, Sample, SampledEntry, WebhookDispatch } from './dispatching.ts';
import type { AttemptRecord, NewSample, Redelivery, RedeliveryRange } from './schema.ts';
import type { WebhookRow } from './tables.ts';
import { lockedWebhook, recordWebhook, type WebhookAddress } from './webhook-change.ts';
import type { Webhooks } from './webhooks.ts';

const SCOPE = 'webhook_sends';
/** What a sample with an entry says if the webhook hears of no entries. */
const SAMPLE_OF_ENTRY: EventKind = 'entry.publish';

/** Which attempts to list. */
export interface AttemptQuery extends LogPlace {
  readonly status?: string | undefined;
  readonly event?: string | undefined;
  /** Milliseconds since the epoch: queued then or later, and before then. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

interface WebhookLogParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly webhooks: Webhooks;
  readonly dispatch: WebhookDispatch;
  readonly throttle: Throttle;
  /** The entry of an id, for samples. @throws `not_found` */
  readonly entryOf: (actor: Actor, entryId: string) => Promise<SampledEntry>;
}

export class WebhookLog {
  readonly #parts: WebhookLogParts;

  constructor(parts: WebhookLogParts) {
    this.#parts = parts;
  }

  /** The attempts that a page needs, and how many there are. */
  async page(actor: Actor, at: WebhookAddress, query: AttemptQuery): Promise<{ rows: AttemptRecord[]; total: number }> {
    const { url } = await this.#parts.webhooks.find(actor, at);
    const idAt = (time: number | undefined) => (time === undefined ? undefined : firstIdAt('atm', time));
    const times = { from: idAt(query.from), until: idAt(query.until) };
    const filter = { webhook: at.id, status: query.status, event: query.event, ...times };
    const total = await countAttempts(this.#parts.database.reader, filter);
    const rows = await listAttempts(this.#parts.database.reader, { ...query, ...filter });
    return { rows: rows.map((row) => attemptRecord(row, url)), total };
  }

  /** All attempts of one delivery, in order. @throws `not_found` */
  async attempts(actor: Actor, at: WebhookAddress, deliveryId: string): Promise<AttemptRecord[]> {
    const { url } = await this.#parts.webhooks.find(actor, at);
    const rows = await attemptsOf(this.#parts.database.reader, at.id, deliveryId);
    if (rows.length === 0) throw notFound('delivery');
    return rows.map((row) => attemptRecord(row, url));
  }

  /** Sends a sample event, whichever events the webhook listens to, and returns its outcome. */
  async test(actor: Actor, at: WebhookAddress, input: NewSample = {}, expected?: number): Promise<AttemptRecord> {
    const webhook = await this.#parts.webhooks.find(actor, at);
    checkVersion(expected, webhook.version);
    const sample = await this.#sampleOf(actor, webhook, input);
    const attemptId = await this.#parts.journal.write(actor, async (writer, change) => {
      await this.#count(writer, webhook);
      const target = { type: 'webhook', id: webhook.id };
      change.record({ action: 'webhook.test', target, spaceId: webhook.space_id });
      return this.#parts.dispatch.addTest(writer, webhook.id, sample);
    });
    return this.#outcome(webhook, attemptId);
  }

  /** Sends a delivery again, with the same id and bytes, and returns its outcome. @throws `not_found` */
  async redeliver(
    actor: Actor,
    at: WebhookAddress & { readonly deliveryId: string },
    expected?: number,
  ): Promise<AttemptRecord> {
    const { deliveryId } = at;
    const webhook = await this.#parts.webhooks.find(actor, at);
    checkVersion(expected, webhook.version);
    const attemptId = await this.#parts.journal.write(actor, async (writer, change) => {
      await this.#count(writer, webhook);
      const attempt = await this.#parts.dispatch.addRedelivery(writer, webhook.id, deliveryId);
      if (attempt === undefined) throw notFound('delivery');
      const changes = { after: { delivery_id: deliveryId } };
      const target = { type: 'webhook', id: webhook.id };
      change.record({ action: 'webhook.redeliver', target, spaceId: webhook.space_id, changes });
      return attempt;
    });
    return this.#outcome(webhook, attemptId);
  }

  /**
   * Sends the deliveries of a time range again, the oldest first.
   * @throws `conflict` if the webhook is switched off
   */
  async redeliverRange(
    actor: Actor,
    at: WebhookAddress,
    input: RedeliveryRange,
    expected?: number,
  ): Promise<Redelivery> {
    const { dispatch, journal, webhooks } = this.#parts;
    await webhooks.find(actor, at);
    const redelivered = await journal.write(actor, async (writer, change) => {
      const range = rangeOf(input, change.at);
      const webhook = await lockedWebhook(writer, at, expected);
      if (webhook.active === 0)
        throw new DomainError('conflict', 'The webhook is switched off; switch it on before sending deliveries again.');
      await this.#count(writer, webhook);
      const result = await dispatch.redeliverRange(writer, webhook.id, range);
      if (result.deliveries > 0) {
        const { from, until, status } = input;
        recordWebhook(change, 'webhook.redeliver', webhook, { after: { from, until, status, ...result } });
      }
      return result;
    });
    dispatch.changed();
    return redelivered;
  }

  async #sampleOf(actor: Actor, webhook: WebhookRow, { event, entry_id: entryId }: NewSample): Promise<Sample> {
    if (entryId === undefined) return { event, entry: null };
    const kinds = JSON.parse(webhook.events) as EventKind[];
    const kind = event ?? kinds.find(isOfEntries) ?? SAMPLE_OF_ENTRY;
    if (!isOfEntries(kind))
      throw invalid(
        'event',
        'enum',
        `${kind} is not about an entry; choose an event of entries, or leave out entry_id.`,
        {
          listed: eventKinds.filter(isOfEntries),
        },
      );
    const entry = await this.#parts.entryOf(actor, entryId).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'not_found') throw noSuchEntry();
      throw error;
    });
    if (entry.spaceId !== webhook.space_id) throw noSuchEntry();
    return { event: kind, entry };
  }

  /** Counts in the same write as the attempt, so that an attempt that is not stored does not count. */
  async #count(writer: Writer, { space_id: spaceId }: WebhookRow): Promise<void> {
    rejectWhileBlocked(SCOPE, await this.#parts.throttle.takeIn(writer, [webhookSendAttempt(spaceId)]));
  }

  async #outcome({ id, url }: WebhookRow, attemptId: string): Promise<AttemptRecord> {
    this.#parts.dispatch.changed();
    await this.#parts.dispatch.ended(id, attemptId);
    const attempt = await findAttempt(this.#parts.database.reader, id, attemptId);
    if (attempt === undefined) throw notFound('webhook');
    return attemptRecord(attempt, url);
  }
}

function isOfEntries(kind: EventKind): boolean {
  return kind.startsWith('entry.');
}

function noSuchEntry(): DomainError {
  return invalid('entry_id', 'exists', 'The space has no entry with this id; give the id of one as the API shows it.');
}

/** @throws `validation_failed` if a time is none, or the range is empty */
function rangeOf({ from, until, status = 'failed' }: RedeliveryRange, now: number): RedeliveredRange {
  const range = { from: timeIn(from, 'from'), until: until === undefined ? null : timeIn(until, 'until') };
  if (range.from >= (range.until ?? now))
    throw invalid(
      until === undefined ? 'from' : 'until',
      'order',
      'Give a from in the past, and an until later than from.',
    );
  return { ...range, isReceived: status === 'any' ? null : status === 'success' };
}

/** Milliseconds of a time in a request. @param path where it stands. @throws `validation_failed` */
export function timeIn(text: string, path: string): number {
  const time = momentTime(text);
  if (time === undefined)
    throw invalid(path, 'format', 'Give the time in ISO 8601 with its offset, such as 2026-11-21T10:00:00Z.');
  return time;
}
