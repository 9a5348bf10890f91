/** The steps of every webhook change: lock its row, raise its version, and journal the change. */
import type { AuditAction } from '../../../../contract/src/audit-actions.ts';
import type { Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Change, RecordedChanges } from '../../platform/journal/change.ts';
import { lockWebhook, updateWebhook } from './store.ts';
import type { WebhookRow } from './tables.ts';

export interface WebhookAddress {
  readonly spaceId: string;
  readonly id: string;
}

/**
 * The row of a webhook, locked until the write ends.
 * @param expected the version that the caller read; undefined for any
 * @throws `not_found`, `version_conflict`
 */
export async function lockedWebhook(
  writer: Writer,
  { spaceId, id }: WebhookAddress,
  expected: number | undefined,
): Promise<WebhookRow> {
  const row = await lockWebhook(writer, id);
  if (row === undefined || row.space_id !== spaceId) throw notFound('webhook');
  checkVersion(expected, row.version);
  return row;
}

/** Stores new values under the next version, and returns the new row. */
export async function saveWebhook(
  writer: Writer,
  change: Change,
  { row, values }: { row: WebhookRow; values: Partial<WebhookRow> },
): Promise<WebhookRow> {
  const saved = { ...values, version: row.version + 1, updated_at: change.at };
  await updateWebhook(writer, row.id, saved);
  return { ...row, ...saved };
}

/** Records a change of a webhook in the journal. */
export function recordWebhook(
  change: Change,
  action: AuditAction,
  { id, space_id: spaceId }: WebhookRow,
  changes: RecordedChanges,
): void {
  change.record({ action, target: { type: 'webhook', id }, spaceId, changes });
}
