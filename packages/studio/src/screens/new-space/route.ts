/** The address where a space is made. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { insideRoute } from '../../frame/root.tsx';
import { loadWords } from '../../languages/languages.ts';

export const newSpaceRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: 'new-space',
  loader: () => loadWords('beginning'),
  component: lazyRouteComponent(() => import('./new-space.tsx'), 'NewSpace'),
});
