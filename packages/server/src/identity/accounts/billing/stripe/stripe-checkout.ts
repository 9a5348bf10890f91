/** Orders that are paid on a page of Stripe. Each account has one Stripe customer, so that all its subscriptions are known. */
import type { Database } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/journal/actor.ts';
import type { Clock } from '../../../../platform/kit/clock.ts';
import type { Plan } from '../../plans/plan.ts';
import type { CheckoutRequest } from '../schema.ts';
import { deleteCustomer, findCustomer, insertCustomer } from '../store.ts';
import { CustomerGoneError, type StripeApi } from './stripe-api.ts';

interface StripeCheckoutParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly api: StripeApi;
  /** The currency of all prices, in lower case. */
  readonly currency: string;
}

/** An order that has been stored. */
export interface StoredOrder {
  readonly id: string;
  readonly actor: Actor;
  readonly plan: Plan;
  readonly request: CheckoutRequest;
  /** URL of the order's page: where Stripe sends the browser back to if the order names no other URL. */
  readonly page: string;
}

export class StripeCheckout {
  readonly #parts: StripeCheckoutParts;

  constructor(parts: StripeCheckoutParts) {
    this.#parts = parts;
  }

  /**
   * Starts the checkout of an order; the same order gets the same page again.
   * @returns its URL at Stripe
   */
  async start(order: StoredOrder): Promise<string> {
    const { accountId } = order.actor;
    const customer = await this.#customerOf(order, 'customer');
    try {
      return await this.#page(order, customer, order.id);
    } catch (error) {
      if (!(error instanceof CustomerGoneError)) throw error;
      await this.#parts.database.write((writer) => deleteCustomer(writer, accountId, customer));
      return this.#page(order, await this.#customerOf(order, 'customer-again'), `${order.id}-again`);
    }
  }

  #page({ id, actor, plan, request, page }: StoredOrder, customer: string, idempotencyKey: string): Promise<string> {
    const { api, currency } = this.#parts;
    const { success_url: successUrl = page, cancel_url: cancelUrl = page } = request;
    const order = { checkoutId: id, accountId: actor.accountId, customer, plan, currency, successUrl, cancelUrl };
    return api.startCheckout(order, idempotencyKey);
  }

  /** The account's Stripe customer. If two orders create one at the same time, the first one stored wins. */
  async #customerOf({ id, actor }: StoredOrder, purpose: string): Promise<string> {
    const { database, clock, api } = this.#parts;
    const known = await findCustomer(database.reader, actor.accountId);
    if (known !== undefined) return known;
    const made = await api.createCustomer({ accountId: actor.accountId, email: actor.name }, `${purpose}-${id}`);
    return database.write(async (writer) => {
      await insertCustomer(writer, { account_id: actor.accountId, customer: made, created_at: clock() });
      return (await findCustomer(writer, actor.accountId)) ?? made;
    });
  }
}
