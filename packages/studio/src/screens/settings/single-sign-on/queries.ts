/** What the pages of single sign-on read of the account. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { ALL, membersQuery } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.gen.ts';
import type { Member } from '../../../api/types.ts';
import { useAccountId } from '../../../frame/use-place.ts';

type Schemas = components['schemas'];
export type SsoConnection = Schemas['SsoConnection'];
export type SsoDomain = Schemas['SsoDomain'];
export type SsoTest = Schemas['SsoTest'];
export type ScimToken = Schemas['ScimToken'];
export type ScimGroup = Schemas['ScimGroup'];
export type SsoSetup = Schemas['SsoSetup'];

/** How often a test that waits for a person is asked for. */
const WHILE_TESTING_MS = 1_500;

/** What a provider has to be told. */
export function setupQuery(account: string) {
  return queryOptions({
    queryKey: ['sso', account, 'setup'],
    queryFn: () => bodyOf(api.GET('/accounts/{account_id}/sso/setup', { params: { path: { account_id: account } } })),
  });
}

/** The connection of the account; null if it has none. */
export function connectionQuery(account: string) {
  return queryOptions({
    queryKey: ['sso', account],
    queryFn: async ({ client }) => {
      // Asked for first, as the console of the browser tells of every request that finds nothing.
      const { connected } = await client.fetchQuery({ ...setupQuery(account), staleTime: 0 });
      if (!connected) return null;
      return bodyOf(api.GET('/accounts/{account_id}/sso', { params: { path: { account_id: account } } }));
    },
  });
}

/** A test log-in, read until it has an end; null once nobody can read it any more. */
export function testQuery(account: string, id: string) {
  return queryOptions({
    queryKey: ['sso-test', account, id],
    queryFn: async (): Promise<SsoTest | null> => {
      try {
        const params = { path: { account_id: account, test_id: id } };
        return await bodyOf(api.GET('/accounts/{account_id}/sso/test/{test_id}', { params }));
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'not_found') return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WHILE_TESTING_MS : false),
    // The person is in the window of the provider meanwhile.
    refetchIntervalInBackground: true,
  });
}

export function domainsQuery(account: string) {
  return queryOptions({
    queryKey: ['sso-domains', account],
    queryFn: async () => {
      const params = { path: { account_id: account }, query: { limit: ALL } };
      return (await bodyOf(api.GET('/accounts/{account_id}/sso/domains', { params }))).items;
    },
  });
}

export function scimTokensQuery(account: string) {
  return queryOptions({
    queryKey: ['scim-tokens', account],
    queryFn: async () => {
      const params = { path: { account_id: account }, query: { limit: ALL } };
      return (await bodyOf(api.GET('/accounts/{account_id}/scim-tokens', { params }))).items;
    },
  });
}

/** The owners of the account, as members. */
export function useOwners(): readonly Member[] {
  return useSuspenseQuery(membersQuery(useAccountId())).data.filter(({ role }) => role === 'owner');
}
