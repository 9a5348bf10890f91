/** The address where a space is made. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { insideRoute } from '../../frame/root.tsx';

export const newSpaceRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: 'new-space',
  component: lazyRouteComponent(() => import('./new-space.tsx'), 'NewSpace'),
});
