/**
 * Verification of e-mail addresses by a token in a mail. The token works once, within three days, and for the address that it was
 * mailed to. Its use ends older sessions and second factors; the password stays, so that its owner can log in. Opening the link
 * does not use the token up, because programs that check mails open every link.
 */
import type { Database, Writer } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { Language } from '../../../platform/kit/language.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { verificationAttempt } from '../../../platform/request-limits/limits.ts';
import type { Throttle } from '../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../../platform/request-limits/too-many-attempts.ts';
import { type Person, rejectConfined } from '../../actors/actors.ts';
import { unauthenticated } from '../../actors/refusals.ts';
import type { ChallengeKind, Challenges } from '../challenges/challenges.ts';
import { languageFor } from '../mail-language.ts';
import { proofRecord, proveAddress } from '../proof/address-proof.ts';
import type { UserRow } from '../tables.ts';
import { actorOfUser } from './actor-of-user.ts';
import { verificationMail } from './mails.ts';
import { findUser, lockUser } from './store.ts';

const SCOPE = 'verification';

interface Content {
  readonly userId: string;
  /** The address in the form used for comparison. */
  readonly folded: string;
}
const VERIFICATION: ChallengeKind<Content> = { purpose: 'verify e-mail', lifeMs: 3 * 86_400_000 };

interface VerificationParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly challenges: Challenges;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
}

export class Verification {
  readonly #parts: VerificationParts;

  constructor(parts: VerificationParts) {
    this.#parts = parts;
  }

  /** Mails a new token inside an open write, and withdraws one that waits to be sent. */
  async mail(writer: Writer, user: Pick<UserRow, 'id' | 'email' | 'email_folded'>, language: Language): Promise<void> {
    const { challenges, outbox, address } = this.#parts;
    const token = await challenges.beginIn(writer, VERIFICATION, { userId: user.id, folded: user.email_folded });
    await outbox.withdraw(writer, aboutVerification(user.id));
    const mail = verificationMail({ to: user.email, serviceUrl: address.url, token, language });
    await outbox.add(writer, mail, aboutVerification(user.id));
  }

  /** Mails another token. @returns false if the address is verified already; @throws `api_quota_exceeded` */
  async resend(person: Person): Promise<boolean> {
    const { database, journal, throttle } = this.#parts;
    rejectConfined(person);
    const user = await findUser(database.reader, person.id);
    if (user === undefined) throw unauthenticated();
    if (user.email_verified_at !== null) return false;
    rejectWhileBlocked(SCOPE, await throttle.take([verificationAttempt(person.id)]));
    await journal.write(person, async (writer, change) => {
      await this.mail(writer, user, languageFor(user, change));
      change.record({ action: 'verification.create', target: { type: 'user', id: user.id } });
    });
    return true;
  }

  /** The address that a token verifies, without using it up; undefined if it is unknown, used or expired. */
  async look(token: string): Promise<string | undefined> {
    return (await this.#userOf(token))?.email;
  }

  /** Uses a token up. @returns the verified address; @throws `validation_failed` if the token is invalid */
  async verify(token: string, origin: RequestOrigin): Promise<string> {
    const { database, journal, challenges, outbox } = this.#parts;
    const known = await this.#userOf(token);
    if (known === undefined) throw unknownToken();
    const actor = await actorOfUser(database.reader, known, origin);
    await journal.write(actor, async (writer, change) => {
      const content = await challenges.take(writer, VERIFICATION, token);
      const user = content && (await lockUser(writer, content.userId));
      if (user === undefined || user.email_folded !== content?.folded) throw unknownToken();
      await outbox.withdraw(writer, aboutVerification(user.id));
      const proof = { by: 'a mail', password: 'stays' } as const;
      const ended = await proveAddress({ writer, change, outbox }, user.id, proof);
      if (ended !== undefined) change.record(proofRecord(user.id, proof.by, ended));
    });
    return known.email;
  }

  async #userOf(token: string): Promise<UserRow | undefined> {
    const content = await this.#parts.challenges.look(VERIFICATION, token);
    const user = content && (await findUser(this.#parts.database.reader, content.userId));
    return user?.email_folded === content?.folded ? user : undefined;
  }
}

function aboutVerification(userId: string): string {
  return `verification of ${userId}`;
}

function unknownToken() {
  return invalid(
    'token',
    'exists',
    'This token is unknown, used or expired; request another with POST /auth/resend-verification.',
  );
}
