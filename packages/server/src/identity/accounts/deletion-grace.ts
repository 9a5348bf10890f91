/** How long the deletion of an account or a user can be cancelled. Nothing of theirs is deleted before that. */
import { DomainError } from '../../platform/errors/domain-error.ts';

const DAY_MS = 86_400_000;

export const DELETION_GRACE_MS = 14 * DAY_MS;

/**
 * Rejects the cancellation of a deletion whose removal has begun. Removal suspends first, which shows that it has.
 * @throws `conflict`
 */
export function requireRestorable(
  what: 'account' | 'user',
  { deletion_at, suspended_at }: { readonly deletion_at: number | null; readonly suspended_at: number | null },
  now: number,
): void {
  if (deletion_at === null || deletion_at > now || suspended_at === null) return;
  throw new DomainError('conflict', `The ${what} is being deleted; it is too late to cancel the deletion.`);
}
