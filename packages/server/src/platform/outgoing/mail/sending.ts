/**
 * Sends the mails of the outbox, a few at a time, and retries failed ones with growing delays. A mail is deleted after it was
 * accepted, so that a crash in between sends it twice rather than never. A withdrawn mail is not sent: its row is read once
 * more just before sending.
 */
import type { Database } from '../../database/database.ts';
import { AHEAD_MAX_MS, type Clock, steadyClock } from '../../kit/clock.ts';
import type { MailRow } from '../tables.ts';
import { type Mail, type Mailer, MailRefusedError, MailServerError } from './mailer.ts';
import type { Outbox } from './outbox.ts';
import { type DueTimes, deleteMail, dueMails, findMail, postponeMail } from './store.ts';

const READ_AT_ONCE = 100;
const SENT_AT_ONCE = 5;
const RETRY_FIRST_MS = 2_000;
const RETRY_MAX_MS = 900_000;
/** A delay is randomised between this fraction and all of it, so that mails that failed together are not retried together. */
const RETRY_PART_MIN = 0.5;
/** Attempts of a mail that the server refuses for good. */
const REFUSALS_MAX = 3;
/** After this, a mail is given up, whatever the reason. */
const AGE_MAX_MS = 4 * 86_400_000;
/** Failures of the server in a row after which nothing is sent for a while. */
const SERVER_FAILURES_BORNE = 3;
const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 60_000;

/** Reports a failed attempt or a mail that is given up; it names the mail by id and by what it is about. */
export type MailProblem = (error: unknown, about: object) => void;

interface MailSendingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly onProblem: MailProblem;
}

export class MailSending {
  readonly #parts: MailSendingParts;
  #serverFailures = 0;
  #serverFailuresEver = 0;
  #pausedUntil = 0;

  constructor(parts: MailSendingParts) {
    this.#parts = parts;
  }

  /** The figures of this process, for the metrics. */
  get gauges() {
    return [
      {
        name: 'lectern_mail_server_failures_total',
        help: 'Attempts of this process at the mail server that failed whoever the mail was for.',
        isCounter: true,
        read: () => this.#serverFailuresEver,
      },
    ];
  }

  async hasWork(): Promise<boolean> {
    if (this.#isPaused()) return false;
    return (await dueMails(this.#parts.database.reader, this.#dueAt(), 1)).length > 0;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { database } = this.#parts;
    for (;;) {
      const due = await dueMails(database.reader, this.#dueAt(), READ_AT_ONCE);
      const rows = due.values();
      const sendNext = async () => {
        for (const row of rows) {
          if (signal.aborted || this.#isPaused()) return;
          await this.#send(row);
        }
      };
      await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendNext));
      if (due.length === 0 || signal.aborted || this.#isPaused()) return;
    }
  }

  /** A due time beyond the longest delay was written by a clock that was ahead. */
  #dueAt(): DueTimes {
    const now = this.#parts.clock();
    return { now, latest: now + RETRY_MAX_MS + AHEAD_MAX_MS };
  }

  async close(): Promise<void> {
    this.#parts.mailer.close?.();
  }

  #isPaused(): boolean {
    return steadyClock() < this.#pausedUntil;
  }

  async #send({ id }: MailRow): Promise<void> {
    const { database, outbox, mailer } = this.#parts;
    const row = await findMail(database.reader, id);
    if (row === undefined) return;
    try {
      const mail = JSON.parse(outbox.box.open(row.sealed)) as Mail;
      await mailer.send(mail, { id, createdAt: row.created_at });
      this.#serverFailures = 0;
    } catch (error) {
      await this.#failed(row, error);
      return;
    }
    await database.write((writer) => deleteMail(writer, id));
  }

  async #failed(row: MailRow, error: unknown): Promise<void> {
    const { database, clock, onProblem } = this.#parts;
    if (error instanceof MailServerError) this.#serverFailed();
    const attempts = row.attempts + 1;
    const about = { mail: row.id, about: row.about, attempts };
    const isRefused = error instanceof MailRefusedError && attempts >= REFUSALS_MAX;
    if (isRefused || clock() - row.created_at >= AGE_MAX_MS) {
      onProblem(error, { ...about, given_up: true });
      await database.write((writer) => deleteMail(writer, row.id));
      return;
    }
    const waitMs = jittered(Math.min(RETRY_FIRST_MS * 2 ** row.attempts, RETRY_MAX_MS));
    onProblem(error, { ...about, retry_in_ms: waitMs });
    await database.write((writer) => postponeMail(writer, row.id, { attempts, next_attempt_at: clock() + waitMs }));
  }

  /** Notes a server failure: every attempt at a server that is down or refuses the log-in is a burden for it too. */
  #serverFailed(): void {
    this.#serverFailures += 1;
    this.#serverFailuresEver += 1;
    const beyond = this.#serverFailures - SERVER_FAILURES_BORNE;
    if (beyond < 0) return;
    this.#pausedUntil = steadyClock() + jittered(Math.min(PAUSE_FIRST_MS * 2 ** beyond, PAUSE_MAX_MS));
  }
}

function jittered(ms: number): number {
  return Math.round(ms * (RETRY_PART_MIN + Math.random() * (1 - RETRY_PART_MIN)));
}
