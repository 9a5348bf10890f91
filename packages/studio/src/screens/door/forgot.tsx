/** Where somebody asks for a link to a new password. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { Problem } from '../../frame/problem.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { Button, LinkAnchor, Stack, Text, TextInput } from '../../ui/index.ts';
import { DoorPage } from './door-page.tsx';

export function Forgot(): ReactNode {
  const { t } = useLingui();
  const [sent, setSent] = useState(false);
  const { problem, busy, run } = useAttempt();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    void run(async () => {
      await bodyOf(api.POST('/auth/forgot-password', { body: { email } }));
      setSent(true);
    });
  };

  return (
    <DoorPage
      title={t`Forgotten password`}
      after={
        <LinkAnchor to="/login" size="sm" ta="center">
          <Trans>Back to the log-in</Trans>
        </LinkAnchor>
      }
    >
      {sent ? (
        <Text role="status">
          <Trans>If the address is known here, a mail with a link to a new password is on its way.</Trans>
        </Text>
      ) : (
        <form onSubmit={send}>
          <Stack gap="sm">
            <Problem words={problem} />
            <TextInput label={t`E-mail address`} name="email" type="email" autoComplete="username" required autoFocus />
            <Button type="submit" loading={busy}>
              <Trans>Send a link</Trans>
            </Button>
          </Stack>
        </form>
      )}
    </DoorPage>
  );
}
