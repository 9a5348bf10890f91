/**
 * Sends the mails of the outbox, one after the other; one that fails is tried again later. A mail is deleted after it was
 * accepted, so that a kill in between sends it twice rather than never.
 */
import type { Database } from '../../database/database.ts';
import type { MailRow } from '../../database/tables.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Mail, Mailer } from './mailer.ts';
import type { Outbox } from './outbox.ts';
import { deleteMail, dueMails, nextAttemptAt, postponeMail } from './store.ts';

const SENT_AT_ONCE = 20;
const RETRY_FIRST_MS = 5_000;
const RETRY_MAX_MS = 3_600_000;

interface MailSendingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly onProblem: (error: unknown, about?: object) => void;
}

export class MailSending {
  readonly #parts: MailSendingParts;

  constructor(parts: MailSendingParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    const next = await nextAttemptAt(this.#parts.database.reader);
    return next !== undefined && next <= this.#parts.clock();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#parts;
    for (;;) {
      const due = await dueMails(database.reader, clock(), SENT_AT_ONCE);
      for (const row of due) {
        if (signal.aborted) return;
        await this.#send(row);
      }
      if (due.length === 0) return;
    }
  }

  async #send(row: MailRow): Promise<void> {
    const { database, clock, outbox, mailer, onProblem } = this.#parts;
    try {
      await mailer.send(JSON.parse(outbox.box.open(row.sealed)) as Mail);
      await database.write((writer) => deleteMail(writer, row.id));
    } catch (error) {
      onProblem(error, { mail: row.id, attempts: row.attempts + 1 });
      const waitMs = Math.min(RETRY_FIRST_MS * 2 ** row.attempts, RETRY_MAX_MS);
      const next = { attempts: row.attempts + 1, next_attempt_at: clock() + waitMs };
      await database.write((writer) => postponeMail(writer, row.id, next));
    }
  }
}
