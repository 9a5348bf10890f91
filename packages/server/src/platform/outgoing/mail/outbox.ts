/**
 * The mail outbox. A mail is added, encrypted, in the transaction of the change that it reports, and sent after the commit by a
 * background job: no change without its mail, no mail without its change, and no request that waits for a mail server.
 */
import type { Writer } from '../../database/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { SealedBox } from '../../kit/sealed-box.ts';
import type { Mail } from './mailer.ts';
import { deleteMailsAbout, insertMail } from './store.ts';

export class Outbox {
  readonly box: SealedBox;
  readonly #clock: Clock;

  constructor({ secret, clock }: { readonly secret: string; readonly clock: Clock }) {
    this.box = new SealedBox(secret, 'mail');
    this.#clock = clock;
  }

  /**
   * Adds a mail inside an open write.
   * @param about what it is about, such as an invitation: withdrawn by that name
   */
  async add(writer: Writer, mail: Mail, about: string | null = null): Promise<void> {
    const at = this.#clock();
    const sealed = this.box.seal(JSON.stringify(mail));
    await insertMail(writer, {
      id: newId('mail', at),
      about,
      sealed,
      attempts: 0,
      next_attempt_at: at,
      created_at: at,
    });
  }

  /** Withdraws unsent mail by its `about`, inside an open write. */
  async withdraw(writer: Writer, about: string): Promise<void> {
    await deleteMailsAbout(writer, about);
  }
}
