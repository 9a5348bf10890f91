/** The settings of a space, a page for each kind, and the plan of the account outside of any space. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { meQuery, queryClient } from '../../api/queries.ts';
import { isSuspended } from '../../frame/error-action.tsx';
import { insideRoute } from '../../frame/root.tsx';
import { spaceRoute } from '../../frame/space-route.tsx';
import { loadWords } from '../../languages/languages.ts';

const settingsRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'settings',
  loader: () => loadWords('settings'),
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
});

const firstRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/spaces/$space/$environment/settings/general', params, replace: true });
  },
});

const localesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'locales',
  component: lazyRouteComponent(() => import('./locales/locales.tsx'), 'Locales'),
});

const keysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'keys',
  component: lazyRouteComponent(() => import('./keys/keys.tsx'), 'Keys'),
});

const previewLinksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'preview-links',
  component: lazyRouteComponent(() => import('./preview-links/preview-links.tsx'), 'PreviewLinks'),
});

const environmentsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'environments',
});

const environmentListRoute = createRoute({
  getParentRoute: () => environmentsRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./environments/environments.tsx'), 'Environments'),
});

const mergeRoute = createRoute({
  getParentRoute: () => environmentsRoute,
  path: 'merge',
  component: lazyRouteComponent(() => import('./environments/merge/merge.tsx'), 'MergeScreen'),
});

const mergesRoute = createRoute({
  getParentRoute: () => environmentsRoute,
  path: 'merges',
  component: lazyRouteComponent(() => import('./environments/history/merges.tsx'), 'Merges'),
});

const compareRoute = createRoute({
  getParentRoute: () => environmentsRoute,
  path: 'compare',
  component: lazyRouteComponent(() => import('./environments/compare/compare.tsx'), 'Compare'),
});

const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'members',
  component: lazyRouteComponent(() => import('./members/members.tsx'), 'Members'),
});

const generalRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'general',
  component: lazyRouteComponent(() => import('./general/general.tsx'), 'General'),
});

const activityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'activity',
  component: lazyRouteComponent(() => import('./activity/activity.tsx'), 'Activity'),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account/account.tsx'), 'AccountPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
});

const requestsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'requests',
  component: lazyRouteComponent(() => import('./requests/requests.tsx'), 'Requests'),
});

const singleSignOnRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'single-sign-on',
  component: lazyRouteComponent(() => import('./single-sign-on/single-sign-on.tsx'), 'SingleSignOn'),
});

const provisioningRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'provisioning',
  component: lazyRouteComponent(() => import('./single-sign-on/provisioning.tsx'), 'Provisioning'),
});

const transferRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'transfer',
  component: lazyRouteComponent(() => import('./transfer/transfer.tsx'), 'Transfer'),
});

const planRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'plan',
  component: lazyRouteComponent(() => import('./plan/plan.tsx'), 'PlanPage'),
});

const aiRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'ai',
  component: lazyRouteComponent(() => import('./ai/ai.tsx'), 'AiPage'),
});

export const accountPlanRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: 'plan',
  loader: async () => {
    // What is known of the person may be from before the account was suspended.
    const me = queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    const isOpen = me.then(
      () => true,
      (error: unknown) => {
        if (isSuspended(error)) return false;
        throw error;
      },
    );
    await Promise.all([loadWords('settings'), isOpen]);
    return { isOpen: await isOpen };
  },
  component: lazyRouteComponent(() => import('./plan/account-plan.tsx'), 'AccountPlan'),
});

export const settingsRoutes = settingsRoute.addChildren([
  firstRoute,
  generalRoute,
  localesRoute,
  keysRoute,
  webhooksRoute,
  requestsRoute,
  previewLinksRoute,
  environmentsRoute.addChildren([environmentListRoute, compareRoute, mergeRoute, mergesRoute]),
  transferRoute,
  accountRoute,
  membersRoute,
  singleSignOnRoute,
  provisioningRoute,
  planRoute,
  aiRoute,
  activityRoute,
]);
