/** The addresses of an entry, and of one that is about to be written. The screen is loaded when the first is opened. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { spaceRoute } from '../../frame/space-route.tsx';
import { NEW_KEY, readEntrySearch } from './entry-search.ts';

const loadScreen = () => import('./entry-screen.tsx');

export const entryRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'content/$key',
  validateSearch: readEntrySearch,
  loaderDeps: ({ search }) => ({ release: search.in }),
  loader: ({ params, deps }) => {
    // Nothing waits for it: a screen that cannot be loaded says so itself.
    loadScreen().then(
      ({ readAhead }) => readAhead({ ...params, ...deps }),
      () => {},
    );
  },
  // Another panel or drawer is no reason to read the entry again.
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(loadScreen, 'EntryScreen'),
});

/** A new entry gets an address of its own while somebody types: it is the same screen, so that the focus stays. */
export const newEntryRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'content/new/$type',
  beforeLoad: ({ params: { space, environment, type } }) => {
    const to = '/spaces/$space/$environment/content/$key';
    throw redirect({ to, params: { space, environment, key: NEW_KEY }, search: { type }, replace: true });
  },
});
