/** The map of the screens. */
import { createRouter } from '@tanstack/react-router';
import { insideRoute, rootRoute } from './frame/root.tsx';
import { RouteError } from './frame/screen-error.tsx';
import { parseSearch, stringifySearch } from './frame/search-params.ts';
import { spaceRoute } from './frame/space-route.tsx';
import { forgotRoute, logInRoute, signUpRoute, ssoRoute } from './screens/auth/routes.ts';
import { calendarRoute } from './screens/calendar/route.ts';
import { contentRoute } from './screens/content/content.tsx';
import { entryRoute, newEntryRoute } from './screens/entry/routes.tsx';
import { firstStepsRoute } from './screens/first-steps/route.ts';
import { homeRoute } from './screens/home/route.ts';
import { mediaRoute } from './screens/media/routes.ts';
import { modelRoute, typeRoute } from './screens/model/routes.ts';
import { newSpaceRoute } from './screens/new-space/route.ts';
import { profileRoute, secondFactorRoute } from './screens/profile/route.ts';
import { releaseRoute, releasesRoute } from './screens/releases/routes.ts';
import { accountPlanRoute, settingsRoutes } from './screens/settings/routes.ts';
import { startRoute } from './screens/start.tsx';

const withoutSession = [logInRoute, signUpRoute, forgotRoute, ssoRoute];
const inSpace = spaceRoute.addChildren([
  homeRoute,
  firstStepsRoute,
  contentRoute,
  newEntryRoute,
  entryRoute,
  releasesRoute,
  releaseRoute,
  calendarRoute,
  mediaRoute,
  modelRoute,
  typeRoute,
  settingsRoutes,
]);

export const router = createRouter({
  basepath: '/studio',
  routeTree: rootRoute.addChildren([
    ...withoutSession,
    insideRoute.addChildren([startRoute, newSpaceRoute, profileRoute, secondFactorRoute, accountPlanRoute, inSpace]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
