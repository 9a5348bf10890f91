/** The refusals that several rules of identity give, each in one wording, so that nothing is told by a difference. */
import { DomainError } from '../platform/errors/domain-error.ts';

/** The token is missing, unknown, expired or revoked: which of them is not told. */
export function unauthenticated(): DomainError {
  return new DomainError(
    'unauthenticated',
    'The token is missing, unknown, expired or revoked; log in again or use another key, and send it as "Authorization: Bearer <token>".',
  );
}

/** A wrong password and an unknown address alike. */
export function wrongCredentials(): DomainError {
  return new DomainError(
    'unauthenticated',
    'E-mail address and password do not belong together; check both, or reset the password.',
  );
}

export function accountSuspended(): DomainError {
  return new DomainError('account_suspended', 'The account is suspended; ask whoever runs this installation.');
}

/**
 * Too many attempts.
 * @param scope what is limited; @param waitMs milliseconds until the next attempt is taken
 */
export function tooManyAttempts(scope: string, waitMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError('api_quota_exceeded', `Too many attempts; try again in ${seconds} seconds.`, {
    scope,
    retryAfterSeconds: seconds,
  });
}
