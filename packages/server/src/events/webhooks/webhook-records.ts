/**
 * Webhooks as records that are moved between spaces: without secrets, with header names but no values, and with content types
 * named by key. The on/off state is not moved, because the receiver of a copy does not know its secret yet.
 */
import { parseResourceId, resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Webhook } from './schema.ts';
import { filtersOf, listWebhooks } from './store.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** The value for a custom header that arrives without one. */
export const HEADER_PLACEHOLDER = 'replace-me';

/** A webhook as a record. */
export interface WebhookRecord {
  readonly name: string;
  readonly url: string;
  /** Names of its custom headers. */
  readonly headers: readonly string[];
  readonly events: Webhook['events'];
  readonly filters: {
    /** Each is an `api_id`, or `<environment>/<api_id>` for a content type of one environment. */
    readonly content_types: readonly string[];
    readonly environments: readonly string[];
  };
  readonly debounce_seconds: number;
}

/** A webhook of a space and its record. */
export interface ReadWebhook {
  readonly id: string;
  readonly record: WebhookRecord;
}

/** The names of a space's environments, by the code in their public ids. */
export type EnvironmentsByCode = ReadonlyMap<string, string>;

/** The webhooks of a space as records, by name and URL. */
export async function readWebhookRecords(
  db: Reader,
  spaceId: string,
  { secrets, environments }: { secrets: WebhookSecrets; environments: EnvironmentsByCode },
): Promise<ReadWebhook[]> {
  const rows = await listWebhooks(db, spaceId);
  const read = rows.map((row) => {
    const { contentTypes, environments: names } = filtersOf(row);
    const record: WebhookRecord = {
      name: row.name,
      url: row.url,
      headers: Object.keys(secrets.headersOf(row)).sort(),
      events: JSON.parse(row.events) as Webhook['events'],
      filters: { content_types: contentTypes.map((name) => nameOfType(name, environments)), environments: names },
      debounce_seconds: row.debounce_seconds,
    };
    return { id: row.id, record };
  });
  return read
    .map((webhook) => ({ webhook, rank: JSON.stringify([webhook.record.name, webhook.record.url, webhook.record]) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ webhook }) => webhook);
}

/** Converts the name of a content type in a filter to the one used in the receiving space. */
export function filterNameOf(name: string, environments: EnvironmentsByCode): string {
  const [environment, apiId] = name.split('/');
  if (apiId === undefined) return name;
  const code = [...environments].find(([, other]) => other === environment)?.[0];
  return code === undefined ? name : resourceId('content_type', code, apiId);
}

function nameOfType(name: string, environments: EnvironmentsByCode): string {
  const id = parseResourceId(name);
  if (id === null) return name;
  const environment = environments.get(id.code);
  return environment === undefined ? id.key : `${environment}/${id.key}`;
}
