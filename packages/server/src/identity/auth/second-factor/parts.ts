/** Builds the parts of second factors from those of identity. */
import type { Database } from '../../../platform/database/database.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import type { Throttle } from '../../../platform/request-limits/throttle.ts';
import type { Challenges } from '../challenges/challenges.ts';
import type { LogInCompletion } from '../users/log-in-completion.ts';
import type { Passwords } from '../users/passwords.ts';
import { AuthenticatorApp } from './authenticator-app.ts';
import { Factors } from './factors.ts';
import { PasskeyLogIn } from './passkeys/passkey-log-in.ts';
import { Passkeys } from './passkeys/passkeys.ts';
import { RelyingParty } from './passkeys/relying-party.ts';
import { RecoveryCodes } from './recovery-codes.ts';
import { SecondStep } from './second-step.ts';

/** The dependencies of second factors. */
interface SecondFactorNeeds {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  /** The installation's secret; keys are derived from it. */
  readonly secret: string;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  readonly challenges: Challenges;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
  readonly passwords: Passwords;
  readonly completion: LogInCompletion;
  /** Whether people have to verify their e-mail address. */
  readonly verifiesEmail: boolean;
}

export interface SecondFactorParts {
  readonly factors: Factors;
  readonly app: AuthenticatorApp;
  readonly secondStep: SecondStep;
  readonly passkeys: Passkeys;
  readonly passkeyLogIn: PasskeyLogIn;
}

export function createSecondFactor(needs: SecondFactorNeeds): SecondFactorParts {
  const relyingParty = new RelyingParty(needs.address);
  const recoveryCodes = new RecoveryCodes(needs.secret);
  const factors = new Factors({ ...needs, recoveryCodes });
  const app = new AuthenticatorApp({ ...needs, factors });
  return {
    factors,
    app,
    secondStep: new SecondStep({ ...needs, app, recoveryCodes, relyingParty }),
    passkeys: new Passkeys({ ...needs, factors, relyingParty }),
    passkeyLogIn: new PasskeyLogIn({ ...needs, relyingParty }),
  };
}
