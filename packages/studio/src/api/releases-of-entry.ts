/** The releases that an entry is in: the one thing that the screen of an entry asks of releases before one of them is opened. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import { EDITABLE } from './editable-releases.ts';
import type { Place } from './queries.ts';
import type { operations } from './schema.gen.ts';
import type { Entry } from './types.ts';

/** The most that are told. */
const RELEASES_MOST = 20;

type ReleasesAsked = NonNullable<operations['getSpaceEnvironmentChangeSets']['parameters']['query']>;

/** What a scheduled release does with an entry by itself. */
export type ScheduledAction = NonNullable<Entry['scheduled']>[number];

/** What the keys of all queries of releases begin with, as much of them as knows no entry. */
export function releasesKey({ space, environment }: Place) {
  return [space, environment, 'releases'] as const;
}

/** One page of the releases of a place. */
export function readReleases({ space, environment }: Place, query: ReleasesAsked) {
  const params = { path: { space_id: space, environment }, query };
  return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/change-sets', { params }));
}

/** What scheduled releases do with an entry by themselves, and which others that are still to go out have it. */
export function releasesOfEntryQuery(place: Place, entry: string) {
  return queryOptions({
    queryKey: [...releasesKey(place), 'of-entry', entry],
    queryFn: async () => {
      const query = { state: EDITABLE, order: '-updated_at', entry, limit: RELEASES_MOST };
      const path = { space_id: place.space, environment: place.environment };
      const select = { ids: entry, select: 'id', limit: 1 };
      const [releases, entries] = await Promise.all([
        readReleases(place, query),
        bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/entries', { params: { path, query: select } })),
      ]);
      return { releases: releases.items, scheduled: entries.items[0]?.scheduled ?? [] };
    },
  });
}
