/** A stored record as responses show it. */

import type { RecordDetails } from '../../platform/journal/record-digests.ts';
import { keptText } from '../../platform/journal/recorded-changes.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { AuditRecord } from './schema.ts';
import type { RecordRow } from './store.ts';

const BODY_CHARACTERS = 26;

/** @throws if the stored record is damaged */
export function recordOf(row: RecordRow): AuditRecord {
  const { changes } = detailsOf(row);
  return {
    id: recordId(row),
    at: isoTime(row.at),
    action: row.action,
    actor: { type: row.actor_type as AuditRecord['actor']['type'], id: row.actor_id ?? '', name: row.actor_name },
    target: { type: row.target_type, id: row.target_id },
    space_id: row.space_id,
    environment: row.environment,
    ip: row.ip,
    user_agent: row.user_agent,
    changes: changes === null ? null : (JSON.parse(changes) as Record<string, unknown>),
    request_id: row.request_id,
  };
}

/** The erasable parts of a record. @throws if the stored record is damaged */
export function detailsOf(row: RecordRow): RecordDetails {
  const changes = keptText({ changes: row.changes, packedChanges: row.packed_changes });
  return { actorName: row.actor_name, ip: row.ip, userAgent: row.user_agent, changes };
}

/** The id of a record; for records older than record ids, its row number. */
export function recordId({ record_id, id }: Pick<RecordRow, 'record_id' | 'id'>): string {
  return record_id ?? `aud_${String(id).padStart(BODY_CHARACTERS, '0')}`;
}
