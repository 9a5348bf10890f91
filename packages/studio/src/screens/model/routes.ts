/** The model of an environment: all of its content types, and one of them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { environmentQuery, type Place, queryClient } from '../../api/queries.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { spaceRoute } from '../../frame/space-route.tsx';
import { loadWords } from '../../languages/languages.ts';

export const modelRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'model',
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  loader: ({ params }) => load(params),
  component: lazyRouteComponent(() => import('./model.tsx'), 'Model'),
});

export const typeRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'model/$type',
  loader: ({ params }) => load(params),
  component: lazyRouteComponent(() => import('./type-screen.tsx'), 'TypeScreen'),
});

/** The words, and where the model is kept. */
async function load(place: Place): Promise<void> {
  await Promise.all([loadWords('model'), queryClient.ensureQueryData(environmentQuery(place))]);
}
