/** Plans that limit requests, and what responses say of limits. */
import assert from 'node:assert/strict';
import type { ApiResponse } from '../client.ts';
import { writePlans } from '../plans/plans-file.ts';

/** Limits of each plan by its id. */
const limits = {
  none: {},
  rate: { api_requests_per_second: 100 },
  few: { api_requests_per_second: 20 },
  slow: { api_requests_per_second: 1 },
  ten: { api_requests_per_month: 10 },
  hundred: { api_requests_per_month: 100 },
  large: { api_requests_per_second: 1_000, api_requests_per_month: 1_000_000 },
};

/** The environment of a service with these plans, of which new accounts have the one without limits. */
export function limitedPlans(): Record<string, string> {
  const plans = Object.entries(limits).map(([id, of]) => ({ id, name: id, price: 0, interval: 'month', limits: of }));
  return { LECTERN_PLANS_FILE: writePlans(plans), LECTERN_DEFAULT_PLAN: 'none' };
}

/** What `RateLimit` and `RateLimit-Policy` say of one window; undefined where they do not name it. */
export function limitIn({ headers }: ApiResponse, length: 'second' | 'month') {
  const policy = new RegExp(`"${length}";q=(\\d+);w=(\\d+)`).exec(String(headers['ratelimit-policy']));
  const limit = new RegExp(`"${length}";r=(\\d+);t=(\\d+)`).exec(String(headers.ratelimit));
  if (policy === null || limit === null) return undefined;
  return { q: Number(policy[1]), w: Number(policy[2]), r: Number(limit[1]), t: Number(limit[2]) };
}

/** Fails unless a request was refused as its account has no more. @returns the seconds to wait */
export function refusedByQuota(response: ApiResponse): number {
  assert.equal(response.status, 429, String(response));
  assert.deepEqual([response.at('detail.code'), response.at('detail.scope')], ['api_quota_exceeded', 'account']);
  const seconds = Number(response.headers['retry-after']);
  assert.ok(Number.isInteger(seconds) && seconds >= 1, String(response.headers['retry-after']));
  return seconds;
}

/** Seconds until next month, UTC. */
export function secondsOfMonthLeft(): number {
  const now = new Date();
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()) / 1_000;
}
