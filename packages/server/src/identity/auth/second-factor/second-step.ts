/**
 * The second step of a log-in by password: a challenge, then a code of the app, a recovery code or a passkey. A challenge works
 * once, within five minutes; a wrong code does not use it up. Guesses are limited by person and network, so that guesses from
 * elsewhere cannot lock anybody out.
 */
import type { Database, Writer } from '../../../platform/database/database.ts';
import { DomainError, invalid } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import type { Language } from '../../../platform/kit/language.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { secondFactorAttempt } from '../../../platform/request-limits/limits.ts';
import type { Throttle } from '../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../../platform/request-limits/too-many-attempts.ts';
import type { ChallengeKind, Challenges } from '../challenges/challenges.ts';
import { languageFor } from '../mail-language.ts';
import type { SessionTokens } from '../sessions/schema.ts';
import { isKnownNetwork } from '../sessions/store.ts';
import type { UserRow } from '../tables.ts';
import type { FirstStep, SecondStep as SecondStepOfLogIn } from '../users/log-in.ts';
import { type LogInCompletion, refusal } from '../users/log-in-completion.ts';
import { findUser, lockUser } from '../users/store.ts';
import type { AuthenticatorApp } from './authenticator-app.ts';
import { secondFactorMail } from './mails.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import { findPasskeyByCredential, listPasskeys, usePasskey } from './passkeys/store.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { SecondStepRequest } from './schema.ts';
import { countRecoveryCodes, deleteRecoveryCode, findApp } from './store.ts';

const SCOPE = 'second_factor';
const SECOND_STEP: ChallengeKind<{
  readonly userId: string;
  /** If the password has changed since, the first step is void. */
  readonly passwordHash: string;
  /** Token of the invitation that the log-in accepts. */
  readonly invitation?: string | undefined;
  /** The challenge that a passkey has to sign. */
  readonly challenge: string;
}> = { purpose: 'second_factor', lifeMs: 5 * 60_000 };

interface SecondStepParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly challenges: Challenges;
  readonly throttle: Throttle;
  readonly completion: LogInCompletion;
  readonly app: AuthenticatorApp;
  readonly recoveryCodes: RecoveryCodes;
  readonly relyingParty: RelyingParty;
  readonly outbox: Outbox;
}

/** Uses up a second factor inside an open write. @returns whether it was right and not used before */
type Proof = (writer: Writer) => Promise<boolean>;

export class SecondStep implements SecondStepOfLogIn {
  readonly #parts: SecondStepParts;

  constructor(parts: SecondStepParts) {
    this.#parts = parts;
  }

  async begin(writer: Writer, { user, invitation, change, accountId }: FirstStep): Promise<DomainError | undefined> {
    const { challenges, relyingParty } = this.#parts;
    const hasApp = (await findApp(writer, user.id)) !== undefined;
    const passkeys = await listPasskeys(writer, user.id);
    if (!hasApp && passkeys.length === 0) return undefined;
    const usesPasskeys = passkeys.length > 0 && relyingParty.isPossible;
    const hasCodes = (await countRecoveryCodes(writer, user.id)) > 0;
    const challenge = relyingParty.newChallenge();
    const content = { userId: user.id, passwordHash: user.password_hash, invitation, challenge };
    const token = await challenges.beginIn(writer, SECOND_STEP, content);
    change.record({ action: 'session.challenge', target: { type: 'user', id: user.id }, accountId });
    return new DomainError(
      'second_factor_required',
      'Send the challenge with a code of your authenticator app, a recovery code or a passkey to POST /auth/second-factor.',
      {
        challenge: token,
        expires_in: SECOND_STEP.lifeMs / 1_000,
        methods: [hasApp ? 'totp' : '', usesPasskeys ? 'passkey' : '', hasCodes ? 'recovery_code' : ''].filter(Boolean),
        ...(usesPasskeys ? { passkey: relyingParty.requestOptions(challenge, passkeys, 'preferred') } : {}),
      },
    );
  }

  /**
   * @throws `unauthenticated` for a challenge that is unknown, used or expired; `validation_failed` for a wrong code or
   * passkey; `api_quota_exceeded` with scope `second_factor`
   */
  async finish(request: SecondStepRequest, origin: RequestOrigin): Promise<SessionTokens> {
    const { database, challenges, throttle, completion, clock } = this.#parts;
    const begun = await challenges.look(SECOND_STEP, request.challenge);
    const user = begun && (await findUser(database.reader, begun.userId));
    if (user === undefined || user.password_hash !== begun?.passwordHash) throw unknownChallenge();
    const path = pathOf(request);
    const attempts = secondFactorAttempt(user.id, origin.ip);
    const isKnown = await isKnownNetwork(database.reader, user.id, origin.ip, clock());
    // A network that the user is known from does not count towards the limit shared by all other networks, nor is it subject to
    // it.
    rejectWhileBlocked(SCOPE, await throttle.take(isKnown ? [attempts.fromHere] : Object.values(attempts)));
    const prove = await this.#proofOf(user, begun.challenge, request, languageFor(user, origin));
    return completion.complete({
      user,
      method: 'password',
      secondFactor: true,
      origin,
      invitation: begun.invitation,
      useProof: async (writer) => {
        const locked = await lockUser(writer, user.id);
        if (locked?.password_hash !== user.password_hash) throw unknownChallenge();
      },
      lastCheck: async (writer, change, accountId) => {
        if (!(await prove(writer))) {
          await throttle.failed(writer, [attempts.fromHere]);
          change.record({ ...refusal(user, path === 'code' ? 'wrong code' : 'wrong passkey'), accountId });
          return path === 'code' ? wrongCode() : wrongPasskey();
        }
        if ((await challenges.take(writer, SECOND_STEP, request.challenge)) === undefined) throw unknownChallenge();
        await throttle.succeeded(writer, { forget: Object.values(attempts) });
        return undefined;
      },
    });
  }

  async #proofOf(
    user: UserRow,
    challenge: string,
    { code, passkey }: SecondStepRequest,
    language: Language,
  ): Promise<Proof> {
    if (code !== undefined) return (writer) => this.#useCode(writer, user, code, language);
    return (passkey && (await this.#passkeyProof(user, challenge, passkey))) ?? (async () => false);
  }

  async #useCode(writer: Writer, user: UserRow, code: string, language: Language): Promise<boolean> {
    const hash = this.#parts.recoveryCodes.hashOf(user.id, code);
    if (hash === undefined) return this.#parts.app.use(writer, user.id, code);
    if (!(await deleteRecoveryCode(writer, user.id, hash))) return false;
    const mail = secondFactorMail(user.email, { event: 'recovery', at: this.#parts.clock(), language });
    await this.#parts.outbox.add(writer, mail);
    return true;
  }

  /** The signature is checked before the write, the counter inside it. */
  async #passkeyProof(
    user: UserRow,
    challenge: string,
    assertion: NonNullable<SecondStepRequest['passkey']>,
  ): Promise<Proof | undefined> {
    const passkey = await findPasskeyByCredential(this.#parts.database.reader, assertion.id);
    if (passkey === undefined || passkey.user_id !== user.id) return undefined;
    const use = await this.#parts.relyingParty.asserted(challenge, { passkey, assertion }, 'preferred');
    return use && ((writer) => usePasskey(writer, passkey.id, { ...use, at: this.#parts.clock() }));
  }
}

/** The path of the request's proof, for messages. */
function pathOf({ code, passkey }: SecondStepRequest): 'code' | 'passkey' {
  if ((code === undefined) === (passkey === undefined))
    throw invalid('code', 'required', 'Send either code or passkey, not both.');
  return code === undefined ? 'passkey' : 'code';
}

function unknownChallenge(): DomainError {
  return new DomainError('unauthenticated', 'This challenge is unknown, used or expired; log in again for a new one.');
}

function wrongCode(): DomainError {
  return invalid(
    'code',
    'match',
    'This code is wrong or was used before; send the next one that the app shows, or a recovery code.',
  );
}

function wrongPasskey(): DomainError {
  return invalid(
    'passkey',
    'match',
    'This passkey is not one of yours, or did not sign this challenge; try again, or send a code.',
  );
}
