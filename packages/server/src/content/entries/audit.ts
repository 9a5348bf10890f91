/** The audit records of writes on one entry. */

import type { AuditAction } from '../../../../contract/src/audit-actions.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import { AUTOSAVE } from '../../platform/journal/autosave.ts';
import type { RecordedChanges } from '../../platform/journal/change.ts';
import { changedFields, valuesByPath } from './changed-fields.ts';
import { type StoredEntry, statusOf, type TypedWork } from './entry.ts';
import type { NextEntry } from './transitions.ts';

/** Records a step of an entry. An import has a single record for everything that it imports. */
export function recordStep(work: TypedWork, before: StoredEntry | null, next: NextEntry): void {
  const { action } = next;
  if (action === 'import') return;
  if (before !== null && action === 'autosave') {
    record(work, next, AUTOSAVE, changedPaths(work, before, next));
    return;
  }
  record(work, next, next.events.at(-1)?.event ?? `entry.${action}`, auditChanges(work, before, next));
}

/** Records that an entry was deleted. */
export function recordDeletion(work: TypedWork, before: StoredEntry): void {
  record(work, before, 'entry.delete', auditChanges(work, before, null));
}

function record(work: TypedWork, { row }: StoredEntry, action: AuditAction, changes: RecordedChanges): void {
  work.change.record({
    action,
    target: { type: 'entry', id: resourceId('entry', work.model.ownCode, row.key) },
    spaceId: work.environment.spaceId,
    environment: work.environment.name,
    changes,
  });
}

/** Version, status and values before and after; null if the entry did not exist before, or does not exist after. */
function auditChanges(
  { type, model }: Pick<TypedWork, 'type' | 'model'>,
  before: StoredEntry | null,
  after: StoredEntry | null,
): RecordedChanges {
  const work = { type, model: model.own() };
  if (before === null || after === null) {
    return {
      ...(before === null ? {} : { before: auditView(before, valuesByPath(work, before.draft)) }),
      ...(after === null ? {} : { after: auditView(after, valuesByPath(work, after.draft)) }),
    };
  }
  if (before.draft === after.draft) return { before: auditView(before), after: auditView(after) };
  const changed = Object.entries(changedFields(work, before.draft, after.draft));
  const side = (name: 'before' | 'after') => Object.fromEntries(changed.map(([path, values]) => [path, values[name]]));
  return { before: auditView(before, side('before')), after: auditView(after, side('after')) };
}

/** The versions, and the paths of the values that differ, such as `fields.title.en-US`; not the values themselves. */
function changedPaths(
  { type, model }: Pick<TypedWork, 'type' | 'model'>,
  before: StoredEntry,
  after: StoredEntry,
): RecordedChanges {
  const changed = changedFields({ type, model: model.own() }, before.draft, after.draft);
  const paths = Object.keys(changed).map((path) => `fields.${path}`);
  return { before: auditView(before), after: { ...auditView(after), paths } };
}

function auditView(entry: StoredEntry, fields?: Record<string, unknown>): object {
  const { version } = entry.row;
  return { version, status: statusOf(entry.row), ...(fields === undefined ? {} : { fields }) };
}
