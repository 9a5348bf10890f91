/** The refusal of attempts beyond a limit: 429 with the seconds to wait. */
import { DomainError } from '../errors/domain-error.ts';

/**
 * Too many attempts.
 * @param scope what is limited; @param waitMs milliseconds until the next try is let in
 */
export function tooManyAttempts(scope: string, waitMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError('api_quota_exceeded', `Too many attempts; try again in ${seconds} seconds.`, {
    scope,
    retryAfterSeconds: seconds,
  });
}

/** @throws `api_quota_exceeded` if a throttle says to wait; @param scope what is limited */
export function rejectWhileBlocked(scope: string, waitMs: number): void {
  if (waitMs > 0) throw tooManyAttempts(scope, waitMs);
}
