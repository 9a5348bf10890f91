/** The error for an invitation that a body names. Unknown, used, expired and withdrawn ones get the same. */
import { type DomainError, invalid } from '../../../platform/errors/domain-error.ts';

export function unknownInvitation(): DomainError {
  return invalid(
    'invitation_token',
    'exists',
    'This invitation is unknown, used, expired, or for another address; ask for a new one.',
  );
}
