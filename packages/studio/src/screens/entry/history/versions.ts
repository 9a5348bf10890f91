/** The versions of an entry as the server keeps them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import type { Place } from '../../../api/queries.ts';
import type { Entry } from '../../../api/types.ts';

const PAGE = 50;

/** Versions without their values, the newest first. The key holds the current version, so that a new one is a new list. */
export function versionsQuery({ space, environment }: Place, entry: Pick<Entry, 'id' | 'version'>) {
  return infiniteQueryOptions({
    queryKey: [space, environment, 'versions', entry.id, entry.version],
    queryFn: ({ pageParam }) => {
      const params = { path: { entry_id: entry.id }, query: { limit: PAGE, skip: pageParam } };
      return bodyOf(api.GET('/entries/{entry_id}/versions', { params }));
    },
    initialPageParam: 0,
    getNextPageParam: ({ items, skip, total }) => (skip + items.length < total ? skip + items.length : null),
  });
}

/** One version with its values, which never change. */
export function versionQuery({ space, environment }: Place, entry: string, version: number) {
  return queryOptions({
    queryKey: [space, environment, 'version', entry, version],
    queryFn: () => {
      const params = { path: { entry_id: entry, version } };
      return bodyOf(api.GET('/entries/{entry_id}/versions/{version}', { params }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
