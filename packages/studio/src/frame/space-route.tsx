/** Everything inside one environment of one space: its frame, and what all of its screens read. */
import { createRoute } from '@tanstack/react-router';
import {
  contentTypesQuery,
  environmentsQuery,
  localesQuery,
  meQuery,
  queryClient,
  spacesQuery,
} from '../api/queries.ts';
import { rememberPlace } from './last-place.ts';
import { insideRoute } from './root.tsx';
import { PageError } from './screen-error.tsx';
import { SpaceFrame } from './space-frame.tsx';

export const spaceRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: 'spaces/$space/$environment',
  loader: async ({ params }) => {
    const { space, environment } = params;
    await Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(spacesQuery),
      queryClient.ensureQueryData(environmentsQuery(space)),
      queryClient.ensureQueryData(localesQuery(space)),
      queryClient.ensureQueryData(contentTypesQuery({ space, environment })),
    ]);
    rememberPlace({ space, environment });
  },
  component: SpaceFrame,
  errorComponent: PageError,
});
