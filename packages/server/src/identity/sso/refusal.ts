/**
 * Why somebody is not let in by single sign-on. People see what to do about it; the account's audit has the reason too.
 */

export class SignOnRefusal extends Error {
  override readonly name = 'SignOnRefusal';
  /** For the people who run the account. */
  readonly reason: string;
  /** What to do, for whoever wants to log in. */
  readonly advice: string;

  constructor(reason: string, advice: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
    this.advice = advice;
  }
}

const ASK_ADMIN = 'Try again; if it keeps happening, ask an owner of the account to check its single sign-on.';

/** The provider's answer cannot be relied on. */
export function untrusted(reason: string, cause?: unknown): SignOnRefusal {
  return new SignOnRefusal(reason, `The answer of the identity provider was refused. ${ASK_ADMIN}`, { cause });
}

/** The provider cannot be reached, or said that it did not log the person in. */
export function providerFailed(reason: string, cause?: unknown): SignOnRefusal {
  return new SignOnRefusal(reason, `The identity provider did not complete the log-in. ${ASK_ADMIN}`, { cause });
}

/** The log-in was not begun in this browser, was completed already, or took too long. */
export function notUnderWay(): SignOnRefusal {
  return new SignOnRefusal(
    'no log-in is under way',
    'This log-in has expired, was used already, or was begun in another browser. Start again where you wanted to log in.',
  );
}
