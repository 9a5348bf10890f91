/**
 * The authenticator app of a user: set up with the password, confirmed by a first code, removed with the password. No
 * code works twice, on however many nodes. The secret is stored encrypted.
 */
import type { Writer } from '../../../platform/database/database.ts';
import { invalid, notFound } from '../../../platform/errors/domain-error.ts';
import { base32 } from '../../../platform/kit/base32.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { SealedBox } from '../../../platform/kit/sealed-box.ts';
import { newTotpSecret, otpauthUrl, stepOfCode } from '../../../platform/kit/totp.ts';
import type { Person } from '../../actors/actors.ts';
import type { ChallengeKind, Challenges } from '../challenges/challenges.ts';
import type { Factors } from './factors.ts';
import type { CreatedCodes, TotpSetup } from './schema.ts';
import { deleteApp, lockApp, saveApp, saveLastStep } from './store.ts';

/** The name that the app shows beside the e-mail address. */
const ISSUER = 'Lectern';
const SETUP: ChallengeKind<{ readonly userId: string; readonly secret: string }> = {
  purpose: 'totp_setup',
  lifeMs: 15 * 60_000,
};

/** Used codes are remembered for longer than clocks are wrong. */
const USED_CODE: ChallengeKind<object> = { purpose: 'totp_used', lifeMs: 86_400_000 };

interface AuthenticatorAppParts {
  readonly clock: Clock;
  readonly secret: string;
  readonly challenges: Challenges;
  readonly factors: Factors;
}

export class AuthenticatorApp {
  readonly #parts: AuthenticatorAppParts;
  readonly #box: SealedBox;

  constructor(parts: AuthenticatorAppParts) {
    this.#parts = parts;
    this.#box = new SealedBox(parts.secret, 'totp');
  }

  /** A new secret for the app; it has no effect before its first code is confirmed. */
  async begin(person: Person, password: string): Promise<TotpSetup> {
    const user = await this.#parts.factors.owner(person, password);
    const secret = newTotpSecret();
    const content = { userId: user.id, secret: secret.toString('base64url') };
    return {
      challenge: await this.#parts.challenges.begin(SETUP, content),
      expires_in: SETUP.lifeMs / 1_000,
      secret: base32(secret),
      otpauth_url: otpauthUrl(secret, { issuer: ISSUER, name: user.email }),
    };
  }

  /** Confirms the app with its first code. From then on it replaces any earlier app. */
  async confirm(person: Person, { challenge, code }: { challenge: string; code: string }): Promise<CreatedCodes> {
    const begun = await this.#parts.challenges.look(SETUP, challenge);
    if (begun?.userId !== person.id) throw unknownSetup();
    const secret = Buffer.from(begun.secret, 'base64url');
    const step = stepOfCode(secret, bareCode(code), this.#parts.clock());
    if (step === undefined) throw wrongCode();
    return this.#parts.factors.change(person, async (open) => {
      const { writer, change } = open;
      if ((await this.#parts.challenges.take(writer, SETUP, challenge)) === undefined) throw unknownSetup();
      await this.#isFirstUse(writer, secret, step);
      const sealed = this.#box.seal(begun.secret);
      await saveApp(writer, { user_id: person.id, secret: sealed, last_step: step, created_at: change.at });
      change.record({ action: 'second_factor.create', target: { type: 'user', id: person.id } });
      return { recovery_codes: await this.#parts.factors.added(open, 'app') };
    });
  }

  async remove(person: Person, password: string): Promise<void> {
    await this.#parts.factors.owner(person, password);
    await this.#parts.factors.change(person, async (open) => {
      const { writer, change } = open;
      if (!(await deleteApp(writer, person.id))) throw notFound('authenticator app', 'GET /auth/second-factor');
      await this.#parts.factors.removed(open);
      change.record({ action: 'second_factor.delete', target: { type: 'user', id: person.id } });
    });
  }

  /** Uses up a code inside an open write. @returns whether it was right and not used before */
  async use(writer: Writer, userId: string, code: string): Promise<boolean> {
    const app = await lockApp(writer, userId);
    if (app === undefined) return false;
    const secret = Buffer.from(this.#box.open(app.secret), 'base64url');
    const step = stepOfCode(secret, bareCode(code), this.#parts.clock(), app.last_step);
    if (step === undefined || !(await this.#isFirstUse(writer, secret, step))) return false;
    await saveLastStep(writer, userId, step);
    return true;
  }

  /** Records each used code separately: after the clock was ahead, the last step does not tell which earlier codes were used. */
  #isFirstUse(writer: Writer, secret: Buffer, step: number): Promise<boolean> {
    return this.#parts.challenges.useOnce(writer, USED_CODE, `${secret.toString('base64url')} ${step}`);
  }
}

/** Apps show codes with a space in the middle. */
function bareCode(code: string): string {
  return code.replaceAll(/\s/g, '');
}

function wrongCode() {
  return invalid(
    'code',
    'match',
    'This is not the current code of the app; check the clock of the device and send the code that it shows.',
  );
}

function unknownSetup() {
  return invalid(
    'challenge',
    'exists',
    'This challenge is unknown, used or expired; begin again with POST /auth/second-factor/totp.',
  );
}
