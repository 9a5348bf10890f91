/**
 * Copies the state of subscriptions from Stripe. An event only says that something changed: the state is then read from Stripe, so
 * that events may arrive twice, late and in any order. Invariant: a state read before the latest change of the subscription here
 * is never written, and Stripe is read again after each write. Otherwise a state that came and went meanwhile would stay, since it
 * leaves the version unchanged.
 */

import type { Database, Writer } from '../../../../platform/database/database.ts';
import { DomainError } from '../../../../platform/errors/domain-error.ts';
import { systemActor } from '../../../../platform/journal/actor.ts';
import type { Change } from '../../../../platform/journal/change.ts';
import type { Journal } from '../../../../platform/journal/journal.ts';
import type { Clock } from '../../../../platform/kit/clock.ts';
import { lockExisting } from '../../accounts.ts';
import type { Plans } from '../../plans/plans.ts';
import type { Subscription, SubscriptionState, Subscriptions } from '../../plans/subscriptions.ts';
import { targetOf } from '../checkouts.ts';
import type { PlanChanges } from '../plan-changes.ts';
import { accountOfCustomer, accountsAwaitingStripe, confirmCheckout, findCustomer, lockCheckout } from '../store.ts';
import { type Choice, type CurrentSubscription, choose } from './choice.ts';
import type { StripeApi } from './stripe-api.ts';

/** Kinds of events that can change what an account has. */
const FOLLOWED = /^(?:checkout\.session|customer\.subscription|invoice)\./;
const TRIES = 8;
const RETRY_AFTER_S = 5;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** After this time an event that has not arrived counts as lost. */
const LOST_AFTER_MS = 60 * MINUTE_MS;
/** How long to wait for the payment of an order: it can be paid for a day, and some payment methods take longer to confirm. */
const AWAITED_MS = 8 * DAY_MS;

interface StripeSyncParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly changes: PlanChanges;
  readonly api: StripeApi;
  /** How long a payment may be late. */
  readonly graceMs: number;
}

export class StripeSync {
  readonly #parts: StripeSyncParts;

  constructor(parts: StripeSyncParts) {
    this.#parts = parts;
  }

  /**
   * Handles an event before it is acknowledged: Stripe sends it again if anything fails.
   * @param signature the header `Stripe-Signature`
   * @throws `malformed_request`, `unavailable`
   */
  async receive(body: Buffer, signature: string): Promise<void> {
    const { type, customer } = await this.#parts.api.readEvent(body, signature);
    if (customer === undefined || !FOLLOWED.test(type)) return;
    const accountId = await accountOfCustomer(this.#parts.database.reader, customer);
    if (accountId !== undefined) await this.follow(accountId);
  }

  /** Sets the subscription of an account to what Stripe says, and ends superfluous subscriptions. Safe to repeat. */
  async follow(accountId: string): Promise<void> {
    const { database, subscriptions, api } = this.#parts;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const { version } = await subscriptions.of(database.reader, accountId);
      const customer = await findCustomer(database.reader, accountId);
      if (customer === undefined) return;
      const choice = choose(await api.subscriptionsOf(customer), accountId);
      if ((await this.#take(accountId, version, choice)) !== 'same') continue;
      for (const id of choice.superseded) await api.cancel(id);
      return;
    }
    const message = 'The subscription keeps changing; try again in a moment.';
    throw new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_S });
  }

  /** Background work: follows accounts whose event must have been lost. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock, subscriptions } = this.#parts;
    const [now, { reader }] = [clock(), database];
    const behind = await subscriptions.behind(reader, now - LOST_AFTER_MS);
    const awaiting = await accountsAwaitingStripe(reader, now - AWAITED_MS, now - LOST_AFTER_MS);
    for (const accountId of new Set([...behind, ...awaiting])) {
      if (signal.aborted) return;
      await this.follow(accountId);
    }
  }

  /** @returns whether the subscription is up to date; if it was changed now or meanwhile, Stripe has to be read again */
  async #take(accountId: string, version: number, { current }: Choice): Promise<'same' | 'changed' | 'overtaken'> {
    const { journal, subscriptions, changes } = this.#parts;
    const taken = await journal.write(systemActor('Stripe', accountId), async (writer, change) => {
      const account = await lockExisting(writer, accountId);
      const before = await subscriptions.of(writer, accountId);
      if (before.version !== version) return 'overtaken';
      const state = this.#stateAfter(before, current, change.at);
      const isChanged = state !== undefined && (await changes.apply(writer, change, account, state));
      if (current?.isPaid === true) await confirmPaid(writer, change, current);
      return isChanged ? 'changed' : 'same';
    });
    if (taken === 'changed') changes.committed();
    return taken;
  }

  /** Undefined if Stripe does not decide: the plan was not paid for there, and nothing is now. */
  #stateAfter(before: Subscription, current: CurrentSubscription | null, now: number): SubscriptionState | undefined {
    const { plans, graceMs } = this.#parts;
    if (current === null) {
      if (before.stripeSubscription === null) return undefined;
      const nothing = { currentPeriodEnd: null, graceUntil: null, stripeSubscription: null };
      return { plan: plans.default.id, status: 'active', ...nothing };
    }
    const { plan, periodEnd: currentPeriodEnd, id: stripeSubscription } = current;
    const paid = { plan, currentPeriodEnd, stripeSubscription };
    if (current.isPaid) return { ...paid, status: 'active', graceUntil: null };
    const status = before.status === 'unpaid' ? 'unpaid' : 'past_due';
    return { ...paid, status, graceUntil: before.graceUntil ?? now + graceMs };
  }
}

/** Confirms the order of a subscription as soon as it is paid. */
async function confirmPaid(writer: Writer, change: Change, { checkoutId, plan }: CurrentSubscription): Promise<void> {
  const row = checkoutId === undefined ? undefined : await lockCheckout(writer, checkoutId);
  if (row === undefined || row.status !== 'open') return;
  await confirmCheckout(writer, row.id, change.at);
  change.record({ action: 'checkout.confirm', target: targetOf(row), changes: { after: { plan } } });
}

/** Ends all subscriptions of an account at Stripe when the account is removed. Safe to repeat. */
export async function endPayments(
  { database, api }: Pick<StripeSyncParts, 'database' | 'api'>,
  accountId: string,
): Promise<void> {
  const customer = await findCustomer(database.reader, accountId);
  if (customer === undefined) return;
  const over = new Set(['canceled', 'incomplete_expired']);
  for (const one of await api.subscriptionsOf(customer))
    if (one.accountId === accountId && !over.has(one.status)) await api.cancel(one.id);
}
