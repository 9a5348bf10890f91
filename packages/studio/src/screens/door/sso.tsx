/** Where a log-in by single sign-on ends: its code is exchanged for a session, once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { useAddress } from '../../frame/use-address.ts';
import { useAttempt } from '../../frame/use-attempt.ts';
import { Alert, LateLoader, LinkAnchor, Stack } from '../../ui/index.ts';
import { DoorPage } from './door-page.tsx';

export function Sso(): ReactNode {
  const { t } = useLingui();
  const { code = '' } = useAddress();
  const navigate = useNavigate();
  const { problem, run } = useAttempt();
  const begun = useRef(false);

  // A code works once: a second run of the effect must not spend it again.
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void run(async () => {
      session.begin(await bodyOf(api.POST('/auth/sso/exchange', { body: { code, refresh: 'cookie' } })));
      await navigate({ to: '/', replace: true });
    });
  });

  return (
    <DoorPage title={t`Single sign-on`}>
      {problem === null ? (
        <Stack align="center">
          <LateLoader aria-label={t`Logging in`} />
        </Stack>
      ) : (
        <Stack gap="sm">
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
          <LinkAnchor to="/login">
            <Trans>Back to the log-in</Trans>
          </LinkAnchor>
        </Stack>
      )}
    </DoorPage>
  );
}
