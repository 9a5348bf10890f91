/**
 * The log-in over whatever the person was doing when their session ended. Screens and drafts stay as they are under it, and
 * what was typed until it came is kept on the device.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../api/queries.ts';
import { Button, Modal, Stack, Text } from '../ui/index.ts';
import { useLeaving } from './leaving.tsx';
import { LogInForm } from './log-in-form.tsx';
import { useSession } from './use-session.ts';

export function LogInAgain(): ReactNode {
  const { t } = useLingui();
  const state = useSession();
  const href = useRouterState({ select: ({ location }) => location.href });
  const { busy, leave, question } = useLeaving(() => undefined);
  if (state.status !== 'ended') return null;
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      title={t`Log in to continue`}
      centered
    >
      <Stack gap="sm">
        <Text size="sm">
          <Trans>Your session has ended. What you wrote is still here. Log in to save it.</Trans>
        </Text>
        <LogInForm
          email={state.user.email}
          account={state.account.id}
          next={href}
          onDone={() => void queryClient.invalidateQueries()}
        />
        {question}
        <Button variant="subtle" color="gray" loading={busy} onClick={leave}>
          <Trans>Log in as someone else</Trans>
        </Button>
      </Stack>
    </Modal>
  );
}
