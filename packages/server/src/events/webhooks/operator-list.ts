/** Webhooks as `lectern webhook list` and `lectern top` show them: without headers, secrets and the queries of their URLs. */
import type { Reader } from '../../platform/database/database.ts';
import { inPages } from '../../platform/database/pages.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import {
  type WebhookFilter,
  type WebhookOnPage,
  type WebhookStatus,
  waitingFor,
  webhookPage,
} from './operator-list-store.ts';

/** A queue in which something has been due for so long is stuck. */
const STUCK_AFTER_MS = 60_000;
const STUCK_MAX = 1_000;

export const webhookStatuses = ['active', 'failing', 'off'] as const satisfies readonly WebhookStatus[];
export type { WebhookFilter };

export interface WebhookLine {
  readonly id: string;
  readonly account: string;
  readonly space: string;
  readonly name: string;
  /** Where it is sent, without user, query and fragment. */
  readonly url: string;
  /** `failing` if the latest attempts failed. */
  readonly status: WebhookStatus;
  /** Why Lectern switched it off; null if it did not. */
  readonly off_because: string | null;
  /** Failed attempts since the last success. */
  readonly failures: number;
  readonly failing_since: string | null;
  /** Attempts that wait. */
  readonly waiting: number;
  /** Since when the first of them has been due; null if none is. */
  readonly due_since: string | null;
}

/** The webhooks that match, the oldest first. @param now milliseconds */
export async function* listWebhooks(db: Reader, filter: WebhookFilter, now: number): AsyncGenerator<WebhookLine> {
  for await (const row of inPages((page) => webhookPage(db, filter, page))) yield lineOf(db, row, now);
}

/** Those in use whose receivers fail, or that have something to send which has been due for a minute. @param now milliseconds */
export async function stuckWebhooks(db: Reader, now: number): Promise<WebhookLine[]> {
  const filter = { stuckSince: now - STUCK_AFTER_MS };
  const stuck: WebhookLine[] = [];
  for await (const row of inPages((page) => webhookPage(db, filter, page))) {
    if (row.active === 1) stuck.push(await lineOf(db, row, now));
    if (stuck.length === STUCK_MAX) break;
  }
  return stuck.sort((one, other) => (one.due_since ?? '~').localeCompare(other.due_since ?? '~'));
}

async function lineOf(db: Reader, row: WebhookOnPage, now: number): Promise<WebhookLine> {
  const { waiting, dueSince } = await waitingFor(db, row.id, now);
  const { failures } = row;
  const inUse = failures > 0 ? 'failing' : 'active';
  return {
    id: row.id,
    account: row.account_id,
    space: row.space_id,
    name: row.name,
    url: addressOf(row.url),
    status: row.active === 0 ? 'off' : inUse,
    off_because: row.disabled_reason,
    failures,
    failing_since: isoTime(row.failing_since),
    waiting,
    due_since: isoTime(dueSince),
  };
}

/** Tokens of receivers often stand in the query. */
function addressOf(text: string): string {
  if (!URL.canParse(text)) return '';
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}
