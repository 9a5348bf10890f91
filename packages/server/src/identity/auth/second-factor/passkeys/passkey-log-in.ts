/**
 * Log-in with a passkey alone: the browser offers the passkeys that it knows. The authenticator also verifies the person by PIN or
 * fingerprint, so this counts as two factors. A challenge and a signature work once.
 */
import type { Database } from '../../../../platform/database/database.ts';
import { DomainError } from '../../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../../platform/journal/actor.ts';
import type { Clock } from '../../../../platform/kit/clock.ts';
import { networkAttempt } from '../../../../platform/request-limits/limits.ts';
import type { Throttle } from '../../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../../../platform/request-limits/too-many-attempts.ts';
import type { ChallengeKind, Challenges } from '../../challenges/challenges.ts';
import type { SessionTokens } from '../../sessions/schema.ts';
import type { LogInCompletion } from '../../users/log-in-completion.ts';
import { findUser } from '../../users/store.ts';
import type { RelyingParty } from './relying-party.ts';
import type { PasskeyLogInRequest, RequestOptions } from './schema.ts';
import { findPasskeyByCredential, usePasskey } from './store.ts';

const SCOPE = 'login';
const LOG_IN: ChallengeKind<{ readonly challenge: string }> = { purpose: 'passkey_log_in', lifeMs: 5 * 60_000 };

interface PasskeyLogInParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly challenges: Challenges;
  readonly relyingParty: RelyingParty;
  readonly completion: LogInCompletion;
  readonly throttle: Throttle;
}

export class PasskeyLogIn {
  readonly #parts: PasskeyLogInParts;

  constructor(parts: PasskeyLogInParts) {
    this.#parts = parts;
  }

  /** Options for the browser to use any passkey of this service. */
  async begin(): Promise<RequestOptions> {
    const { relyingParty, challenges } = this.#parts;
    relyingParty.requirePossible();
    const challenge = relyingParty.newChallenge();
    return {
      challenge: await challenges.begin(LOG_IN, { challenge }),
      expires_in: LOG_IN.lifeMs / 1_000,
      options: relyingParty.requestOptions(challenge, [], 'required'),
    };
  }

  /** @throws `unauthenticated`, the same for an unknown passkey and a wrong signature */
  async logIn({ challenge, credential }: PasskeyLogInRequest, origin: RequestOrigin): Promise<SessionTokens> {
    const { database, challenges, relyingParty, completion, throttle } = this.#parts;
    const attempts = [networkAttempt(SCOPE, origin.ip)];
    rejectWhileBlocked(SCOPE, await throttle.take(attempts));
    const begun = await challenges.look(LOG_IN, challenge);
    if (begun === undefined) throw unknownChallenge();
    const passkey = await findPasskeyByCredential(database.reader, credential.id);
    const user = passkey && (await findUser(database.reader, passkey.user_id));
    if (passkey === undefined || user === undefined) throw wrongPasskey();
    const use = await relyingParty.asserted(begun.challenge, { passkey, assertion: credential }, 'required');
    if (use === undefined) {
      await completion.refuse(user, origin, 'wrong passkey', async () => {});
      throw wrongPasskey();
    }
    return completion.complete({
      user,
      method: 'passkey',
      secondFactor: true,
      origin,
      useProof: async (writer) => {
        if ((await challenges.take(writer, LOG_IN, challenge)) === undefined) throw unknownChallenge();
        if (!(await usePasskey(writer, passkey.id, { ...use, at: this.#parts.clock() }))) throw wrongPasskey();
        await throttle.succeeded(writer, { takeBack: attempts });
      },
    });
  }
}

function unknownChallenge(): DomainError {
  return new DomainError(
    'unauthenticated',
    'This challenge is unknown, used or expired; begin again with POST /auth/login/passkey/options.',
  );
}

function wrongPasskey(): DomainError {
  return new DomainError(
    'unauthenticated',
    'This passkey cannot be used to log in here; use another one, or log in with your password.',
  );
}
