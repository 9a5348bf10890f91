/** Plans, subscriptions and orders as requests and responses show them. */
import { type Static, Type } from 'typebox';
import { limitedMetrics } from '../plans/plan.ts';
import { subscriptionStatuses } from '../plans/subscriptions.ts';
import { INVOICE_STATUSES } from './stripe/stripe-api.ts';
import { shareKinds, usageParts } from './usage-shares.ts';

const PLAN_LENGTH_MAX = 64;
const URL_LENGTH_MAX = 2_048;
const nullableTime = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const metric = Type.Enum([...limitedMetrics]);
const limit = Type.Union([Type.Integer(), Type.Null()], { description: 'Null for no limit.' });

export const PlanShown = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    price: Type.Integer({ description: 'In cents of `currency`, for each interval.' }),
    currency: Type.String({ description: 'Code of ISO 4217 in lower case, such as `usd`.' }),
    interval: Type.Enum(['month', 'year']),
    limits: Type.Object(Object.fromEntries(limitedMetrics.map((name) => [name, limit])), {
      description: 'What an account with the plan may have or do.',
    }),
  },
  { title: 'Plan' },
);
export type PlanShown = Static<typeof PlanShown>;

const UsageShown = Type.Object({
  metric,
  limit,
  used: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null where no sum says anything: of requests per second, and of what is not counted.',
  }),
});

const NoticeShown = Type.Object({
  metric,
  percent: Type.Integer({ description: 'How much of the limit was used, such as 80.' }),
  at: Type.String(),
});

export const SubscriptionShown = Type.Object(
  {
    plan: Type.String({
      description: 'Id of the plan. One that the installation offers no longer has the limits of the default plan.',
    }),
    status: Type.Enum([...subscriptionStatuses], {
      description: '`active`, `past_due` while a payment is late, or `unpaid` once the account is suspended for it.',
    }),
    current_period_end: nullableTime('Until when the plan is paid for; null if it has no end.'),
    grace_until: nullableTime('When the account is suspended unless the late payment comes; null if none is late.'),
    paid_at: Type.Union([Type.Literal('stripe'), Type.Null()], {
      description: 'Where the plan is paid for; null if nobody pays for it by this service.',
    }),
    usage: Type.Array(UsageShown, { description: 'One item for each metric.' }),
    notices: Type.Array(NoticeShown, { description: 'Marks that usage has passed this month.' }),
    version: Type.Integer(),
  },
  { title: 'Subscription' },
);
export type SubscriptionShown = Static<typeof SubscriptionShown>;

export const UsageQuery = Type.Object(
  {
    metric: Type.Optional(
      Type.Enum([...limitedMetrics], { description: 'What is counted; `api_requests_per_month` if omitted.' }),
    ),
    by: Type.Optional(
      Type.Enum([...usageParts], {
        description:
          'Requests are counted by `day`, `space` and `key`, AI tokens by `day`, and what spaces have by `space`; the first of them if omitted. Everything else is 422.',
      }),
    ),
  },
  { additionalProperties: false, title: 'UsageQuery' },
);

const ShareShown = Type.Object({
  kind: Type.Enum([...shareKinds], {
    description:
      '`people` are all sessions, `scim` is an identity provider, `other_keys` are keys beyond the first hundreds, `no_space` is what belongs to no space.',
  }),
  id: Type.Union([Type.String(), Type.Null()], {
    description: 'The day (UTC), such as `2026-11-28`, or the id of the space or key.',
  }),
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the space or key; null once it is deleted, and for what has no name.',
  }),
  space_id: Type.Union([Type.String(), Type.Null()], { description: 'The space, or that of the key.' }),
  used: Type.Integer(),
});

export const UsageDividedShown = Type.Object(
  {
    metric,
    by: Type.Enum([...usageParts]),
    since: nullableTime('The first time that is counted; null for what there is now.'),
    items: Type.Array(ShareShown, { description: 'Days in their order, everything else by how much it uses.' }),
  },
  { title: 'Usage' },
);

const target = (when: string) =>
  Type.Optional(
    Type.String({ maxLength: URL_LENGTH_MAX, description: `Where the page leads ${when}: an http or https URL.` }),
  );

export const CheckoutRequest = Type.Object(
  {
    plan: Type.String({ minLength: 1, maxLength: PLAN_LENGTH_MAX, description: 'Id of the plan.' }),
    success_url: target('once the plan is changed'),
    cancel_url: target('otherwise'),
  },
  { additionalProperties: false, title: 'CheckoutRequest' },
);
export type CheckoutRequest = Static<typeof CheckoutRequest>;

export const CheckoutStarted = Type.Object(
  {
    checkout_url: Type.String({ description: 'Open it in a browser; it needs no token.' }),
    session_id: Type.String({ description: 'Names the order, also for `lectern billing confirm`.' }),
  },
  { title: 'Checkout' },
);
export type CheckoutStarted = Static<typeof CheckoutStarted>;

const nullableUrl = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const InvoiceShown = Type.Object(
  {
    id: Type.String({ description: 'Of the invoice at Stripe, or the beginning of the id of the order.' }),
    kind: Type.Enum(['invoice', 'order'], {
      description: '`invoice` is one of Stripe, `order` a plan that was ordered here and confirmed without payment.',
    }),
    number: Type.Union([Type.String(), Type.Null()], { description: 'The number of the invoice; null for an order.' }),
    plan: Type.Union([Type.String(), Type.Null()], { description: 'Id of the plan of an order; null for an invoice.' }),
    amount: Type.Integer({
      description:
        'In cents of `currency`: the total of the invoice, below 0 for a credit, or the price that was ordered.',
    }),
    currency: Type.String({ description: 'Code of ISO 4217 in lower case, such as `usd`.' }),
    status: Type.Enum([...INVOICE_STATUSES, 'confirmed'], {
      description:
        '`open` is to be paid, `uncollectible` is not expected any more, `void` was canceled; an order is `confirmed`.',
    }),
    created_at: Type.String({ description: 'When the invoice was made, or the order confirmed.' }),
    url: nullableUrl('Page of Stripe with the invoice, where an open one can be paid; whoever has it can open it.'),
    pdf_url: nullableUrl('The invoice as a PDF.'),
  },
  { title: 'Invoice' },
);
export type InvoiceShown = Static<typeof InvoiceShown>;

export const PortalRequest = Type.Union([
  Type.Object(
    {
      return_url: Type.Optional(
        Type.String({
          maxLength: URL_LENGTH_MAX,
          description: 'Where the link back leads, an http or https URL; the page of the plan in Studio if omitted.',
        }),
      ),
    },
    { additionalProperties: false, title: 'PortalRequest' },
  ),
  Type.Null(),
]);
export type PortalRequest = Static<typeof PortalRequest>;

export const PortalStarted = Type.Object(
  { portal_url: Type.String({ description: 'Open it in a browser, within minutes; it needs no token.' }) },
  { title: 'Portal' },
);
export type PortalStarted = Static<typeof PortalStarted>;
