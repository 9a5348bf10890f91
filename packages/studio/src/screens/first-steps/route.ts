/** The address of the first steps. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { spaceRoute } from '../../frame/space-route.tsx';
import { loadWords } from '../../languages/languages.ts';

export const firstStepsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'first-steps',
  loader: () => loadWords('beginning'),
  component: lazyRouteComponent(() => import('./first-steps.tsx'), 'FirstSteps'),
});
