/** Plans, subscriptions and orders as requests and responses show them. */
import { type Static, Type } from 'typebox';
import { limitedMetrics } from '../plans/plan.ts';
import { subscriptionStatuses } from '../plans/subscriptions.ts';
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
