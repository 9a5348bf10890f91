/**
 * Webhooks as records that travel between spaces: without secrets, with the names of headers alone, and with content
 * types named by key. Whether one is switched on stays with the space: the receiver of a copy knows no secret of it yet.
 */
import { parseResourceId, resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Webhook } from './schema.ts';
import { filtersOf, listWebhooks } from './store.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** What a custom header is set to that comes without its value. */
export const HEADER_PLACEHOLDER = 'replace-me';

/** A webhook as a record. */
export interface WebhookRecord {
  readonly name: string;
  readonly url: string;
  /** Names of its custom headers. */
  readonly headers: readonly string[];
  readonly events: Webhook['events'];
  readonly filters: {
    /** Each an `api_id`, or `<environment>/<api_id>` for that of one environment. */
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

/** The environments of a space by the code in their public ids. */
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

/** A content type of a filter as the space that receives the record names it. */
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
