/**
 * What keeps a session from acting in its account. It is checked on every request, so that a suspension, or a rule that an account
 * sets for its members, takes effect with the next one.
 */
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { isForPayment } from '../../accounts/suspension.ts';
import { accountSuspended, accountUnpaid, ssoRequired } from '../../actors/refusals.ts';
import type { SessionInUse } from './store.ts';

/**
 * What a request does: anything; something about plans and payments, with the account and its members, of whom one can pay; something
 * about the user, which can fix what a session lacks; or leaving the account. If an account is suspended for a late payment, its members
 * can still do all but the first, as far as their permissions go; if the operator suspended it, they can leave it.
 */
export type SessionUse = 'anything' | 'billing' | 'self' | 'leaving';

/** What the installation requires of sessions. */
export interface SessionRules {
  /** Where clients reach the service. */
  readonly serviceUrl: string;
  /** Whether people have to verify their e-mail address. */
  readonly verifiesEmail: boolean;
}

/** @throws `account_suspended`, `sso_required`, `email_unverified`, `second_factor_required` */
export function requireUsable(
  session: SessionInUse,
  use: SessionUse,
  { serviceUrl, verifiesEmail }: SessionRules,
): void {
  rejectSuspended(session, use);
  if (use === 'leaving') return;
  if (needsSso(session)) throw ssoRequired(session.account_id, serviceUrl);
  if (use === 'self') return;
  if (verifiesEmail && isUnverified(session)) throw emailUnverified();
  if (needsSecondFactor(session)) throw secondFactorMissing();
}

function rejectSuspended(session: SessionInUse, use: SessionUse): void {
  if (session.user_suspended_at !== null) throw accountSuspended();
  if (session.account_suspended_at === null || use === 'leaving') return;
  const account = { suspended_at: session.account_suspended_at, suspended_for: session.account_suspended_for };
  if (!isForPayment(account)) throw accountSuspended();
  if (use === 'anything') throw accountUnpaid();
}

function needsSso({ sso_required, sso_account_id, account_id, break_glass }: SessionInUse): boolean {
  return sso_required === 1 && sso_account_id !== account_id && break_glass !== 1;
}

/** In its own account, single sign-on vouches for a user's address. */
function isUnverified({ email_verified_at, sso_account_id, account_id }: SessionInUse): boolean {
  return email_verified_at === null && sso_account_id !== account_id;
}

/** Single sign-on of the account is enough: there, the provider asks for a second factor. */
function needsSecondFactor(session: SessionInUse): boolean {
  const isExempt = session.second_factor === 1 || session.sso_account_id === session.account_id;
  return session.second_factor_rule === 'required' && !isExempt;
}

/** The error if the user's address is not verified, on an installation that requires it. */
export function emailUnverified(): DomainError {
  return new DomainError(
    'email_unverified',
    'Verify your e-mail address first, with the link in the mail; POST /auth/resend-verification sends another.',
  );
}

function secondFactorMissing(): DomainError {
  return new DomainError(
    'second_factor_required',
    'The account requires a second factor; set one up under /auth/second-factor, or log in with the one you have.',
  );
}
