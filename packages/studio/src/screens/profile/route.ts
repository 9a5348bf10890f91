/** The addresses of the profile, and of the second factor where an account requires one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { insideRoute } from '../../frame/root.tsx';
import { nextSearch } from '../../frame/use-continue.ts';
import { loadWords } from '../../languages/languages.ts';

export const profileRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: 'profile',
  loader: () => loadWords('settings'),
  component: lazyRouteComponent(() => import('./profile.tsx'), 'Profile'),
});

export const secondFactorRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: 'second-factor',
  validateSearch: nextSearch,
  loader: () => loadWords('settings'),
  component: lazyRouteComponent(() => import('./required-second-factor.tsx'), 'RequiredSecondFactor'),
});
