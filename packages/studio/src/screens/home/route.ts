/** The address of the home. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { contentTypesQuery, queryClient } from '../../api/queries.ts';
import { areFirstStepsClosed, closeFirstSteps, firstStepsQuery, stepsDone } from '../../frame/first-steps.ts';
import { spaceRoute } from '../../frame/space-route.tsx';

/** The home of an environment. Without a model nothing can be written yet: the first steps come before it. */
export const homeRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: '/',
  loader: async ({ params }) => {
    const types = await queryClient.ensureQueryData(contentTypesQuery(params));
    if (types.length === 0) throw redirect({ to: '/spaces/$space/$environment/first-steps', params, replace: true });
    if (areFirstStepsClosed(params.space)) return;
    // Before the screen is shown, so that nothing moves when they come; and no more once they are done. They may fail alone.
    const state = await queryClient.fetchQuery(firstStepsQuery(params)).catch(() => undefined);
    if (state === undefined) return;
    const { done, all } = stepsDone(state);
    if (done === all) closeFirstSteps(params.space);
  },
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
});
