/** How long the deletion of an account or a user can be taken back: nothing of theirs is deleted before it is over. */
import { DomainError } from '../../platform/errors/domain-error.ts';

const DAY_MS = 86_400_000;

export const DELETION_GRACE_MS = 14 * DAY_MS;

/**
 * Refuses to take back a deletion whose removal has begun, which suspends first.
 * @throws `conflict`
 */
export function requireRestorable(
  what: 'account' | 'user',
  { deletion_at, suspended_at }: { readonly deletion_at: number | null; readonly suspended_at: number | null },
  now: number,
): void {
  if (deletion_at === null || deletion_at > now || suspended_at === null) return;
  throw new DomainError('conflict', `The ${what} is being deleted; it is too late to take that back.`);
}
