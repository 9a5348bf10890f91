/** Plans and payments. Stripe is built first, because removing an account ends its payments; everything else is built last. */
import { AI_TOKENS_METRIC, type AiUsage } from '../ai/usage/ai-usage.ts';
import { BillingOverview } from '../identity/accounts/billing/billing-overview.ts';
import { Checkouts } from '../identity/accounts/billing/checkouts.ts';
import { Invoices } from '../identity/accounts/billing/invoices.ts';
import type { Metered } from '../identity/accounts/billing/metered.ts';
import { OrderViews } from '../identity/accounts/billing/order-view.ts';
import { PlanChanges } from '../identity/accounts/billing/plan-changes.ts';
import { planPageIn } from '../identity/accounts/billing/plan-page.ts';
import type { BillingRouteParts } from '../identity/accounts/billing/routes.ts';
import { StripeApi } from '../identity/accounts/billing/stripe/stripe-api.ts';
import { StripeCheckout } from '../identity/accounts/billing/stripe/stripe-checkout.ts';
import { StripeSync } from '../identity/accounts/billing/stripe/stripe-sync.ts';
import { BillingUpkeep } from '../identity/accounts/billing/upkeep.ts';
import type { CheckoutPageParts } from '../planes/pages/checkout-page.ts';
import type { JobWork } from '../platform/jobs/job.ts';
import type { Quotas } from '../platform/request-limits/accounts/quotas.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import { composeUsageShares } from './usage-shares.ts';

const DAY_MS = 86_400_000;
/** The job's work when no payments are taken. */
const nothingToFollow: JobWork = { hasWork: () => false, run: async () => {} };

export interface BillingParts {
  readonly routes: BillingRouteParts;
  readonly page: CheckoutPageParts;
  readonly upkeep: BillingUpkeep;
  readonly followUp: JobWork;
}

/** Null if no payments are taken. */
export function composeStripe({ config }: Pick<Foundation, 'config'>): StripeApi | null {
  return config.billing.stripe === null ? null : new StripeApi(config.billing.stripe);
}

interface BillingUsers {
  /** The Stripe API; null if no payments are taken. */
  readonly api: StripeApi | null;
  readonly aiUsage: AiUsage;
  readonly quotas: Quotas;
  /** Called after the commit of a change to an account's subscription. */
  readonly onChanged: () => void;
}

export function composeBilling(
  { config, database, clock, plans, outbox, address }: Foundation,
  { journal, usage, subscriptions }: JournalParts,
  { api, aiUsage, quotas, onChanged }: BillingUsers,
): BillingParts {
  const { currency, graceDays, confirmedBy } = config.billing;
  const base = { database, journal, clock, plans, subscriptions };
  const planPage = planPageIn(address, config.studio);
  const changes = new PlanChanges({ subscriptions, outbox, takesPayments: api !== null, planPage, onChanged });
  const checkout = api === null ? null : new StripeCheckout({ database, clock, api, currency });
  const stripe = api === null ? null : new StripeSync({ ...base, changes, api, graceMs: graceDays * DAY_MS });
  const checkouts = new Checkouts({ ...base, changes, address, stripe: checkout });
  const orders = new OrderViews({ ...base, usage, checkouts });
  const follow = stripe === null ? null : (accountId: string) => stripe.follow(accountId);
  return {
    routes: {
      overview: new BillingOverview({ ...base, usage, metered: meteredBy(aiUsage, quotas), currency }),
      shares: composeUsageShares({ database, clock, aiUsage, quotas }),
      checkouts,
      invoices: new Invoices({ database, planPage, api, currency }),
      stripe,
    },
    page: { checkouts, orders, isOpen: confirmedBy === 'open', currency },
    upkeep: new BillingUpkeep({ ...base, changes, follow }),
    followUp: stripe ?? nothingToFollow,
  };
}

/** What is counted per month. */
export function meteredBy(aiUsage: AiUsage, quotas: Quotas): Metered {
  return {
    usage: async (accountId) => [
      { metric: AI_TOKENS_METRIC, used: await aiUsage.tokensThisMonth(accountId) },
      { metric: 'api_requests_per_month', used: await quotas.requestsThisMonth(accountId) },
    ],
    notices: (accountId) => quotas.noticesThisMonth(accountId),
  };
}
