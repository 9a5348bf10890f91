/** Errors shared by several rules of identity. Each has a single message, so that the wording reveals nothing. */
import { DomainError } from '../../platform/errors/domain-error.ts';

/** The token is unknown, expired or revoked; which of these is not revealed. */
export function unauthenticated(): DomainError {
  return new DomainError(
    'unauthenticated',
    'The token is unknown, expired or revoked; log in again or use another key.',
  );
}

/** The request has no token, or a malformed `Authorization` header. */
export function tokenMissing(): DomainError {
  return new DomainError(
    'unauthenticated',
    'Send a token in the header "Authorization: Bearer <token>"; the request has none in that form.',
  );
}

/** The same error for a wrong password and an unknown address. */
export function wrongCredentials(): DomainError {
  return new DomainError(
    'unauthenticated',
    'E-mail address and password do not match; check both, or reset the password.',
  );
}

export function accountSuspended(): DomainError {
  return new DomainError(
    'account_suspended',
    'The account is suspended; ask its owners or the operator of this installation why.',
  );
}

/** The account is suspended for a late payment alone. */
export function accountUnpaid(): DomainError {
  const advice =
    'The account is suspended because a payment is late; an owner can pay, or choose a plan with POST /billing/checkout.';
  return new DomainError('account_suspended', advice);
}

/** @param serviceUrl where clients reach the service */
export function ssoRequired(accountId: string, serviceUrl: string): DomainError {
  return new DomainError('sso_required', 'The account requires single sign-on; open sso_url in a browser.', {
    sso_url: ssoUrl(accountId, serviceUrl),
  });
}

/** The URL where a browser starts the single sign-on of an account. */
export function ssoUrl(accountId: string, serviceUrl: string): string {
  return `${serviceUrl}/auth/sso/start?account=${accountId}`;
}
