/**
 * Background work: suspends accounts whose grace period for a late payment is over, and removes old orders. Where payments are
 * taken, Stripe is asked first, so that a lost event never suspends an account that has paid.
 */

import type { Database } from '../../../platform/database/database.ts';
import { systemActor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { lockExisting } from '../accounts.ts';
import type { Subscriptions } from '../plans/subscriptions.ts';
import { PAGE_SHOWN_MS } from './checkouts.ts';
import type { PlanChanges } from './plan-changes.ts';
import { deleteCheckoutsBefore, hasCheckoutsBefore } from './store.ts';

interface UpkeepParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly subscriptions: Subscriptions;
  readonly changes: PlanChanges;
  /** Copies an account's state from Stripe; null if no payments are taken. */
  readonly follow: ((accountId: string) => Promise<void>) | null;
}

export class BillingUpkeep {
  readonly #parts: UpkeepParts;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    const { database, clock, subscriptions } = this.#parts;
    const now = clock();
    if ((await subscriptions.overdue(database.reader, now)).length > 0) return true;
    return hasCheckoutsBefore(database.reader, now - PAGE_SHOWN_MS);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, subscriptions, follow } = this.#parts;
    await database.write((writer) => deleteCheckoutsBefore(writer, clock() - PAGE_SHOWN_MS));
    for (const accountId of await subscriptions.overdue(database.reader, clock())) {
      if (signal.aborted) return;
      await follow?.(accountId);
      await this.#suspend(accountId);
    }
  }

  /** Suspends the account if its payment is still late when the write runs. */
  async #suspend(accountId: string): Promise<void> {
    const { journal, subscriptions, changes } = this.#parts;
    await journal.write(systemActor('billing', accountId), async (writer, change) => {
      const account = await lockExisting(writer, accountId);
      const { version: _, ...state } = await subscriptions.of(writer, accountId);
      if (state.status !== 'past_due' || state.graceUntil === null || state.graceUntil > change.at) return;
      await changes.apply(writer, change, account, { ...state, status: 'unpaid' });
    });
  }
}
