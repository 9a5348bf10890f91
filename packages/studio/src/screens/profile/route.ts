/** The address of the profile. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { insideRoute } from '../../frame/root.tsx';

export const profileRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: 'profile',
  component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
});
