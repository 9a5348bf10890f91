/** What the audit keeps of writes on one entry. */
import { resourceId } from '../spaces/resource-id.ts';
import { changedFields } from './changed-fields.ts';
import type { EntryWork, StoredEntry, TypedWork } from './entry.ts';
import type { NextEntry } from './save.ts';

/** Says in the journal what the write was. */
export function record(work: EntryWork, key: string, action: string, changes?: unknown): void {
  work.change.record({
    action,
    target: { type: 'entry', id: resourceId('entry', work.model.code, key) },
    spaceId: work.environment.spaceId,
    environment: work.environment.name,
    ...(changes === undefined ? {} : { changes }),
  });
}

/** The version and the values that a save changes; `before` is null for a new entry. */
export function auditChanges(work: TypedWork, before: StoredEntry | null, next: NextEntry): unknown {
  const version = { before: before?.row.version ?? null, after: next.row.version };
  if (before === null || before.draft === next.draft) return { version };
  return { version, fields: changedFields(work, before.draft, next.draft) };
}
