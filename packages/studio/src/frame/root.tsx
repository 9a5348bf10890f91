/** The root of all screens: what the page shows while it opens, where nothing is found, and the log-in over ended sessions. */
import { Trans } from '@lingui/react/macro';
import {
  CatchBoundary,
  createRootRoute,
  createRoute,
  type ErrorComponentProps,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { awaitsFirstAccount } from '../api/installation.ts';
import { personIn, session } from '../api/session.ts';
import { Anchor, Box, onDemand, Stack, Text, Title } from '../ui/index.ts';
import { PageError, ScreenError } from './screen-error.tsx';
import { ToastPlace } from './toast-place.tsx';
import { usePauseInTyping } from './typing.ts';
import { useSession } from './use-session.ts';

const LogInAgain = onDemand(async () => (await import('./log-in-again.tsx')).LogInAgain);

const PRELOAD_AFTER_MS = 20_000;

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: PageError,
});

/** All screens that need a session: whoever has none logs in first, and comes back to where they wanted to go. */
export const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: ({ location }) => {
    const logIn = awaitsFirstAccount() ? '/signup' : '/login';
    if (session.state.status === 'logged-out') throw redirect({ to: logIn, search: { next: location.href } });
    return { person: personIn(session.state) };
  },
  component: Inside,
});

/** The screens, for whom they were loaded: whoever left, or is in another account, is on the way to where they belong. */
function Inside(): ReactNode {
  const { person } = insideRoute.useRouteContext();
  return (
    personIn(useSession()) === person && (
      <>
        <Outlet />
        <ToastPlace />
      </>
    )
  );
}

function Root(): ReactNode {
  const { status } = useSession();
  const isOver = status === 'ended';
  // It takes the focus: while somebody types, their keys would go into it.
  const isPaused = usePauseInTyping(isOver);
  // When it is needed, its file may be gone, or the network. The first screen comes before it.
  useEffect(() => {
    if (status !== 'logged-in') return undefined;
    const timer = setTimeout(LogInAgain.preload, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [status]);
  return (
    <>
      <Outlet />
      {isOver && isPaused && (
        <CatchBoundary getResetKey={() => status} errorComponent={OverAllError}>
          <LogInAgain />
        </CatchBoundary>
      )}
    </>
  );
}

/** In sight wherever the page is scrolled to. A file that once failed to load does so until the page is loaded anew. */
function OverAllError({ error }: ErrorComponentProps): ReactNode {
  return (
    <Box pos="fixed" bottom={0} style={{ insetInline: 0, zIndex: 'var(--mantine-z-index-modal)' }}>
      <ScreenError error={error} reset={() => location.reload()} />
    </Box>
  );
}

function NotFound(): ReactNode {
  return (
    <Stack component="main" align="center" gap="xs" p="xl">
      <Title order={1}>
        <Trans>This page does not exist</Trans>
      </Title>
      <Text>
        <Trans>The address may have a typo, or what was here has been deleted.</Trans>
      </Text>
      <Anchor href="/studio">
        <Trans>Go to Home</Trans>
      </Anchor>
    </Stack>
  );
}
