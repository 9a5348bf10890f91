/** Webhooks as `lectern webhook list` and `lectern top` show them: without headers, secrets or the query strings of their URLs. */
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

/** A queue is stuck if an attempt in it has been due for this long. */
const STUCK_AFTER_MS = 60_000;
const STUCK_MAX = 1_000;

export const webhookStatuses = ['active', 'failing', 'off'] as const satisfies readonly WebhookStatus[];
export type { WebhookFilter };

export interface WebhookLine {
  readonly id: string;
  readonly account: string;
  readonly space: string;
  readonly name: string;
  /** The target URL, without user, query and fragment. */
  readonly url: string;
  /** `failing` if the latest attempts failed. */
  readonly status: WebhookStatus;
  /** Why Lectern switched the webhook off; null if it did not. */
  readonly off_because: string | null;
  /** Failed attempts since the last success. */
  readonly failures: number;
  readonly failing_since: string | null;
  /** The number of waiting attempts. */
  readonly waiting: number;
  /** Since when the first waiting attempt has been due; null if none is. */
  readonly due_since: string | null;
}

/** The matching webhooks, oldest first. @param now milliseconds */
export async function* listWebhooks(db: Reader, filter: WebhookFilter, now: number): AsyncGenerator<WebhookLine> {
  for await (const row of inPages((page) => webhookPage(db, filter, page))) yield lineOf(db, row, now);
}

/** Active webhooks whose receiver fails, or that have an attempt overdue by a minute. @param now milliseconds */
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

/** Leaves out the query, which often contains tokens of receivers. */
function addressOf(text: string): string {
  if (!URL.canParse(text)) return '';
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
}
