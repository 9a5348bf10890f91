/** Where somebody new signs up. Who is invited does so on a page of the server's own, which the link in the mail opens. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { awaitsFirstAccount, noteFirstAccount } from '../../api/installation.ts';
import { session } from '../../api/session.ts';
import { Problem } from '../../frame/problem.tsx';
import { SheetScreen } from '../../frame/sheet-screen.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { useAttempt } from '../../frame/use-attempt.ts';
import { nextSearch } from '../../frame/use-continue.ts';
import { Button, EmailInput, Form, LinkAnchor, PasswordInput, Stack, Text, TextInput } from '../../ui/index.ts';
import { useTypedEmail } from './typed-email.ts';

export function SignUp(): ReactNode {
  const { t } = useLingui();
  const { next } = useAddress();
  const navigate = useNavigate();
  const email = useTypedEmail();
  const [isFirst] = useState(awaitsFirstAccount);
  const { problem, busy, run } = useAttempt();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const name = String(given.get('name')).trim();
    const body = {
      email: String(given.get('email')).trim(),
      password: String(given.get('password')),
      ...(name === '' ? {} : { name }),
      refresh: 'cookie' as const,
    };
    void run(async () => {
      const tokens = await bodyOf(api.POST('/auth/signup', { body }));
      noteFirstAccount();
      session.begin(tokens);
      await navigate({ to: '/' });
    });
  };

  return (
    <SheetScreen
      title={isFirst ? t`Create the first account` : t`Sign up for Lectern`}
      about={
        isFirst && <Trans>Nobody has an account on this installation yet. Create yours, then invite others.</Trans>
      }
      after={
        <Text size="sm" ta="center">
          <Trans>
            Already have an account?{' '}
            <LinkAnchor to="/login" search={nextSearch({ next })} underline="always">
              Log in
            </LinkAnchor>
          </Trans>
        </Text>
      }
    >
      <Form onSubmit={send}>
        <Stack gap="sm">
          <Problem error={problem} />
          <TextInput label={t`Your name`} name="name" autoComplete="name" maxLength={255} autoFocus />
          <EmailInput defaultValue={email} />
          <PasswordInput
            label={t`Password`}
            description={t`8 characters or more`}
            name="password"
            autoComplete="new-password"
            minLength={8}
            maxLength={128}
            required
          />
          <Button type="submit" loading={busy} fullWidth>
            {isFirst ? <Trans>Create account</Trans> : <Trans>Sign up</Trans>}
          </Button>
        </Stack>
      </Form>
    </SheetScreen>
  );
}
