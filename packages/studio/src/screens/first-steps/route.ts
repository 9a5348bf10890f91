/** The address of the first steps. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { spaceRoute } from '../../frame/space-route.tsx';

export const firstStepsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'first-steps',
  component: lazyRouteComponent(() => import('./first-steps.tsx'), 'FirstSteps'),
});
