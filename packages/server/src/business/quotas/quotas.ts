/**
 * Lets the requests of accounts in, as their plans allow, and counts them. Nodes share nothing but the rows of windows, of
 * which each leases a little at a time; an account that nothing limits is counted in memory, and written down now and then.
 */
import { performance } from 'node:perf_hooks';
import type { Database, WriteOptions } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { Plans } from '../plans/plans.ts';
import { AccountRequests, type Admission } from './account-requests.ts';
import { type Notice, type NoticeParts, noticesIn, tellOwners } from './notices.ts';
import type { RateLimit } from './rate-limit.ts';
import { type Lease, RequestWindow } from './request-window.ts';
import { findMonth, returnRequests, takeRequests } from './store.ts';
import type { WindowLength } from './window-length.ts';

/** Accounts written in one transaction. */
const ACCOUNTS_A_WRITE = 100;
/** Waiting for the disk several times a second would cost more than the requests of that time are worth. */
const COUNTING: WriteOptions = { mayBeLost: true };
/** An account that had no request for so long is forgotten. */
const FORGOTTEN_AFTER_MS = 600_000;

/** Whose request it is. */
export interface Payer {
  readonly accountId: string;
  /** Id of the account's plan; null without a subscription. */
  readonly plan: string | null;
}

export interface QuotaParts extends NoticeParts {
  readonly database: Database;
  readonly plans: Plans;
  readonly clock: Clock;
  /** Milliseconds that only grow. */
  readonly now?: () => number;
  /** Called with what nobody waits for. */
  readonly onProblem: (error: unknown, about?: object) => void;
}

export class Quotas {
  readonly #parts: QuotaParts;
  readonly #now: () => number;
  readonly #accounts = new Map<string, AccountRequests>();

  constructor(parts: QuotaParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** Lets a request in if that takes no waiting; null if `admit` has to decide. */
  takeNow({ accountId, plan }: Payer): Admission | null {
    return (this.#accounts.get(accountId) ?? this.#add(accountId)).takeNow(plan);
  }

  /**
   * Lets a request in, waiting for the database if it must.
   * @throws `api_quota_exceeded` if the account has used what its plan allows
   */
  admit({ accountId, plan }: Payer): Promise<Admission> {
    return (this.#accounts.get(accountId) ?? this.#add(accountId)).admit(plan);
  }

  /** What the response to a request says that is not counted. */
  rateLimitOf({ accountId, plan }: Payer): RateLimit {
    return (this.#accounts.get(accountId) ?? this.#add(accountId)).rateLimitOn(plan);
  }

  /** How many requests of an account were let in this month: by other nodes up to a few seconds ago. */
  async requestsThisMonth(accountId: string): Promise<number> {
    const account = this.#accounts.get(accountId);
    await account?.settled();
    const month = await findMonth(this.#parts.database.reader, accountId);
    return Math.max(0, (month?.taken ?? 0) - (account?.unused ?? 0) + (account?.uncounted ?? 0));
  }

  /** What the owners of an account were told this month. */
  async noticesThisMonth(accountId: string): Promise<Notice[]> {
    return noticesIn(await findMonth(this.#parts.database.reader, accountId));
  }

  /** Whether a run would find anything to write. */
  hasWork(): boolean {
    for (const account of this.#accounts.values())
      if (account.uncounted !== 0 || account.isIdleFor(FORGOTTEN_AFTER_MS)) return true;
    return false;
  }

  /** Writes down what was counted in memory, and forgets accounts that have become idle. */
  async run(): Promise<void> {
    await this.#write((account) => account.uncounted !== 0);
    const idle = [...this.#accounts].filter(([, account]) => account.isIdleFor(FORGOTTEN_AFTER_MS));
    for (const [accountId] of idle) this.#accounts.delete(accountId);
    await this.#giveBack(idle);
  }

  /** Gives back what was leased and not used. A database that is away keeps nothing from ending. */
  async close(): Promise<void> {
    await this.#giveBack([...this.#accounts]).catch((error) => this.#parts.onProblem(error));
  }

  async #write(isWanted: (account: AccountRequests) => boolean): Promise<void> {
    // In order of id, so that nodes that write the same rows never deadlock.
    const wanted = [...this.#accounts].filter(([, account]) => isWanted(account)).sort(byId);
    for (let at = 0; at < wanted.length; at += ACCOUNTS_A_WRITE) {
      const counts = wanted
        .slice(at, at + ACCOUNTS_A_WRITE)
        .map(([accountId, account]) => ({ accountId, account, amount: account.uncounted }));
      await this.#parts.database.write(async (writer) => {
        for (const { accountId, amount } of counts)
          await takeRequests(writer, { accountId, length: 'month', amount, limit: Number.MAX_SAFE_INTEGER });
      }, COUNTING);
      for (const { account, amount } of counts) account.counted(amount);
    }
  }

  async #giveBack(accounts: readonly [string, AccountRequests][]): Promise<void> {
    for (const [, account] of accounts) await account.settled();
    const leftovers = accounts.toSorted(byId).flatMap(([accountId, account]) => {
      const left = account.drain();
      return left === null ? [] : [{ accountId, length: 'month' as const, ...left }];
    });
    for (let at = 0; at < leftovers.length; at += ACCOUNTS_A_WRITE) {
      await this.#parts.database.write(async (writer) => {
        for (const left of leftovers.slice(at, at + ACCOUNTS_A_WRITE)) await returnRequests(writer, left);
      }, COUNTING);
    }
  }

  #add(accountId: string): AccountRequests {
    const { plans, clock } = this.#parts;
    const account = new AccountRequests({
      limitsOf: (plan) => plans.limitsOf(plan),
      makeWindow: (length) => this.#windowOf(accountId, length),
      now: this.#now,
      clock,
      isAway: () => this.#parts.database.contact.isAway,
    });
    this.#accounts.set(accountId, account);
    return account;
  }

  #windowOf(accountId: string, length: WindowLength): RequestWindow {
    const lease = (amount: number, limit: number) => this.#lease({ accountId, length, amount, limit });
    return new RequestWindow({ length, lease, now: this.#now });
  }

  #lease(wanted: { accountId: string; length: WindowLength; amount: number; limit: number }): Promise<Lease> {
    const { database } = this.#parts;
    // Where the database falls silent, requests need not wait until it has not answered.
    return database.contact.listen(() =>
      database.write(async (writer) => {
        const askedAt = this.#now();
        const window = await takeRequests(writer, wanted);
        if (wanted.length === 'month') await tellOwners(this.#parts, writer, { ...wanted, month: window });
        const { started_at: startedAt, taken_at: leasedAt, granted, taken } = window;
        return { askedAt, startedAt, leasedAt, granted, taken };
      }, COUNTING),
    );
  }
}

function byId([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
