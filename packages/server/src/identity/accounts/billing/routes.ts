/** Routes of plans, subscriptions and orders, and the one that Stripe reports to. */
import type { FastifyReply } from 'fastify';
import type { Api } from '../../../platform/http/api.ts';
import { sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOf } from '../../../platform/http/paging.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import type { BillingOverview } from './billing-overview.ts';
import type { Checkouts } from './checkouts.ts';
import { type Invoices, takesNoPayments } from './invoices.ts';
import {
  CheckoutRequest,
  CheckoutStarted,
  InvoiceShown,
  PlanShown,
  PortalRequest,
  PortalStarted,
  SubscriptionShown,
  UsageDividedShown,
  UsageQuery,
} from './schema.ts';
import type { StripeSync } from './stripe/stripe-sync.ts';
import type { UsageShares } from './usage-shares.ts';

const tags = ['Billing'];
/** Largest event, in bytes. The events that matter here have a few thousand. */
const EVENT_BYTES_MAX = 262_144;
const PLACE_LENGTH = 6;
/** The last time that a date can have, in milliseconds since the epoch. */
const LAST_MS = 8_640_000_000_000_000;
const TIME_LENGTH = 16;

export interface BillingRouteParts {
  readonly overview: BillingOverview;
  readonly shares: UsageShares;
  readonly checkouts: Checkouts;
  readonly invoices: Invoices;
  /** Null if no payments are taken. */
  readonly stripe: StripeSync | null;
}

export function billingRoutes(api: Api, parts: BillingRouteParts): void {
  const { overview, checkouts, invoices } = parts;
  const reading = { permission: 'billing.read', session: 'billing' } as const;
  api.get('/billing/plans', { schema: plansSchema, config: reading }, async (request, reply) => {
    const places = new Map(overview.plans().map((plan, place) => [plan, String(place).padStart(PLACE_LENGTH, '0')]));
    // Unless a request asks for another order, plans are listed in the order of their file.
    return pageOf(request, reply, [...places.keys()], { idOf: (plan) => places.get(plan) ?? '', order: planOrder });
  });
  api.get(
    '/billing/subscription',
    { schema: subscriptionSchema, config: { ...reading, unversioned: true } },
    async (request, reply) => sendVersioned(reply, await overview.subscription(request.actor.accountId)),
  );
  api.get('/billing/usage', { schema: usageSchema, config: { ...reading, unversioned: true } }, async (request) => {
    const { metric = 'api_requests_per_month', by: wanted } = request.query;
    const { by, since, shares } = await parts.shares.of(request.actor.accountId, metric, wanted);
    return { metric, by, since: isoTime(since), items: [...shares] };
  });
  const ordering = { permission: 'billing.manage', session: 'billing' } as const;
  api.post('/billing/checkout', { schema: checkoutSchema, config: ordering }, (request) =>
    checkouts.start(request.actor, request.body),
  );
  api.get('/billing/invoices', { schema: invoicesSchema, config: ordering }, async (request, reply) => {
    const items = await invoices.of(request.actor.accountId);
    return pageOf(request, reply, items, { idOf: latestFirst, order: invoiceOrder });
  });
  api.post('/billing/portal', { schema: portalSchema, config: ordering }, (request) =>
    invoices.portal(request.actor.accountId, request.body ?? {}),
  );
  api.register(async (scope) => stripeRoute(scope as unknown as Api, parts.stripe));
}

/** Its body is kept as raw bytes, which Stripe signed. */
function stripeRoute(api: Api, stripe: StripeSync | null): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: EVENT_BYTES_MAX },
    (_request, body, done) => done(null, body),
  );
  const route = {
    bodyLimit: EVENT_BYTES_MAX,
    config: { public: true },
    // Stripe may add parameters to the URL that it was given.
    validatorCompiler: () => () => true,
    schema: { hide: true, consumes: ['application/json'] },
  };
  api.post('/billing/stripe/webhook', route, async (request, reply): Promise<FastifyReply> => {
    if (stripe === null) throw takesNoPayments();
    const signature = request.headers['stripe-signature'];
    const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    await stripe.receive(body, typeof signature === 'string' ? signature : '');
    return reply.send({ received: true });
  });
}

const planOrder = {
  id: ({ id }: PlanShown) => id,
  name: ({ name }: PlanShown) => name,
  price: ({ price }: PlanShown) => price,
};

const invoiceOrder = {
  created_at: (invoice: InvoiceShown) => invoice.created_at,
  amount: ({ amount }: InvoiceShown) => amount,
};

/** Unless a request asks for another order, the latest come first. */
function latestFirst({ created_at: at, id }: InvoiceShown): string {
  return `${String(LAST_MS - Date.parse(at)).padStart(TIME_LENGTH, '0')} ${id}`;
}

const plansSchema = {
  summary: 'List the plans',
  description: 'All plans of the installation, in the order of the operator.',
  tags,
  querystring: ListQuery,
  response: { 200: PageOf(PlanShown) },
};

const subscriptionSchema = {
  summary: 'Read the plan of the account and what it uses',
  description: 'It can be read in an account that is suspended for a late payment, too.',
  tags,
  response: { 200: SubscriptionShown },
};

const usageSchema = {
  summary: 'Read of what the usage of the account consists',
  description:
    'Requests and AI tokens by day are those of the last 90 days, without those of the last seconds; requests by space and key are those of this month (UTC). What spaces have is what they have now.',
  tags,
  querystring: UsageQuery,
  response: { 200: UsageDividedShown, ...responses('validation_failed') },
};

const checkoutSchema = {
  summary: 'Order a plan',
  description:
    'Open `checkout_url` in a browser: at Stripe to pay, or where no payments are taken, on a page with the order, which the operator confirms. The order is good for 24 hours. The plan changes once it is paid or confirmed; what is above the limits of the new plan stays, and no more can be created.',
  tags,
  body: CheckoutRequest,
  response: {
    200: CheckoutStarted,
    ...responses('conflict', 'validation_failed', 'idempotency_conflict', 'billing_not_configured', 'unavailable'),
  },
};

const invoicesSchema = {
  summary: 'List the invoices of the account',
  description:
    'The latest first: the last 100 of Stripe, without drafts, and the last 100 orders that were confirmed without payment. Owners can read them in an account that is suspended for a late payment, too. Stripe keeps invoices, so they can only be read while it is reached.',
  tags,
  querystring: ListQuery,
  response: { 200: PageOf(InvoiceShown), ...responses('billing_not_configured', 'unavailable') },
};

const portalSchema = {
  summary: 'Open the payment details',
  description:
    'Open `portal_url` in a browser: the page of Stripe where cards and billing address are changed and invoices are paid. 409 before the first order.',
  tags,
  body: PortalRequest,
  response: {
    200: PortalStarted,
    ...responses('conflict', 'validation_failed', 'billing_not_configured', 'unavailable'),
  },
};
