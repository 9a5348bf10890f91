/** What somebody can do themselves where the server lets their session into nothing: no screen is a dead end for that. */
import { Trans } from '@lingui/react/macro';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api, bodyOf } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { Button, Text } from '../ui/index.ts';
import { Problem } from './problem.tsx';
import { goToProvider } from './single-sign-on.ts';
import { useAttempt } from './use-attempt.ts';

/** Whether the account requires a second factor that the session was not confirmed with. A challenge belongs to a log-in. */
export function lacksSecondFactor(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'second_factor_required' && !('challenge' in error.detail);
}

/** Whether the account of the session is suspended. */
export function isSuspended(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'account_suspended';
}

/** Leads to the plan of the account, which says why it is suspended and what to do. */
export function ToPlan(): ReactNode {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '/plan', replace: true });
  }, [navigate]);
  return null;
}

/** Leads to where a second factor is set up, and from there back here. */
export function ToSecondFactor(): ReactNode {
  const navigate = useNavigate();
  // As it was when this came: on the way the address is another one already.
  const [next] = useState(useHere());
  useEffect(() => {
    void navigate({ to: '/second-factor', search: { next }, replace: true });
  }, [navigate, next]);
  return null;
}

/** The button that does it; nothing where an error has no such way. */
export function ErrorAction({ error }: { readonly error: unknown }): ReactNode {
  const next = useHere();
  if (!(error instanceof ApiProblem)) return null;
  const { code, detail } = error;
  if (code === 'email_unverified') return <MailAgain />;
  if (code !== 'sso_required') return null;
  return (
    <Button size="xs" onClick={() => goToProvider(String(detail.sso_url), next)}>
      <Trans>Go to single sign-on</Trans>
    </Button>
  );
}

function MailAgain(): ReactNode {
  const { problem, busy, run } = useAttempt();
  const [sent, setSent] = useState(false);
  const send = () =>
    run(async () => {
      await bodyOf(api.POST('/auth/resend-verification'));
      setSent(true);
    });
  if (sent)
    return (
      <Text size="sm" role="status">
        <Trans>A mail with a new link is on its way.</Trans>
      </Text>
    );
  return (
    <>
      <Button size="xs" loading={busy} onClick={() => void send()}>
        <Trans>Send the mail again</Trans>
      </Button>
      <Problem error={problem} />
    </>
  );
}

function useHere(): string {
  return useRouterState({ select: ({ location }) => location.href });
}
