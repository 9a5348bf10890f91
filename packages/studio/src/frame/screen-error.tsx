/** What stands in the place of a screen, or of a part of one, that failed. The rest of Studio goes on. */
import { Trans } from '@lingui/react/macro';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiProblem, Unreachable } from '../api/problem.ts';
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '../ui/index.ts';
import { CopyDetails } from './copy-details.tsx';
import { ErrorAction, isSuspended, lacksSecondFactor, ToPlan, ToSecondFactor } from './error-action.tsx';

interface ScreenErrorProperties {
  readonly error: unknown;
  /** Tries again. */
  readonly reset?: () => void;
}

export function ScreenError({ error, reset }: ScreenErrorProperties): ReactNode {
  if (lacksSecondFactor(error)) return <ToSecondFactor />;
  if (isSuspended(error)) return <ToPlan />;
  return (
    <Alert color="red" variant="light" role="alert" title={<ErrorTitle error={error} />} m="md">
      <Stack gap="sm">
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        <Group gap="xs">
          <ErrorAction error={error} />
          {reset !== undefined && (
            <Button variant="default" size="xs" onClick={reset}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <CopyDetails error={error} />
        </Group>
      </Stack>
    </Alert>
  );
}

/** What stands in the place of a screen, for the router: another try loads again what the screen is made of. */
export function RouteError({ error }: ScreenErrorProperties): ReactNode {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const again = () => {
    queries.reset();
    void router.invalidate();
  };
  return <ScreenError error={error} reset={again} />;
}

/** The same as a whole page, where nothing else can be shown. */
export function PageError({ error }: ScreenErrorProperties): ReactNode {
  if (lacksSecondFactor(error)) return <ToSecondFactor />;
  if (isSuspended(error)) return <ToPlan />;
  return (
    <Stack component="main" p="xl">
      <Title order={1}>Lectern</Title>
      <RouteError error={error} />
      <Anchor href="/studio">
        <Trans>Go to Home</Trans>
      </Anchor>
    </Stack>
  );
}

function ErrorTitle({ error }: Pick<ScreenErrorProperties, 'error'>): ReactNode {
  if (error instanceof ApiProblem && error.code === 'email_unverified')
    return <Trans>Confirm your e-mail address first</Trans>;
  if (error instanceof ApiProblem && error.code === 'sso_required')
    return <Trans>This account uses single sign-on</Trans>;
  if (error instanceof Unreachable) return <Trans>The server cannot be reached</Trans>;
  if (error instanceof ApiProblem && error.status === 404)
    return <Trans>This does not exist or has been deleted</Trans>;
  if (error instanceof ApiProblem && error.status === 403) return <Trans>You do not have permission to do this</Trans>;
  return <Trans>Something went wrong here</Trans>;
}
