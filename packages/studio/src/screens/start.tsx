/** /studio itself: leads to where the person was last, else to their first space, else to making one. */
import { createRoute, redirect } from '@tanstack/react-router';
import { MAIN_ENVIRONMENT } from '../api/main-environment.ts';
import { queryClient, spacesQuery } from '../api/queries.ts';
import { lastPlace } from '../frame/last-place.ts';
import { insideRoute } from '../frame/root.tsx';

export const startRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  loader: async () => {
    const spaces = await queryClient.ensureQueryData(spacesQuery);
    const last = lastPlace();
    const known = last !== null && spaces.some(({ id }) => id === last.space) ? last : null;
    const [first] = spaces;
    if (known !== null) throw redirect({ to: '/spaces/$space/$environment', params: { ...known }, replace: true });
    if (first === undefined) throw redirect({ to: '/new-space', replace: true });
    const params = { space: first.id, environment: MAIN_ENVIRONMENT };
    throw redirect({ to: '/spaces/$space/$environment', params, replace: true });
  },
});
