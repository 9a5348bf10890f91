/** What many screens read: one query each, so that they share one answer. Keys begin with the space and environment. */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import { isPassing, SessionEnded } from './problem.ts';
import type { Me } from './types.ts';

/** Where a screen is: what the address says. */
export interface Place {
  readonly space: string;
  readonly environment: string;
}

/** Where content is read and written. */
export interface ContentPlace extends Place {
  /** Id of the release in which it is; the drafts themselves without one. */
  readonly release?: string | undefined;
}

/** How long what is seldom changed is shown without being asked for again. */
const SETTLED_MS = 60_000;
const RETRIES = 3;
/** The most that a list answers at once: all of what there are few of, such as locales, environments or sessions. */
export const ALL = 1_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Without a network a query fails like any other request, so that its screen can say so.
      networkMode: 'always',
      retry: (failures, error) =>
        failures < RETRIES && navigator.onLine && isPassing(error) && !(error instanceof SessionEnded),
    },
  },
});

/** The person, their accounts, and what they may do in the account of the session. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  // The route describes keys as well; a session is always a person's.
  queryFn: async () => (await bodyOf(api.GET('/auth/me'))) as Me,
  staleTime: SETTLED_MS,
});

export const spacesQuery = queryOptions({
  queryKey: ['spaces'],
  queryFn: async () => (await bodyOf(api.GET('/spaces', { params: { query: { limit: ALL } } }))).items,
  staleTime: SETTLED_MS,
});

export function environmentsQuery(space: string) {
  return queryOptions({
    queryKey: [space, 'environments'],
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: ALL } };
      return (await bodyOf(api.GET('/spaces/{space_id}/environments', { params }))).items;
    },
    staleTime: SETTLED_MS,
  });
}

/** The environment that a name leads to, its own or an alias. */
export function environmentQuery({ space, environment }: Place) {
  return queryOptions({
    queryKey: [...environmentsQuery(space).queryKey, environment],
    queryFn: () => {
      const params = { path: { space_id: space, environment } };
      return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}', { params }));
    },
  });
}

/** The locales of a space, the default one first, then by name. */
export function localesQuery(space: string) {
  return queryOptions({
    queryKey: [space, 'locales'],
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: ALL } };
      const { items } = await bodyOf(api.GET('/spaces/{space_id}/locales', { params }));
      return items.toSorted((a, b) => Number(b.default) - Number(a.default) || a.name.localeCompare(b.name));
    },
    staleTime: SETTLED_MS,
  });
}

/** The content types of an environment, by name. */
export function contentTypesQuery({ space, environment }: Place) {
  return queryOptions({
    queryKey: [space, environment, 'content-types'],
    queryFn: async () => {
      const params = { path: { space_id: space, environment }, query: { limit: ALL } };
      const { items } = await bodyOf(
        api.GET('/spaces/{space_id}/environments/{environment}/content-types', { params }),
      );
      return items.toSorted((a, b) => a.name.localeCompare(b.name));
    },
    staleTime: SETTLED_MS,
  });
}

/** The members of an account, for the names of who made and changed things. */
export function membersQuery(account: string) {
  return queryOptions({
    queryKey: ['members', account],
    queryFn: async () => {
      const params = { path: { account_id: account }, query: { limit: ALL } };
      return (await bodyOf(api.GET('/accounts/{account_id}/members', { params }))).items;
    },
    staleTime: SETTLED_MS,
  });
}

/** The API keys of a space, without their tokens. Needs the permission `api_key.read`. */
export function apiKeysQuery(space: string) {
  return queryOptions({
    queryKey: [space, 'api-keys'],
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: ALL } };
      return (await bodyOf(api.GET('/spaces/{space_id}/api-keys', { params }))).items;
    },
  });
}

/** One file, as the server has it. */
export function assetQuery(id: string) {
  return queryOptions({
    queryKey: ['asset', id],
    queryFn: () => bodyOf(api.GET('/media/{asset_id}', { params: { path: { asset_id: id } } })),
  });
}

/** Which language model is set up, and whether it answers. Needs the permission `ai.use`. */
export const aiStatusQuery = queryOptions({
  queryKey: ['ai', 'status'],
  queryFn: () => bodyOf(api.GET('/ai/status')),
  staleTime: SETTLED_MS,
});
