/** Plans that limit requests, and the limits in responses. */
import assert from 'node:assert/strict';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { writePlans } from '../plans/plans-file.ts';

/** Limits of each plan by its id. */
const limits = {
  none: {},
  rate: { api_requests_per_second: 100 },
  slow: { api_requests_per_second: 1 },
  hundred: { api_requests_per_month: 100 },
  double: { api_requests_per_month: 200 },
  large: { api_requests_per_second: 1_000, api_requests_per_month: 1_000_000 },
};

/** The environment of a service with these plans; new accounts get the one without limits. */
export function limitedPlans(): Record<string, string> {
  const plans = Object.entries(limits).map(([id, of]) => ({ id, name: id, price: 0, interval: 'month', limits: of }));
  return { LECTERN_PLANS_FILE: writePlans(plans), LECTERN_DEFAULT_PLAN: 'none' };
}

/** The values of `RateLimit` and `RateLimit-Policy` for one window; undefined if they do not name it. */
export function limitIn({ headers }: ApiResponse, length: 'second' | 'month') {
  const policy = new RegExp(`"${length}";q=(\\d+);w=(\\d+)`).exec(String(headers['ratelimit-policy']));
  const limit = new RegExp(`"${length}";r=(\\d+);t=(\\d+)`).exec(String(headers.ratelimit));
  if (policy === null || limit === null) return undefined;
  return { q: Number(policy[1]), w: Number(policy[2]), r: Number(limit[1]), t: Number(limit[2]) };
}

/** The month's remaining requests according to a response. */
export function leftOfMonth(response: ApiResponse): number {
  const limit = limitIn(response, 'month');
  assert.ok(limit, `no limit of the month: ${response}`);
  return limit.r;
}

/** Fails unless a request was rejected because its account has none left. @returns the seconds to wait */
export function refusedByQuota(response: ApiResponse): number {
  assert.equal(response.status, 429, String(response));
  assert.deepEqual([response.at('detail.code'), response.at('detail.scope')], ['api_quota_exceeded', 'account']);
  const seconds = Number(response.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds >= 1, String(response.headers['retry-after']));
  return seconds;
}

/** How many requests of this month the subscription of an owner's account shows. */
export async function requestsShown(owner: Actor): Promise<number> {
  const usage = (await owner.get('/billing/subscription', 200)).list('usage') as { metric: string; used: number }[];
  return usage.find(({ metric }) => metric === 'api_requests_per_month')?.used ?? 0;
}
