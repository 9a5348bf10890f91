/**
 * Imports webhooks into a space, matched by name and URL. A new one is disabled and has a new secret that nobody has seen: rotating
 * the secret gives the receiver one. An existing webhook keeps its secret and stays enabled or disabled.
 */

import { MASK } from '../../../events/webhooks/schema.ts';
import {
  type EnvironmentsByCode,
  filterNameOf,
  HEADER_PLACEHOLDER,
  type ReadWebhook,
  readWebhookRecords,
  type WebhookRecord,
} from '../../../events/webhooks/webhook-records.ts';
import type { WebhookSecrets } from '../../../events/webhooks/webhook-secrets.ts';
import type { Webhooks } from '../../../events/webhooks/webhooks.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import type { Database } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/errors/domain-error.ts';
import { requirePermission } from './import-actor.ts';
import type { Acting } from './settings.ts';
import { did, type ResourceResult, refusedBy } from './tally.ts';

export interface WebhookImportParts {
  readonly database: Database;
  readonly webhooks: Webhooks;
  readonly secrets: WebhookSecrets;
  readonly environments: Environments;
}

/**
 * Imports webhooks. @param given records as in the file, unchecked. @returns what was done, or would be; incomplete if the import
 * has to end
 */
export async function importWebhooks(
  { database, webhooks, secrets, environments }: WebhookImportParts,
  { actor, spaceId, isDryRun, goesOn }: Acting,
  given: readonly Readonly<Record<string, unknown>>[],
): Promise<ResourceResult[]> {
  const codes = new Map((await environments.list(actor, spaceId)).map(({ code, name }) => [code, name]));
  const existing = await readWebhookRecords(database.reader, spaceId, { secrets, environments: codes });
  const results: ResourceResult[] = [];
  for (const record of given) {
    const about = { environment: null, kind: 'webhook', key: String(record.name).slice(0, 200) } as const;
    if (!(await goesOn())) break;
    try {
      requirePermission(actor, 'webhook.manage');
      const wanted = readRecord(record);
      const present = takeAlike(existing, wanted);
      if (present !== undefined && isSame(present.record, wanted)) results.push(did('unchanged', about));
      else {
        const input = inputOf(wanted, present?.record, codes);
        if (!isDryRun) {
          if (present === undefined) await webhooks.create(actor, spaceId, { ...input, active: false }, input.filters);
          else await webhooks.update(actor, { spaceId, id: present.id }, input);
        }
        results.push(did(present === undefined ? 'created' : 'updated', about));
      }
    } catch (error) {
      results.push(refusedBy(error, about));
    }
  }
  return results;
}

/** Takes the webhook with that name and URL, the most similar if there are several; each is taken only once. */
function takeAlike(existing: ReadWebhook[], wanted: WebhookRecord): ReadWebhook | undefined {
  const alike = existing.filter(({ record }) => record.name === wanted.name && record.url === wanted.url);
  const taken = alike.find(({ record }) => isSame(record, wanted)) ?? alike[0];
  if (taken !== undefined) existing.splice(existing.indexOf(taken), 1);
  return taken;
}

function isSame(one: WebhookRecord, other: WebhookRecord): boolean {
  const rank = ({ headers, events, filters, debounce_seconds }: WebhookRecord) =>
    JSON.stringify([headers, events, filters.content_types, filters.environments, debounce_seconds]);
  return rank(one) === rank(other);
}

function inputOf(wanted: WebhookRecord, present: WebhookRecord | undefined, codes: EnvironmentsByCode) {
  const { name, url, events, filters, debounce_seconds } = wanted;
  const sentFor = (header: string) => (present?.headers.includes(header) ? MASK : HEADER_PLACEHOLDER);
  return {
    name,
    url,
    headers: Object.fromEntries(wanted.headers.map((header) => [header, sentFor(header)])),
    events,
    filters: {
      content_types: filters.content_types.map((type) => filterNameOf(type, codes)),
      environments: [...filters.environments],
    },
    debounce_seconds,
  };
}

/** @throws `validation_failed` if it does not have the shape of a record; its values are checked as in a request */
function readRecord(given: Readonly<Record<string, unknown>>): WebhookRecord {
  const { name, url, headers, events, filters, debounce_seconds, ...others } = given;
  const { content_types, environments } = (filters ?? {}) as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw invalid(`webhook.${unknown.slice(0, 64)}`, 'unknown', 'Remove it; webhooks have no such key.');
  if (typeof name !== 'string' || name === '' || typeof url !== 'string')
    throw invalid('webhook.name', 'type', 'Give the webhook a name and a url.');
  const lists = { headers, events, content_types, environments };
  for (const [key, list] of Object.entries(lists)) {
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
      throw invalid(`webhook.${key}`, 'type', 'Give a list of texts.');
  }
  if (!Number.isSafeInteger(debounce_seconds) || Number(debounce_seconds) < 0 || Number(debounce_seconds) > 3_600)
    throw invalid('webhook.debounce_seconds', 'type', 'Give a whole number from 0 to 3600.');
  return given as unknown as WebhookRecord;
}
