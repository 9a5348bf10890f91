/** Records of the delivery log as the API shows them. */
import { isoTime } from '../../../platform/kit/clock.ts';
import type { AttemptRecord } from '../schema.ts';
import type { LoggedAttempt } from './log-store.ts';

/**
 * The record of an attempt.
 * @param url the current URL of the webhook, which is the target of a pending attempt
 */
export function attemptRecord(row: LoggedAttempt, url: string): AttemptRecord {
  return {
    id: row.id,
    delivery_id: row.delivery,
    webhook_id: row.webhook,
    event_id: row.event_id,
    event: row.event as AttemptRecord['event'],
    attempt: row.attempt,
    status: row.status as AttemptRecord['status'],
    status_code: row.status_code,
    duration_ms: row.duration_ms,
    response: row.response,
    response_headers: headersIn(row.response_headers),
    error: row.error,
    attempted_at: isoTime(row.attempted_at),
    next_attempt_at: isoTime(nextAttemptAt(row)),
    request: {
      url: row.url ?? url,
      headers: headersIn(row.headers) ?? {},
      body: row.body,
    },
  };
}

function headersIn(stored: string | null): Record<string, string> | null {
  return stored === null ? null : (JSON.parse(stored) as Record<string, string>);
}

/** For a pending attempt, when it is due; for a failed attempt, when the next one is due. */
function nextAttemptAt({ due_at, created_at, next_attempt_at }: LoggedAttempt): number | null {
  return due_at === null ? next_attempt_at : Math.max(due_at, created_at);
}
