/** The address of the calendar: its form, the day that it is at, and the time zone. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { SearchParams } from '../../frame/search-params.ts';
import { spaceRoute } from '../../frame/space-route.tsx';
import { loadWords } from '../../languages/languages.ts';

export const calendarRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'calendar',
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  loader: () => loadWords('releases'),
  component: lazyRouteComponent(() => import('./calendar.tsx'), 'Calendar'),
});
