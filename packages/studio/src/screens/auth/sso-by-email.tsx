/** Single sign-on: the address says which provider to go to. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { Problem } from '../../frame/problem.tsx';
import { goToProvider } from '../../frame/single-sign-on.ts';
import { useAttempt } from '../../frame/use-attempt.ts';
import { Button, Form, Stack, TextInput } from '../../ui/index.ts';

interface SsoByEmailProperties {
  /** What stands in the field at first. */
  readonly typedEmail: string;
  /** Address inside Studio to go on to afterwards. */
  readonly next: string | undefined;
}

export function SsoByEmail({ typedEmail, next }: SsoByEmailProperties): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { problem, busy, run } = useAttempt();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    void run(async () => {
      const { sso_url: url } = await bodyOf(api.POST('/auth/sso/discover', { body: { email } }));
      if (url === undefined) throw new Error(t`No single sign-on is set up for this address. Log in with a password.`);
      goToProvider(url, next);
    });
  };

  if (!open)
    return (
      <Button variant="default" fullWidth onClick={() => setOpen(true)}>
        <Trans>Single sign-on</Trans>
      </Button>
    );
  return (
    <Form onSubmit={send}>
      <Stack gap="sm">
        <Problem error={problem} />
        <TextInput
          label={t`Work e-mail address`}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typedEmail}
          required
          autoFocus
        />
        <Button type="submit" variant="default" loading={busy}>
          <Trans>Go to single sign-on</Trans>
        </Button>
      </Stack>
    </Form>
  );
}
