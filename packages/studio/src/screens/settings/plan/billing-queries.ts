/** What the page of the plan reads: the plan of the account with its usage, all plans, and of what the usage consists. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import type { components } from '../../../api/schema.gen.ts';

type Schemas = components['schemas'];

export type Plan = Schemas['Plan'];
export type Subscription = Schemas['Subscription'];
export type Usage = Subscription['usage'][number];
export type Metric = Usage['metric'];
export type Share = Schemas['Usage']['items'][number];
export type Invoice = Schemas['Invoice'];
export type UsagePart = Schemas['Usage']['by'];

/** Plans are few: an operator writes them into a file. */
const ALL = 100;

export const subscriptionQuery = queryOptions({
  queryKey: ['billing', 'subscription'],
  queryFn: () => bodyOf(api.GET('/billing/subscription')),
});

export const plansQuery = queryOptions({
  queryKey: ['billing', 'plans'],
  queryFn: async () => (await bodyOf(api.GET('/billing/plans', { params: { query: { limit: ALL } } }))).items,
});

export function usageQuery(metric: Metric, by: UsagePart) {
  return queryOptions({
    queryKey: ['billing', 'usage', metric, by],
    queryFn: async () => (await bodyOf(api.GET('/billing/usage', { params: { query: { metric, by } } }))).items,
  });
}
