/** Orders that are paid on a page of Stripe. An account is one customer there, so that all its subscriptions are known. */
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
  /** Of all prices, in lower case. */
  readonly currency: string;
}

/** An order that was made. */
export interface MadeOrder {
  readonly id: string;
  readonly actor: Actor;
  readonly plan: Plan;
  readonly request: CheckoutRequest;
  /** URL of the page of the order, for who comes back from Stripe and gave no other. */
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
  async start(order: MadeOrder): Promise<string> {
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

  #page({ id, actor, plan, request, page }: MadeOrder, customer: string, idempotencyKey: string): Promise<string> {
    const { api, currency } = this.#parts;
    const { success_url: successUrl = page, cancel_url: cancelUrl = page } = request;
    const order = { checkoutId: id, accountId: actor.accountId, customer, plan, currency, successUrl, cancelUrl };
    return api.startCheckout(order, idempotencyKey);
  }

  /** Who the account is at Stripe. Of two that orders make at once, the first to be noted is, and the other stays unused. */
  async #customerOf({ id, actor }: MadeOrder, purpose: string): Promise<string> {
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
