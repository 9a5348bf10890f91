/** Where somebody asks for a link to a new password. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { Problem } from '../../frame/problem.tsx';
import { SheetScreen } from '../../frame/sheet-screen.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { useAttempt } from '../../frame/use-attempt.ts';
import { nextSearch } from '../../frame/use-continue.ts';
import { Button, EmailInput, Form, LinkAnchor, Stack, Text } from '../../ui/index.ts';
import { useTypedEmail } from './typed-email.ts';

export function Forgot(): ReactNode {
  const { t } = useLingui();
  const { next } = useAddress();
  const [sent, setSent] = useState(false);
  const [email, setEmail] = useState(useTypedEmail());
  const { problem, busy, run } = useAttempt();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(async () => {
      await bodyOf(api.POST('/auth/forgot-password', { body: { email: email.trim() } }));
      setSent(true);
    });
  };

  return (
    <SheetScreen
      title={t`Forgot password`}
      after={
        <LinkAnchor to="/login" search={nextSearch({ next })} state={{ email }} size="sm" ta="center">
          <Trans>Back to log-in</Trans>
        </LinkAnchor>
      }
    >
      {sent ? (
        <Text role="status">
          <Trans>If an account exists for this address, we have sent it a link to set a new password.</Trans>
        </Text>
      ) : (
        <Form onSubmit={send}>
          <Stack gap="sm">
            <Problem error={problem} />
            <EmailInput value={email} onChange={({ currentTarget }) => setEmail(currentTarget.value)} autoFocus />
            <Button type="submit" loading={busy}>
              <Trans>Send link</Trans>
            </Button>
          </Stack>
        </Form>
      )}
    </SheetScreen>
  );
}
