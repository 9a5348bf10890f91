/** What can be done with many entries of a release at once, and with which of them. */
import type { Entry } from '../../../api/types.ts';
import { canBePut, type ReleaseAction } from '../../../frame/releases/release-action.ts';

export type BulkInRelease = ReleaseAction | 'take-out';

/** Those of the entries that the action can be done with. @param entries as they are in the release */
export function fitting(action: BulkInRelease, entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => (action === 'take-out' ? entry.change != null : canBePut(action, entry)));
}
