/** The root of all screens: what the page shows while it opens, where nothing is found, and the log-in over ended sessions. */
import { Trans } from '@lingui/react/macro';
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { personIn, session } from '../api/session.ts';
import { Anchor, onDemand, Stack, Text, Title } from '../ui/index.ts';
import { PageError } from './screen-error.tsx';
import { usePauseInTyping } from './typing.ts';
import { useSession } from './use-session.ts';

const LogInAgain = onDemand(async () => (await import('./log-in-again.tsx')).LogInAgain);

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: PageError,
});

/** All screens that need a person: others are sent to the door, and come back to where they wanted to go. */
export const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: ({ location }) => {
    if (session.state.status === 'signed-out') throw redirect({ to: '/login', search: { next: location.href } });
    return { person: personIn(session.state) };
  },
  component: Inside,
});

/** The screens, for whom they were loaded: whoever left, or is in another account, is on the way to where they belong. */
function Inside(): ReactNode {
  const { person } = insideRoute.useRouteContext();
  return personIn(useSession()) === person && <Outlet />;
}

function Root(): ReactNode {
  const isOver = useSession().status === 'ended';
  // It takes the focus: while somebody types, their keys would go into it.
  const isPaused = usePauseInTyping(isOver);
  return (
    <>
      <Outlet />
      {isOver && isPaused && <LogInAgain />}
    </>
  );
}

function NotFound(): ReactNode {
  return (
    <Stack component="main" align="center" gap="xs" p="xl">
      <Title order={1}>
        <Trans>There is nothing here</Trans>
      </Title>
      <Text>
        <Trans>The address may be mistyped, or what it named has been deleted.</Trans>
      </Text>
      <Anchor href="/studio">
        <Trans>Go to the start</Trans>
      </Anchor>
    </Stack>
  );
}
