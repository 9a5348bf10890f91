/** The calendar of releases as the server has it, and the address of the person's own for calendar programs. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Place } from './queries.ts';
import { releasesKey } from './releases-of-entry.ts';
import type { components } from './schema.gen.ts';

export type CalendarItem = components['schemas']['Calendar']['items'][number];

/** @param span instants in ISO 8601, of which the second one is no longer in it */
export function calendarQuery(place: Place, { from, to }: { readonly from: string; readonly to: string }) {
  return queryOptions({
    queryKey: [...releasesKey(place), 'calendar', from, to],
    queryFn: () => {
      const params = { path: { space_id: place.space, environment: place.environment }, query: { from, to } };
      return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/calendar', { params }));
    },
  });
}

/** Whether the person has an address for calendar programs. */
export function calendarFeedQuery({ space, environment }: Place) {
  return queryOptions({
    queryKey: [space, environment, 'calendar-feed'],
    queryFn: () => {
      const params = { path: { space_id: space, environment } };
      return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/calendar/feed', { params }));
    },
  });
}
