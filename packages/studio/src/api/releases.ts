/** Releases as the server has them: lists, one of them, and what is in it. The API calls them change sets. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import { EDITABLE } from './editable-releases.ts';
import { ApiProblem } from './problem.ts';
import { ALL, type Place } from './queries.ts';
import { readReleases, releasesKey } from './releases-of-entry.ts';
import type { Release } from './types.ts';

const PAGE = 50;
/** Entries with their differences, which may be long. */
const ENTRIES_PAGE = 25;
/** What the paths of values in a release begin with. */
const OF_ENTRIES = /^entries\./;

/** What the keys of the contents of releases begin with: they change with entries too. */
export function contentsKey({ space, environment }: Place) {
  return [space, environment, 'entries', 'in-releases'] as const;
}

/** @param state names of the states, with commas */
export function releasesQuery(place: Place, { state, order }: { readonly state: string; readonly order: string }) {
  return infiniteQueryOptions({
    queryKey: [...releasesKey(place), 'list', state, order],
    queryFn: ({ pageParam: skip }) => readReleases(place, { state, order, limit: PAGE, skip }),
    initialPageParam: 0,
    getNextPageParam: ({ items, skip, total }) => (skip + items.length < total ? skip + items.length : null),
  });
}

/** Those that entries can be put into. @param entry id of one that they have to have */
export function openReleasesQuery(place: Place, onto: Release['onto'], entry?: string) {
  return queryOptions({
    queryKey: [...releasesKey(place), 'open', onto, entry ?? null],
    queryFn: async () => {
      const query = { state: 'open', onto, order: 'name', limit: ALL, ...(entry === undefined ? {} : { entry }) };
      return (await readReleases(place, query)).items;
    },
  });
}

/** Those that entries can be written in. */
export function releasesToWorkInQuery(place: Place) {
  return queryOptions({
    queryKey: [...releasesKey(place), 'to-work-in'],
    queryFn: async () => {
      const query = { state: EDITABLE, order: 'name', limit: ALL };
      return (await readReleases(place, query)).items;
    },
  });
}

/** The time zones in which times were said here, those of the latest releases first. */
export function usedZonesQuery(place: Place) {
  return queryOptions({
    queryKey: [...releasesKey(place), 'zones'],
    queryFn: async () => {
      const query = { state: 'scheduled,failed,published', order: '-updated_at', limit: PAGE };
      const { items } = await readReleases(place, query);
      return [...new Set(items.flatMap(({ time_zone: zone }) => zone ?? []))];
    },
  });
}

export function releaseQuery(place: Place, id: string) {
  return queryOptions({
    queryKey: [...releasesKey(place), 'one', id],
    queryFn: () => bodyOf(api.GET('/change-sets/{change_set_id}', { params: { path: { change_set_id: id } } })),
  });
}

/** Its entries with their differences, in the order of their keys. */
export function releasedEntriesQuery(place: Place, id: string) {
  return infiniteQueryOptions({
    queryKey: [...contentsKey(place), id, 'changes'],
    queryFn: ({ pageParam }) => {
      const query = { limit: ENTRIES_PAGE, ...(pageParam === '' ? {} : { after: pageParam }) };
      const params = { path: { change_set_id: id }, query };
      return bodyOf(api.GET('/change-sets/{change_set_id}/changes', { params }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

/** What publishing it would meet. */
export function releasePlanQuery(place: Place, id: string) {
  return queryOptions({
    queryKey: [...contentsKey(place), id, 'plan'],
    queryFn: () => bodyOf(api.GET('/change-sets/{change_set_id}/plan', { params: { path: { change_set_id: id } } })),
  });
}

/** Whether values of entries keep a release from going out: they are to be decided or corrected first. */
export function isInTheWay(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem)) return false;
  return Array.isArray(error.detail.conflicts) || error.violations.some(({ path }) => OF_ENTRIES.test(path));
}
