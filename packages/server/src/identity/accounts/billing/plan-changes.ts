/**
 * Changes of an account's plan, with all their consequences in the same write: suspension for a late payment, the end of that
 * suspension, and mails to the owners. A change of plan never deletes any data of the account.
 */

import type { Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { Change } from '../../../platform/journal/change.ts';
import { mailTo } from '../../../platform/outgoing/mail/mailer.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { ownersOf } from '../accounts.ts';
import type { Subscription, SubscriptionState, Subscriptions } from '../plans/subscriptions.ts';
import { setSuspension } from '../suspension.ts';
import type { AccountRow } from '../tables.ts';
import { overdueMail, resumedMail, suspendedMail } from './mails.ts';
import type { PlanPage } from './plan-page.ts';

interface PlanChangesParts {
  readonly subscriptions: Subscriptions;
  readonly outbox: Outbox;
  /** Whether Stripe is set up. If so, subscriptions paid there can only be changed there. */
  readonly takesPayments: boolean;
  readonly planPage: PlanPage;
  /** Notifies this process of a change after its commit. */
  readonly onChanged: () => void;
}

export class PlanChanges {
  readonly #parts: PlanChangesParts;

  constructor(parts: PlanChangesParts) {
    this.#parts = parts;
  }

  /** Called after the commit of a write that changed what an account has: its next request is under the new plan. */
  committed(): void {
    this.#parts.onChanged();
  }

  /**
   * Gives a locked account a plan without payment.
   * @returns whether that changed anything
   * @throws `conflict` if the account pays at Stripe, as it would still be charged there
   */
  async give(writer: Writer, change: Change, account: AccountRow, plan: string): Promise<boolean> {
    const { stripeSubscription } = await this.#parts.subscriptions.of(writer, account.id);
    if (stripeSubscription !== null && this.#parts.takesPayments) throw paysAtStripe(stripeSubscription);
    const nothing = { currentPeriodEnd: null, graceUntil: null, stripeSubscription: null };
    return this.apply(writer, change, account, { plan, status: 'active', ...nothing });
  }

  /**
   * Sets the state of a locked account's subscription.
   * @returns whether that changed anything
   */
  async apply(writer: Writer, change: Change, account: AccountRow, state: SubscriptionState): Promise<boolean> {
    const before = await this.#parts.subscriptions.change(writer, change, account.id, state);
    if (before === undefined) return false;
    if (await setSuspension(writer, change, account, { reason: 'billing', isOn: state.status === 'unpaid' }))
      change.endPart();
    await this.#mailOwners(writer, account, before, state);
    return true;
  }

  async #mailOwners(writer: Writer, account: AccountRow, before: Subscription, after: SubscriptionState) {
    const words = mailAbout(account, before, after, this.#parts.planPage(account.id));
    if (words === undefined) return;
    const { recipients } = await ownersOf(writer, account.id);
    for (const recipient of recipients) await this.#parts.outbox.add(writer, mailTo(recipient, words), account.id);
  }
}

function mailAbout(
  account: AccountRow,
  before: Subscription,
  { status, graceUntil }: SubscriptionState,
  planPage: string | null,
) {
  if (status === before.status) return undefined;
  if (status === 'unpaid') return suspendedMail(account, planPage);
  if (status === 'past_due' && graceUntil !== null) return overdueMail(account, graceUntil, planPage);
  return before.status === 'unpaid' ? resumedMail(account) : undefined;
}

function paysAtStripe(subscription: string): DomainError {
  return new DomainError(
    'conflict',
    `The account pays for its plan at Stripe; cancel ${subscription} there first, or change the plan by another checkout.`,
  );
}
