/** The setting of the billing tests: plans of their own, and background work on a clock that the test moves. */

import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import type { TestEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { AiUsage } from '../../../src/ai/usage/ai-usage.ts';
import { type BillingParts, composeBilling, composeStripe } from '../../../src/composition/billing.ts';
import { openFoundation } from '../../../src/composition/foundation.ts';
import { composeJournal } from '../../../src/composition/journal.ts';
import { ownersOf } from '../../../src/identity/accounts/accounts.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { JOB_TIMES } from '../../../src/platform/jobs/job-times.ts';
import { usualDeadline } from '../../../src/platform/kit/deadline.ts';
import { Quotas } from '../../../src/platform/request-limits/accounts/quotas.ts';
import { writePlans } from '../plans/plans-file.ts';

export const DAY_MS = 86_400_000;

/** New accounts have `start`; `small` has too little for most, `large` has more, and `annual` is paid yearly. */
export const plans = [
  { id: 'start', name: 'Start', price: 0, interval: 'month', limits: { spaces: 5, ai_tokens_per_month: 1_000 } },
  { id: 'small', name: 'Small', price: 900, interval: 'month', limits: { spaces: 1, entries: 2 } },
  { id: 'large', name: 'Large', price: 123_456, interval: 'month', limits: { spaces: 50, asset_bytes: 2_147_483_648 } },
  { id: 'annual', name: 'Annual', price: 99_05, interval: 'year', limits: {} },
];

/** Variables of a service with these plans. */
export function withPlans(offered: unknown = plans): Record<string, string> {
  return { LECTERN_PLANS_FILE: writePlans(offered), LECTERN_DEFAULT_PLAN: 'start' };
}

/** The parts of billing on the database of a suite, beside its services, with a clock of their own. */
export async function openBilling(
  engine: TestEngine,
  env: Record<string, string>,
  clock: () => number,
): Promise<{ billing: BillingParts; close(): Promise<void> }> {
  const opened = new AsyncDisposableStack();
  const config = readConfig(serviceEnvironment({ engine, env }));
  const ignore = () => {};
  const options = {
    config,
    address: { url: '' },
    clock,
    onProblem: ignore,
    onMailFile: ignore,
    onStatement: undefined,
    deadline: usualDeadline,
    jobTimes: JOB_TIMES,
  };
  const foundation = await openFoundation(options, opened);
  const aiUsage = new AiUsage({ database: foundation.database, clock, ceilingOf: async () => null });
  const quotas = new Quotas({ ...foundation, owners: ownersOf });
  const api = composeStripe(foundation);
  const billing = composeBilling(foundation, composeJournal(foundation), { api, aiUsage, quotas, onChanged: ignore });
  return { billing, close: () => opened.disposeAsync() };
}

/** Orders a plan. */
export async function order(owner: Actor, plan: string, more: object = {}): Promise<{ id: string; url: string }> {
  const started = await owner.post('/billing/checkout', { plan, ...more }, 200);
  return { id: started.string('session_id'), url: started.string('checkout_url') };
}

/** The subscription of an account without its usage. */
export async function subscriptionOf(owner: Actor): Promise<Record<string, unknown>> {
  const {
    usage: _,
    notices: __,
    ...rest
  } = (await owner.get('/billing/subscription', 200)).json as Record<string, unknown>;
  return rest;
}

/** The usage of a metric by an account, and its limit. */
export function useOf(response: ApiResponse, metric: string): { limit: unknown; used: unknown } {
  const items = response.list('usage') as { metric: string; limit: unknown; used: unknown }[];
  const { limit, used } = items.find((item) => item.metric === metric) ?? { limit: undefined, used: undefined };
  return { limit, used };
}
