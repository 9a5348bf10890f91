/** How far the first steps of an environment are done, and whether the person has dismissed them. */
import { queryOptions } from '@tanstack/react-query';
import { readPage } from '../api/pages.ts';
import { apiKeysQuery, contentTypesQuery, meQuery, type Place, queryClient } from '../api/queries.ts';
import type { Entry } from '../api/types.ts';

const CLOSED = 'lectern.first-steps-closed';

export interface FirstStepsState {
  readonly hasType: boolean;
  readonly hasEntry: boolean;
  readonly isPublished: boolean;
  /** Whether there is a delivery key; null if the person may not see keys. */
  readonly canRead: boolean | null;
}

/** What is done of the first steps. Read again whenever entries change. */
export function firstStepsQuery(place: Place) {
  const { space, environment } = place;
  const entries = `/spaces/${space}/environments/${environment}/entries?limit=1&select=slug`;
  return queryOptions({
    queryKey: [space, environment, 'entries', 'first-steps'],
    queryFn: async ({ signal }): Promise<FirstStepsState> => {
      const { permissions } = await queryClient.ensureQueryData(meQuery);
      const [types, all, published, keys] = await Promise.all([
        queryClient.ensureQueryData(contentTypesQuery(place)),
        readPage<Entry>(entries, signal),
        readPage<Entry>(`${entries}&status=published,changed`, signal),
        permissions.includes('api_key.manage') ? queryClient.fetchQuery(apiKeysQuery(space)) : null,
      ]);
      return {
        hasType: types.length > 0,
        hasEntry: all.total > 0,
        isPublished: published.total > 0,
        canRead: keys === null ? null : keys.some(({ kind }) => kind === 'delivery'),
      };
    },
  });
}

/** How many of the steps that the person can see are done, and how many there are. */
export function stepsDone({ hasType, isPublished, canRead }: FirstStepsState): { done: number; all: number } {
  const steps = [hasType, isPublished, ...(canRead === null ? [] : [canRead])];
  return { done: steps.filter(Boolean).length, all: steps.length };
}

/** Whether this browser no longer shows the first steps of a space, because they are done or were dismissed. */
export function areFirstStepsClosed(space: string): boolean {
  return localStorage.getItem(CLOSED)?.split(' ').includes(space) ?? false;
}

export function closeFirstSteps(space: string): void {
  if (areFirstStepsClosed(space)) return;
  localStorage.setItem(CLOSED, [...(localStorage.getItem(CLOSED)?.split(' ') ?? []), space].join(' '));
}
