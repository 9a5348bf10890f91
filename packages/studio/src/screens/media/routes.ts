/** The address of the media library. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { SearchParams } from '../../frame/search-params.ts';
import { spaceRoute } from '../../frame/space-route.tsx';
import { loadWords } from '../../languages/languages.ts';

export const mediaRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'media',
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  loader: () => loadWords('media'),
  component: lazyRouteComponent(() => import('./media.tsx'), 'Media'),
});
