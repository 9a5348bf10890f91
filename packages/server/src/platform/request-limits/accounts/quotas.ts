/**
 * Admits the requests of accounts within their plans, and counts them in memory. Every few seconds each process adds its counts
 * to the rows of the month and of the day, and learns from them what other processes counted.
 */

import type { Database, WriteOptions, Writer } from '../../database/database.ts';
import { AccountRequests, type RequestLimits } from './account-requests.ts';
import type { Admission, CallerCount, Sender } from './callers.ts';
import { type Notice, type NoticeParts, noticesIn, notifyOwners } from './notices.ts';
import type { RateLimit } from './rate-limit.ts';
import { monthStart } from './request-window.ts';
import {
  addRequests,
  addToDays,
  deleteDaysOver,
  deleteMonthsOver,
  findMonth,
  requestsByCaller,
  requestsByDay,
} from './store.ts';

/** Accounts written in one transaction. */
const ACCOUNTS_A_WRITE = 1_000;
/** SQLite waits for the disk on the thread that responds: counts are not worth that, and only a machine that fails loses them. */
const COUNTING: WriteOptions = { mayBeLost: true };
/** An account that had no request for so long is forgotten; with its next one, its row is read again. */
const FORGOTTEN_AFTER_MS = 60_000;

const DAY_MS = 86_400_000;
/** How long it is known who sent requests, in days. */
export const DAYS_KEPT = 90;
/** Days of senders that one statement writes. */
const ROWS_A_STATEMENT = 1_000;

/** Whose request it is, and who sent it. */
export interface Payer extends Sender {
  readonly accountId: string;
  /** Id of the account's plan; null without a subscription. */
  readonly plan: string | null;
}

interface QuotaParts extends NoticeParts {
  readonly database: Database;
  readonly plans: { limitsOf(plan: string | null): RequestLimits };
}

export class Quotas {
  readonly #parts: QuotaParts;
  readonly #accounts = new Map<string, AccountRequests>();
  #writing: Promise<void> | undefined;
  #writes = 0;
  /** The day on which this process last deleted what is over. */
  #tidyDay = Number.NaN;

  constructor(parts: QuotaParts) {
    this.#parts = parts;
  }

  /** Lets a request in if that takes no waiting; null if `admit` has to decide. */
  takeNow(payer: Payer): Admission | null {
    return this.#account(payer.accountId).take(payer.plan, payer);
  }

  /**
   * Lets a request in; the first one of an account waits until it is known what the month has left.
   * @throws `api_quota_exceeded` if the account has used what its plan allows
   */
  async admit(payer: Payer): Promise<Admission> {
    const { accountId, plan } = payer;
    const account = this.#account(accountId);
    for (;;) {
      const admission = account.take(plan, payer);
      if (admission !== null) return admission;
      if (!account.isUnknown) throw account.refusal();
      await account.learn((month) => this.#read(accountId, month));
    }
  }

  /** What the response to a request says that is not counted. */
  rateLimitOf({ accountId, plan }: Pick<Payer, 'accountId' | 'plan'>): RateLimit {
    return this.#account(accountId).rateLimitOn(plan);
  }

  /** How many requests of an account were let in this month: by other processes up to a few seconds ago. */
  async requestsThisMonth(accountId: string): Promise<number> {
    const { database, clock } = this.#parts;
    const now = clock();
    for (;;) {
      // While this process writes, what it counted may be in the row already.
      await this.#writing?.catch(ignore);
      const writes = this.#writes;
      const row = await findMonth(database.reader, accountId, monthStart(now));
      if (writes !== this.#writes) continue;
      const month = this.#accounts.get(accountId)?.month;
      return Math.max(0, (row?.requests ?? 0) + (month?.isOf(now) === true ? month.taken : 0));
    }
  }

  /** The requests of an account by the start of the day (UTC), without those of the last seconds. */
  requestsByDay(accountId: string, since: number): Promise<ReadonlyMap<number, number>> {
    return requestsByDay(this.#parts.database.reader, accountId, since);
  }

  /** The requests of an account since a time by who sent them, without those of the last seconds. */
  async requestsBySender(accountId: string, since: number): Promise<(Sender & { readonly requests: number })[]> {
    const rows = await requestsByCaller(this.#parts.database.reader, accountId, since);
    return rows.map(({ caller, space_id: space, requests }) => ({
      id: caller,
      spaceId: space === '' ? null : space,
      requests,
    }));
  }

  /** What the owners of an account were told this month. */
  async noticesThisMonth(accountId: string): Promise<Notice[]> {
    const { database, clock } = this.#parts;
    return noticesIn(await findMonth(database.reader, accountId, monthStart(clock())));
  }

  /** Whether a run would find anything to do. */
  hasWork(): boolean {
    return this.#accounts.values().some((account) => account.hasNews || account.isIdleFor(FORGOTTEN_AFTER_MS));
  }

  /** Writes down what was counted, and forgets accounts that have become idle. */
  async run(): Promise<void> {
    for (const [accountId, account] of this.#accounts)
      if (account.isIdleFor(FORGOTTEN_AFTER_MS)) this.#accounts.delete(accountId);
    // In order of id, so that processes that write the same rows never deadlock.
    const news = [...this.#accounts].filter(([, account]) => account.hasNews).sort(byId);
    for (let at = 0; at < news.length; at += ACCOUNTS_A_WRITE) {
      this.#writes += 1;
      this.#writing = this.#write(news.slice(at, at + ACCOUNTS_A_WRITE));
      await this.#writing;
    }
  }

  async #write(accounts: readonly (readonly [string, AccountRequests])[]): Promise<void> {
    const { database, clock } = this.#parts;
    const now = clock();
    const today = now - (now % DAY_MS);
    const counts = accounts.map(([accountId, account]) => {
      const { month, monthLimit: limit } = account;
      const senders = account.callers.news();
      return { accountId, account, month, limit, startedAt: month.startedAt, amount: month.taken, senders };
    });
    const rows = await database.write(async (writer) => {
      if (this.#tidyDay !== today) await deleteOver(writer);
      const written = new Map((await addRequests(writer, counts)).map((row) => [row.account_id, row]));
      for (const { accountId, limit } of counts) {
        const month = written.get(accountId);
        if (month !== undefined && limit !== null) await notifyOwners(this.#parts, writer, { limit, month });
      }
      await this.#addToDay(writer, today, counts);
      return written;
    }, COUNTING);
    for (const { accountId, account, month, amount, senders } of counts) {
      month.taken -= amount;
      for (const sent of senders) sent.caller.taken -= sent.amount;
      month.stored = rows.get(accountId)?.requests ?? null;
      account.settle();
    }
    if (this.#tidyDay !== today) for (const account of this.#accounts.values()) account.callers.forget();
    this.#tidyDay = today;
  }

  /** A request belongs to the day on which it is written down, at most one interval later. */
  async #addToDay(
    writer: Writer,
    today: number,
    counts: readonly { readonly accountId: string; readonly senders: readonly CallerCount[] }[],
  ): Promise<void> {
    const rows = counts.flatMap(({ accountId, senders }) =>
      senders.map(({ caller, amount }) => ({
        account_id: accountId,
        started_at: today,
        space_id: caller.spaceId,
        caller: caller.id,
        requests: amount,
      })),
    );
    for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT)
      await addToDays(writer, rows.slice(at, at + ROWS_A_STATEMENT));
  }

  /** What the row says; while the database is away nothing is known, and the next write tells. */
  async #read(accountId: string, month: number): Promise<number> {
    const { reader, contact } = this.#parts.database;
    try {
      return (await findMonth(reader, accountId, month))?.requests ?? 0;
    } catch (error) {
      if (contact.isAway) return 0;
      throw error;
    }
  }

  #account(accountId: string): AccountRequests {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const { plans, clock } = this.#parts;
    const account = new AccountRequests({ limitsOf: (plan) => plans.limitsOf(plan), clock });
    this.#accounts.set(accountId, account);
    return account;
  }
}

async function deleteOver(writer: Writer): Promise<void> {
  await deleteMonthsOver(writer);
  await deleteDaysOver(writer, DAYS_KEPT * DAY_MS);
}

function byId([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Who runs the job hears of a failed write; the counts are still `taken`. */
function ignore(): void {}
