/** Everything inside one environment of one space: its frame, and what all of its screens read. */
import { createRoute, type SearchMiddleware } from '@tanstack/react-router';
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

/** What all addresses of an environment may say. */
interface SpaceSearch {
  /** Id of the release that the person works in. */
  readonly in?: string | undefined;
}

/** Whoever works in a release does so on each screen that they go to, until one is asked for with another `in`, or with none. */
const stayInRelease: SearchMiddleware<SpaceSearch> = ({ search, next }) => {
  const wanted = next(search);
  return 'in' in wanted || search.in === undefined ? wanted : { ...wanted, in: search.in };
};

export const spaceRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: 'spaces/$space/$environment',
  validateSearch: ({ in: release }: Record<string, unknown>): SpaceSearch =>
    typeof release === 'string' && release !== '' ? { in: release } : {},
  search: { middlewares: [stayInRelease] },
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
