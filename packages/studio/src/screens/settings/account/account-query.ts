/** The account of the session, as its settings read it. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { meQuery } from '../../../api/queries.ts';
import type { components } from '../../../api/schema.gen.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';

export type Account = components['schemas']['Account'];

export function accountQuery(id: string) {
  return queryOptions({
    queryKey: ['account', id],
    queryFn: () => bodyOf(api.GET('/accounts/{account_id}', { params: { path: { account_id: id } } })),
  });
}

/** Gives the function that reads an account anew, and its name wherever that stands. */
export function useRefreshAccount(id: string): () => Promise<void> {
  return useRefresh(accountQuery(id).queryKey, meQuery.queryKey);
}
