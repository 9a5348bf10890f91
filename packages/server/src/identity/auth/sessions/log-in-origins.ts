/**
 * The networks and devices from which people log in, so that they get a mail about a log-in from elsewhere. The mail is sent only
 * if both network and device are new, and never for the first log-in. Only keyed hashes of the latest ones are stored.
 */
import type { Writer } from '../../../platform/database/database.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import { KeyedHash } from '../../../platform/kit/keyed-hash.ts';
import { networkOf } from '../../../platform/kit/network.ts';
import { deriveKey } from '../../../platform/kit/sealed-box.ts';
import type { Mail } from '../../../platform/outgoing/mail/mailer.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { timeInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';
import { deviceOf } from './device.ts';
import { deleteOldOrigins, listOrigins, saveOrigin } from './log-in-origins-store.ts';
import { findSessionInUse } from './store.ts';

/** Most networks and devices stored for a user. */
const ORIGINS_KEPT = 100;

/** A session that has just started. */
interface StartedSession {
  readonly id: string;
  readonly userId: string;
  readonly at: number;
  readonly origin: RequestOrigin;
}

export class LogInOrigins {
  readonly #outbox: Outbox;
  readonly #hash: KeyedHash;

  constructor({ outbox, secret }: { readonly outbox: Outbox; readonly secret: string }) {
    this.#outbox = outbox;
    this.#hash = new KeyedHash(deriveKey(secret, 'sign-in origins'));
  }

  /** Records the origin of a session's log-in, and mails its user if it is new, in the write that starts the session. */
  async note(writer: Writer, { id, userId, at, origin: { ip, userAgent } }: StartedSession): Promise<void> {
    const origins = [this.#of(userId, 'network', networkOf(ip)), this.#of(userId, 'device', userAgent)];
    const known = await listOrigins(writer, userId);
    for (const origin of origins) await saveOrigin(writer, { user_id: userId, origin, last_at: at });
    if (known.length + origins.length > ORIGINS_KEPT) await deleteOldOrigins(writer, userId, ORIGINS_KEPT);
    if (known.length === 0 || origins.some((origin) => known.includes(origin))) return;
    const session = await findSessionInUse(writer, id);
    if (session === undefined) return;
    await this.#outbox.add(writer, newLogInMail(session.email, { at, ip, device: deviceOf(userAgent) }));
  }

  #of(userId: string, kind: 'network' | 'device', text: string): string {
    return this.#hash.of(JSON.stringify([userId, kind, text])).toString('base64url');
  }
}

function newLogInMail(to: string, { at, ip, device }: { at: number; ip: string; device: string }): Mail {
  return {
    to,
    subject: 'New log-in to Lectern',
    paragraphs: [
      'Someone logged in with your address, from a network and a device that you have not used before.',
      `Time: ${timeInMail(at)}\nAddress: ${ip}\nDevice: ${device}`,
      'If it was you, do nothing. If not, change your password at once: this ends all sessions.',
    ],
  };
}
