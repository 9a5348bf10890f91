/**
 * The rules of webhooks. Before a webhook changes, everything committed so far is fanned out in the same write, so that an
 * event is sent to exactly the webhooks that existed when it was committed. Secrets and header values are stored
 * encrypted; a secret is shown once, in the response that creates it.
 */

import { lockExistingSpace } from '../../model/spaces/lock-space.ts';
import type { Database, Reader, WriteOptions, Writer } from '../../platform/database/database.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { newId } from '../../platform/kit/ids.ts';
import { mapById, mapInTurn } from '../../platform/kit/pace.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import type { TargetCheck } from '../../platform/outgoing/target-check.ts';
import { checkedHeaders, headersToKeep } from './custom-headers.ts';
import type { WebhookDispatch } from './dispatching.ts';
import { checkedEvents, checkedFilters, checkSecret } from './input-checks.ts';
import { representation } from './representation.ts';
import type { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from './schema.ts';
import {
  countWebhooks,
  deleteWebhook,
  filtersOf,
  findWebhook,
  insertWebhook,
  type ListedWebhook,
  listedWebhooks,
  webhooksBySpace,
  webhooksOfPage,
  webhooksWithIds,
} from './store.ts';
import type { WebhookRow } from './tables.ts';
import type { WebhookFilters } from './webhook.ts';
import { lockedWebhook, recordWebhook, saveWebhook, type WebhookAddress } from './webhook-change.ts';
import { newSecret, type WebhookHeaders, type WebhookSecrets } from './webhook-secrets.ts';
import type { WebhookSpaces } from './webhook-spaces.ts';

/** Per space. */
export const WEBHOOKS_MAX = 1_000;

/** The state of a receiver that has not failed, or that gets another chance. */
const FINE = { failures: 0, failing_since: null, paused_until: 0 };

export interface WebhookParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly spaces: WebhookSpaces;
  readonly secrets: WebhookSecrets;
  readonly targets: TargetCheck;
  readonly dispatch: WebhookDispatch;
}

export class Webhooks {
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  /** The webhooks of a space, for sorting. @throws `not_found` */
  async list(actor: Actor, spaceId: string): Promise<ListedWebhook[]> {
    await this.#parts.spaces.find(actor, spaceId);
    return listedWebhooks(this.#parts.database.reader, spaceId);
  }

  /** The webhooks of a space that a page in the order of their ids shows. @throws `not_found` */
  async page(actor: Actor, spaceId: string, wanted: RowsWanted): Promise<{ rows: Webhook[]; total: number }> {
    await this.#parts.spaces.find(actor, spaceId);
    const { reader } = this.#parts.database;
    const rows = await webhooksOfPage(reader, spaceId, wanted);
    return { rows: await mapInTurn(rows, (row) => this.#show(row)), total: await countWebhooks(reader, spaceId) };
  }

  /** Some of the webhooks returned by `list`, by id. */
  async read(spaceId: string, ids: readonly string[]): Promise<Map<string, Webhook>> {
    const rows = await webhooksWithIds(this.#parts.database.reader, spaceId, ids);
    return mapById(rows, (row) => this.#show(row));
  }

  /** @throws `not_found` */
  async get(actor: Actor, at: WebhookAddress): Promise<Webhook> {
    return this.#show(await this.find(actor, at));
  }

  /** The row of a webhook that the actor may see. @throws `not_found` */
  async find(actor: Actor, { spaceId, id }: WebhookAddress): Promise<WebhookRow> {
    await this.#parts.spaces.find(actor, spaceId);
    const row = await findWebhook(this.#parts.database.reader, spaceId, id);
    if (row === undefined) throw notFound('webhook');
    return row;
  }

  /**
   * Creates a webhook. Its secret appears only in this response.
   * @param known names that filters may use although the space has no such content type or environment
   */
  async create(
    actor: Actor,
    spaceId: string,
    input: NewWebhook,
    known: NewWebhook['filters'] = {},
  ): Promise<WebhookWithSecret> {
    const { spaces, secrets, dispatch } = this.#parts;
    await spaces.find(actor, spaceId);
    const events = checkedEvents(input.events ?? []);
    const headers = checkedHeaders(input.headers ?? {}, {});
    const names = await spaces.filterNames(actor, spaceId);
    const filters = checkedFilters(input.filters ?? {}, names, {
      contentTypes: known.content_types ?? [],
      environments: known.environments ?? [],
    });
    const secret = input.secret ?? newSecret();
    checkSecret(secret);
    await this.#checkTarget(input.url);
    return this.#grow(actor, async (writer, change) => {
      await lockExistingSpace(writer, spaceId);
      await dispatch.fanOutSpace(writer, spaceId);
      await rejectTooMany(writer, spaceId);
      const row: WebhookRow = {
        id: newId('whk', change.at),
        space_id: spaceId,
        name: input.name,
        url: input.url,
        headers: secrets.sealHeaders(headers),
        events: JSON.stringify(events),
        filters: filterText(filters),
        active: input.active === false ? 0 : 1,
        debounce_seconds: input.debounce_seconds ?? 0,
        secret: secrets.seal(secret),
        next_secret: null,
        next_secret_at: null,
        disabled_reason: null,
        disabled_at: null,
        ...FINE,
        version: 1,
        created_at: change.at,
        created_by: actor.id,
        updated_at: change.at,
      };
      await insertWebhook(writer, row);
      change.count(actor.accountId, 'webhooks', 1);
      const shown = this.#show(row);
      recordWebhook(change, 'webhook.create', row, { after: shown });
      return { ...shown, secret };
    });
  }

  /** Changes the given values. New headers replace all current ones; a masked value keeps the stored one. */
  async update(actor: Actor, at: WebhookAddress, input: WebhookChange, expected?: number): Promise<Webhook> {
    const { spaces, dispatch } = this.#parts;
    const known = await this.find(actor, at);
    const names = input.filters === undefined ? null : await spaces.filterNames(actor, at.spaceId);
    if (input.url !== undefined && input.url !== known.url) await this.#checkTarget(input.url);
    return this.#write(actor, async (writer, change) => {
      const row = await lockedWebhook(writer, at, expected);
      const values = this.#changedValues(row, input);
      if (input.filters !== undefined && names !== null)
        values.filters = filterText(checkedFilters(input.filters, names, filtersOf(row)));
      if (Object.entries(values).every(([name, value]) => row[name as keyof WebhookRow] === value))
        return this.#show(row);
      await dispatch.fanOutSpace(writer, at.spaceId);
      const isResumed = values.active === 1 && row.active === 0;
      const resumed = isResumed ? { disabled_reason: null, disabled_at: null } : {};
      const state = isResumed || goesElsewhere(row, values) ? FINE : {};
      const next = await saveWebhook(writer, change, { row, values: { ...values, ...resumed, ...state } });
      const [before, after] = [this.#show(row), this.#show(next)];
      recordWebhook(change, 'webhook.update', row, { before, after });
      return after;
    });
  }

  /** Deletes a webhook; its pending deliveries are not sent, and its log is removed within the hour. */
  async delete(actor: Actor, at: WebhookAddress, expected?: number): Promise<void> {
    await this.find(actor, at);
    await this.#write(actor, async (writer, change) => {
      const row = await lockedWebhook(writer, at, expected);
      await this.#parts.dispatch.fanOutSpace(writer, at.spaceId);
      await deleteWebhook(writer, row.id);
      change.count(actor.accountId, 'webhooks', -1);
      recordWebhook(change, 'webhook.delete', row, { before: this.#show(row) });
    });
  }

  #changedValues(row: WebhookRow, input: WebhookChange): Partial<WebhookRow> {
    const values: Partial<WebhookRow> = {};
    if (input.name !== undefined) values.name = input.name;
    if (input.url !== undefined) values.url = input.url;
    if (input.events !== undefined) values.events = JSON.stringify(checkedEvents(input.events));
    if (input.active !== undefined) values.active = input.active ? 1 : 0;
    if (input.debounce_seconds !== undefined) values.debounce_seconds = input.debounce_seconds;
    const stored = this.#parts.secrets.headersOf(row);
    const kept = headersToKeep(stored, { before: row.url, after: input.url ?? row.url }, input.headers);
    if (input.headers !== undefined) {
      const headers = checkedHeaders(input.headers, kept);
      const isKept = isSame(headers, stored) && this.#parts.secrets.canOpen(row);
      values.headers = isKept ? row.headers : this.#parts.secrets.sealHeaders(headers);
    }
    return values;
  }

  async #checkTarget(url: string): Promise<void> {
    const problem = await this.#parts.targets.problemOf(url);
    if (problem !== null) throw invalid('url', 'target', problem.message, { reason: problem.reason });
  }

  /** Creates a webhook; a full disk does not allow this. */
  #grow<T>(actor: Actor, work: (writer: Writer, change: Change) => Promise<T>): Promise<T> {
    return this.#write(actor, work, { grows: true });
  }

  /** Writes a change, and makes dispatch read its webhooks again. */
  async #write<T>(
    actor: Actor,
    work: (writer: Writer, change: Change) => Promise<T>,
    options: Pick<WriteOptions, 'grows'> = {},
  ): Promise<T> {
    const result = await this.#parts.journal.write(actor, work, options);
    this.#parts.dispatch.changed();
    return result;
  }

  #show(row: WebhookRow): Webhook {
    return representation(row, this.#parts.secrets.headersOf(row));
  }
}

/** When the target is corrected, deliveries do not wait for the end of a pause that the old target caused. */
function goesElsewhere(row: WebhookRow, { url = row.url, headers = row.headers }: Partial<WebhookRow>): boolean {
  return url !== row.url || headers !== row.headers;
}

/** How many webhooks a space has. */
export async function countWebhooksOf(db: Reader, spaceId: string): Promise<number> {
  return countWebhooks(db, spaceId);
}

/** How many webhooks each space of an account has; a space without any is left out. */
export function webhooksOfSpaces(db: Reader, accountId: string): Promise<ReadonlyMap<string, number>> {
  return webhooksBySpace(db, accountId);
}

async function rejectTooMany(writer: Writer, spaceId: string): Promise<void> {
  if ((await countWebhooks(writer, spaceId)) < WEBHOOKS_MAX) return;
  throw new DomainError('conflict', `Delete a webhook that is not needed; the space has ${WEBHOOKS_MAX} already.`);
}

function filterText({ contentTypes, environments }: WebhookFilters): string {
  return JSON.stringify({ content_types: contentTypes, environments });
}

function isSame(one: WebhookHeaders, other: WebhookHeaders): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
