/**
 * Why single sign-on rejects somebody. People see what to do about it; the reason is in the account's audit, and also in the log
 * if the provider caused it. Neither contains what the provider sent.
 */
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { SsoProblemKind } from './problems.ts';

const REASON_LENGTH_MAX = 500;

export class SsoRefusal extends DomainError {
  /** The reason, for the people who run the account. */
  readonly reason: string;
  /** What has to be fixed. */
  readonly kind: SsoProblemKind;

  /** @param advice what to do, for whoever wants to log in */
  constructor(reason: string, advice: string, kind: SsoProblemKind) {
    super('insufficient_permission', advice, { permission: 'account.read' });
    this.name = 'SsoRefusal';
    this.reason = reason.slice(0, REASON_LENGTH_MAX);
    this.kind = kind;
  }
}

const ASK_OWNER = 'Try again; if it keeps happening, ask an owner of the account to check its single sign-on.';

/** For a response of the provider that cannot be trusted. */
export function untrusted(reason: string, kind: SsoProblemKind = 'other'): SsoRefusal {
  return logged(new SsoRefusal(reason, `The response of the identity provider was rejected. ${ASK_OWNER}`, kind));
}

/** For a provider that cannot be reached, or reports that it did not log the person in. */
export function providerFailed(reason: string, kind: SsoProblemKind): SsoRefusal {
  return logged(new SsoRefusal(reason, `The identity provider did not complete the log-in. ${ASK_OWNER}`, kind));
}

/** For a log-in that was not started in this browser, was completed already, or took too long. */
export function noSuchLogIn(reason = 'there is no such log-in in progress'): SsoRefusal {
  return new SsoRefusal(
    reason,
    'This log-in has expired, was already used, or was started in another browser. Start again where you wanted to log in.',
    'changed',
  );
}

/** An error with a cause is logged with it. */
function logged(refusal: SsoRefusal): SsoRefusal {
  refusal.cause = new Error(refusal.reason);
  return refusal;
}
