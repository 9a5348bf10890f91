/**
 * The networks and devices from which people log in, so that they get a mail about a log-in from elsewhere. The mail is sent only
 * if both network and device are new, and never for the first log-in. Only keyed hashes of the latest ones are stored.
 */
import type { Writer } from '../../../platform/database/database.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import { KeyedHash } from '../../../platform/kit/keyed-hash.ts';
import { networkOf } from '../../../platform/kit/network.ts';
import { deriveKey } from '../../../platform/kit/sealed-box.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { deviceOf } from './device.ts';
import { deleteOldOrigins, listOrigins, saveOrigin } from './log-in-origins-store.ts';
import { newLogInMail } from './mails.ts';
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
  async note(
    writer: Writer,
    { id, userId, at, origin: { ip, userAgent, language = 'en' } }: StartedSession,
  ): Promise<void> {
    const origins = [this.#of(userId, 'network', networkOf(ip)), this.#of(userId, 'device', userAgent)];
    const known = await listOrigins(writer, userId);
    for (const origin of origins) await saveOrigin(writer, { user_id: userId, origin, last_at: at });
    if (known.length + origins.length > ORIGINS_KEPT) await deleteOldOrigins(writer, userId, ORIGINS_KEPT);
    if (known.length === 0 || origins.some((origin) => known.includes(origin))) return;
    const session = await findSessionInUse(writer, id);
    if (session === undefined) return;
    await this.#outbox.add(writer, newLogInMail(session.email, { at, ip, device: deviceOf(userAgent), language }));
  }

  #of(userId: string, kind: 'network' | 'device', text: string): string {
    return this.#hash.of(JSON.stringify([userId, kind, text])).toString('base64url');
  }
}
