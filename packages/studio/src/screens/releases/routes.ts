/** Releases: all of an environment, and one of them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { spaceRoute } from '../../frame/space-route.tsx';
import { loadWords } from '../../languages/languages.ts';

export const releasesRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'releases',
  loader: () => loadWords('releases'),
  component: lazyRouteComponent(() => import('./releases.tsx'), 'Releases'),
});

export const releaseRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'releases/$release',
  loader: () => loadWords('releases'),
  component: lazyRouteComponent(() => import('./release.tsx'), 'ReleaseScreen'),
});
