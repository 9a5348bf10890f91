/** What can be done with an entry in a release besides changing its values: the same for one entry and for many. */
import type { Entry } from '../../api/types.ts';

/** What can be put into a release instead of values. */
export type ReleaseAction = 'publish' | 'unpublish' | 'archive' | 'delete';

/** In the order in which they are offered. */
export const RELEASE_ACTIONS: readonly ReleaseAction[] = ['publish', 'unpublish', 'archive', 'delete'];

/**
 * Whether a release can have the action for the entry. What it has already is taken out of it first.
 * @param entry as it is in the release
 */
export function canBePut(action: ReleaseAction, { status, change }: Pick<Entry, 'status' | 'change'>): boolean {
  if (change != null) return false;
  if (action === 'publish') return hasNews(status);
  if (action === 'unpublish') return status === 'published' || status === 'changed';
  return action === 'delete' || status !== 'archived';
}

/** Whether a release can have the action at all: one onto drafts publishes nothing, and takes nothing down. */
export function isActionOf(action: ReleaseAction, onto: 'published' | 'drafts'): boolean {
  return onto === 'published' || action === 'archive' || action === 'delete';
}

/** Whether an entry has a draft that readers do not see. */
export function hasNews(status: Entry['status']): boolean {
  return status === 'draft' || status === 'changed';
}
