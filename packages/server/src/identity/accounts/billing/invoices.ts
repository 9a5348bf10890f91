/**
 * What an account was charged: its invoices, which Stripe keeps and shows, and the orders that were confirmed without payment.
 * Nothing of an invoice is stored here: each list is read from Stripe.
 */
import type { Database } from '../../../platform/database/database.ts';
import { DomainError, validationFailed } from '../../../platform/errors/domain-error.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import type { CheckoutRow } from '../tables.ts';
import { brokenUrls, ORDERS_KEPT_MAX, targetOf } from './checkouts.ts';
import type { PlanPage } from './plan-page.ts';
import type { InvoiceShown, PortalRequest, PortalStarted } from './schema.ts';
import { confirmedWithoutPayment, findCustomer } from './store.ts';
import { CustomerGoneError, type StripeApi } from './stripe/stripe-api.ts';

interface InvoicesParts {
  readonly database: Database;
  readonly planPage: PlanPage;
  /** Null if no payments are taken. */
  readonly api: StripeApi | null;
  /** The currency of all prices, in lower case. */
  readonly currency: string;
}

export class Invoices {
  readonly #parts: InvoicesParts;

  constructor(parts: InvoicesParts) {
    this.#parts = parts;
  }

  /**
   * The latest 100 invoices of an account, and the latest 100 orders that were confirmed without payment.
   * @throws `unavailable`, `billing_not_configured` if Stripe refuses
   */
  async of(accountId: string): Promise<InvoiceShown[]> {
    const { database, api, currency } = this.#parts;
    const orders = await confirmedWithoutPayment(database.reader, accountId, ORDERS_KEPT_MAX);
    const customer = api === null ? undefined : await findCustomer(database.reader, accountId);
    const invoices = api === null || customer === undefined ? [] : await api.invoicesOf(customer);
    return [
      ...invoices.map(({ createdAt, ...invoice }) => ({
        kind: 'invoice' as const,
        plan: null,
        ...invoice,
        created_at: isoTime(createdAt),
      })),
      ...orders.map((order) => shownOrder(order, currency)),
    ];
  }

  /**
   * Opens the page of Stripe where an account's cards and invoices are.
   * @throws `validation_failed`, `conflict` if the account has paid nothing there, `unavailable`, `billing_not_configured`
   */
  async portal(accountId: string, request: NonNullable<PortalRequest>): Promise<PortalStarted> {
    const { database, planPage, api } = this.#parts;
    const broken = brokenUrls(request, ['return_url']);
    if (broken.length > 0) throw validationFailed(broken);
    if (api === null) throw takesNoPayments();
    const customer = await findCustomer(database.reader, accountId);
    if (customer === undefined) throw paidNothing();
    try {
      return { portal_url: await api.openPortal(customer, request.return_url ?? planPage(accountId)) };
    } catch (error) {
      throw error instanceof CustomerGoneError ? paidNothing() : error;
    }
  }
}

/** The error of all that needs Stripe, where it is not set up. */
export function takesNoPayments(): DomainError {
  const message = 'No payments are taken here; set LECTERN_STRIPE_SECRET_KEY and LECTERN_STRIPE_WEBHOOK_SECRET.';
  return new DomainError('billing_not_configured', message);
}

/** Whoever knows the whole id of an order can open its page, so its beginning stands for it. */
function shownOrder(order: CheckoutRow, currency: string): InvoiceShown {
  return {
    id: targetOf(order).id,
    kind: 'order',
    number: null,
    plan: order.plan,
    amount: order.price,
    currency,
    status: 'confirmed',
    created_at: isoTime(order.confirmed_at ?? order.created_at),
    url: null,
    pdf_url: null,
  };
}

function paidNothing(): DomainError {
  return new DomainError('conflict', 'The account has paid nothing at Stripe yet; order a plan first.');
}
