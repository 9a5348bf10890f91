/**
 * The few calls of Stripe's API that billing makes, and the check of signatures on its events. The library is loaded with the
 * first call. Invariant: every failure of Stripe becomes an error of the catalogue, or one of this file.
 */
import type Stripe from 'stripe';
import type { StripeSettings } from '../../../../platform/config/config.ts';
import { DomainError } from '../../../../platform/errors/domain-error.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 1;
const RETRY_AFTER_S = 10;
/** Events signed longer ago than this are rejected, so that nobody can replay an old one. */
const TOLERANCE_S = 300;
const PAGE = 100;
/** Subscriptions of one customer; more than an account can ever have. */
const SUBSCRIPTIONS_MAX = 1_000;
const AWAY = new Set(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']);
const SECOND_MS = 1_000;
/** Of invoices that customers see. */
export const INVOICE_STATUSES = ['open', 'paid', 'uncollectible', 'void'] as const;

/** The fields of a Stripe subscription that billing uses. */
export interface StripeSubscription {
  readonly id: string;
  readonly status: string;
  /** In seconds since the epoch. */
  readonly created: number;
  /** In milliseconds since the epoch; null without items. */
  readonly periodEnd: number | null;
  /** The account that the checkout wrote into its metadata. */
  readonly accountId: string | undefined;
  readonly plan: string | undefined;
  readonly checkoutId: string | undefined;
}

/** An invoice of Stripe that the customer knows of. */
export interface StripeInvoice {
  readonly id: string;
  readonly number: string | null;
  /** The total in cents; below 0 for a credit. */
  readonly amount: number;
  /** In lower case. */
  readonly currency: string;
  readonly status: (typeof INVOICE_STATUSES)[number];
  /** In milliseconds since the epoch. */
  readonly createdAt: number;
  readonly url: string | null;
  readonly pdf_url: string | null;
}

/** The subject of an event. */
export interface StripeEvent {
  readonly type: string;
  /** Id of the customer; undefined if the event concerns none. */
  readonly customer: string | undefined;
}

/** What an order asks Stripe to charge. */
export interface StripeOrder {
  readonly checkoutId: string;
  readonly accountId: string;
  readonly customer: string;
  readonly plan: {
    readonly id: string;
    readonly name: string;
    readonly price: number;
    readonly interval: 'month' | 'year';
  };
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** Stripe has no customer with this id, or no longer has one. */
export class CustomerGoneError extends Error {
  override readonly name = 'CustomerGoneError';
}

export class StripeApi {
  readonly #settings: StripeSettings;
  #client: Promise<Stripe> | undefined;

  constructor(settings: StripeSettings) {
    this.#settings = settings;
  }

  /** @returns the id of the new customer */
  async createCustomer(
    { accountId, email }: { readonly accountId: string; readonly email: string },
    idempotencyKey: string,
  ): Promise<string> {
    return this.#call(async (stripe) => {
      const customer = await stripe.customers.create(
        { email, metadata: { account_id: accountId } },
        { idempotencyKey },
      );
      return customer.id;
    });
  }

  /**
   * Starts a checkout for a subscription.
   * @returns the URL of its page
   * @throws CustomerGoneError
   */
  async startCheckout(order: StripeOrder, idempotencyKey: string): Promise<string> {
    return this.#call(async (stripe) => {
      const session = await stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey });
      if (session.url === null) throw new Error('Stripe returned a checkout without a page.');
      return session.url;
    });
  }

  /** All subscriptions of a customer, including ended ones; none if there is no such customer. */
  async subscriptionsOf(customer: string): Promise<StripeSubscription[]> {
    return this.#call(async (stripe) => {
      const list = stripe.subscriptions.list({ customer, status: 'all', limit: PAGE });
      return (await list.autoPagingToArray({ limit: SUBSCRIPTIONS_MAX })).map(shown);
    }).catch((error: unknown) => {
      if (error instanceof CustomerGoneError) return [];
      throw error;
    });
  }

  /** The latest invoices of a customer, at most a page of Stripe, without drafts; none if there is no such customer. */
  async invoicesOf(customer: string): Promise<StripeInvoice[]> {
    return this.#call(async (stripe) => {
      const { data } = await stripe.invoices.list({ customer, limit: PAGE });
      return data.map(shownInvoice).filter((invoice) => invoice !== undefined);
    }).catch((error: unknown) => {
      if (error instanceof CustomerGoneError) return [];
      throw error;
    });
  }

  /**
   * Starts a visit of the page where a customer's cards and invoices are.
   * @param returnUrl where its link back leads; null for what is set at Stripe
   * @returns its URL, which is good for some minutes
   * @throws CustomerGoneError
   */
  async openPortal(customer: string, returnUrl: string | null): Promise<string> {
    return this.#call(async (stripe) => {
      const back = returnUrl === null ? {} : { return_url: returnUrl };
      return (await stripe.billingPortal.sessions.create({ customer, ...back })).url;
    });
  }

  /**
   * Ends a subscription at once, and credits what was paid for the remaining time. A subscription that has ended is left alone.
   */
  async cancel(id: string): Promise<void> {
    await this.#call(async (stripe) => {
      const request = { idempotencyKey: `cancel-${id}` };
      await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true }, request).catch((error: unknown) => {
        if (fieldOf(error, 'code') !== 'resource_missing') throw error;
      });
    });
  }

  /** The event in a body that Stripe signed. @throws `malformed_request` if Stripe did not sign it, or signed it too long ago */
  async readEvent(body: Buffer, signature: string): Promise<StripeEvent> {
    const stripe = await this.#loaded();
    try {
      const event = stripe.webhooks.constructEvent(body, signature, this.#settings.webhookSecret, TOLERANCE_S);
      return { type: String(event.type), customer: customerIn(event.data?.object) };
    } catch (error) {
      throw badEvent(error);
    }
  }

  async #call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#loaded());
    } catch (error) {
      throw translated(error);
    }
  }

  #loaded(): Promise<Stripe> {
    this.#client ??= loadClient(this.#settings);
    return this.#client;
  }
}

async function loadClient({ secretKey, apiBase }: StripeSettings): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const own = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false };
  if (apiBase === null) return new Client(secretKey, own);
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return new Client(secretKey, {
    ...own,
    protocol: isPlain ? 'http' : 'https',
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  });
}

function sessionOf(order: StripeOrder): Stripe.Checkout.SessionCreateParams {
  const { plan, currency } = order;
  const metadata = { account_id: order.accountId, plan: plan.id, checkout_id: order.checkoutId };
  return {
    mode: 'subscription',
    customer: order.customer,
    client_reference_id: order.accountId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency,
          unit_amount: plan.price,
          recurring: { interval: plan.interval },
          product_data: { name: plan.name },
        },
      },
    ],
    metadata,
    subscription_data: { metadata },
    // A free plan needs no card.
    payment_method_collection: plan.price === 0 ? 'if_required' : 'always',
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
  };
}

function shown({ id, status, created, items, metadata }: Stripe.Subscription): StripeSubscription {
  const ends = items.data.map((item) => item.current_period_end * SECOND_MS);
  return {
    id,
    status,
    created,
    periodEnd: ends.length === 0 ? null : Math.max(...ends),
    accountId: metadata.account_id,
    plan: metadata.plan,
    checkoutId: metadata.checkout_id,
  };
}

/** Undefined for a draft, which can still change. */
function shownInvoice(invoice: Stripe.Invoice): StripeInvoice | undefined {
  const status = INVOICE_STATUSES.find((one) => one === invoice.status);
  if (status === undefined) return undefined;
  const { id, number, total: amount, currency, created, hosted_invoice_url: url, invoice_pdf: pdf } = invoice;
  return {
    id,
    number,
    amount,
    currency,
    status,
    createdAt: created * SECOND_MS,
    url: url ?? null,
    pdf_url: pdf ?? null,
  };
}

/** The object of an event has its customer's id, or the whole customer. */
function customerIn(object: unknown): string | undefined {
  const customer = fieldOf(object, 'customer');
  const id = typeof customer === 'string' ? customer : fieldOf(customer, 'id');
  return typeof id === 'string' ? id : undefined;
}

function translated(error: unknown): unknown {
  const type = String(fieldOf(error, 'type'));
  if (!type.startsWith('Stripe')) return error;
  const isMissing = fieldOf(error, 'code') === 'resource_missing' && fieldOf(error, 'param') === 'customer';
  if (isMissing) return new CustomerGoneError('Stripe does not know the customer.', { cause: error });
  const refusal = AWAY.has(type) ? stripeAway() : stripeRefuses();
  refusal.cause = error;
  return refusal;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function stripeAway(): DomainError {
  const message = 'Stripe cannot be reached; try again in a moment.';
  return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_S });
}

function stripeRefuses(): DomainError {
  const message =
    'Stripe rejected the request; the operator finds the reason in the log, usually LECTERN_STRIPE_SECRET_KEY, the price of a plan, or a customer portal that is not set up.';
  return new DomainError('billing_not_configured', message);
}

function badEvent(cause: unknown): DomainError {
  const message =
    'The event is not signed with the secret of the endpoint, or is too old; check LECTERN_STRIPE_WEBHOOK_SECRET.';
  const refusal = new DomainError('malformed_request', message);
  refusal.cause = cause;
  return refusal;
}
