/** The settings of a space, a page for each kind. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { spaceRoute } from '../../frame/space-route.tsx';

const settingsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
});

const firstRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/spaces/$space/$environment/settings/locales', params, replace: true });
  },
});

const localesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'locales',
  component: lazyRouteComponent(() => import('./locales.tsx'), 'Locales'),
});

const keysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'keys',
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
});

const environmentsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'environments',
  component: lazyRouteComponent(() => import('./environments.tsx'), 'Environments'),
});

const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'members',
  component: lazyRouteComponent(() => import('./members.tsx'), 'Members'),
});

export const settingsRoutes = settingsRoute.addChildren([
  firstRoute,
  localesRoute,
  keysRoute,
  environmentsRoute,
  membersRoute,
]);
