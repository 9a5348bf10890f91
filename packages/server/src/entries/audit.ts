/** What the audit keeps of writes on one entry. */
import type { RecordedChanges } from '../journal/change.ts';
import { resourceId } from '../spaces/resource-id.ts';
import { changedFields } from './changed-fields.ts';
import { type EntryWork, type StoredEntry, statusOf, type TypedWork } from './entry.ts';

/** Says in the journal what the write was. */
export function record(work: EntryWork, key: string, action: string, changes: RecordedChanges): void {
  work.change.record({
    action,
    target: { type: 'entry', id: resourceId('entry', work.model.code, key) },
    spaceId: work.environment.spaceId,
    environment: work.environment.name,
    changes,
  });
}

/** Version, status and values before and after; null where there was no entry before, or is none after. */
export function auditChanges(work: TypedWork, before: StoredEntry | null, after: StoredEntry | null): RecordedChanges {
  const changed =
    before?.draft === after?.draft ? [] : Object.entries(changedFields(work, before?.draft ?? {}, after?.draft ?? {}));
  const side = (entry: StoredEntry | null, name: 'before' | 'after') => {
    if (entry === null) return {};
    const fields = Object.fromEntries(changed.map(([path, value]) => [path, value[name]]));
    const { version } = entry.row;
    return { [name]: { version, status: statusOf(entry.row), ...(changed.length === 0 ? {} : { fields }) } };
  };
  return { ...side(before, 'before'), ...side(after, 'after') };
}
