/** Address and password in one form, then the second factor where one is asked for. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, EmailInput, Form, PasswordInput, Stack, Text, TextInput } from '../ui/index.ts';
import { giveSecondFactor, type LogInStep, logIn } from './log-in.ts';
import { Problem } from './problem.tsx';
import { goToProvider } from './single-sign-on.ts';
import { useAttempt } from './use-attempt.ts';

interface LogInFormProperties {
  /** The address that stands there already; with it only the password is asked for. */
  readonly email?: string;
  /** What stands in the field for the address at first. */
  readonly typedEmail?: string;
  /** Called with each change of that field. */
  readonly onEmail?: (typed: string) => void;
  /** Id of the account to be in afterwards; without it, the one that the server chooses. */
  readonly account?: string;
  /** Address inside Studio that a log-in elsewhere, at the provider of the account, leads back to. */
  readonly next: string | undefined;
  /** Called when the person is in. */
  readonly onDone: () => void;
}

export function LogInForm({ email, typedEmail, onEmail, account, next, onDone }: LogInFormProperties): ReactNode {
  const { t } = useLingui();
  const [challenge, setChallenge] = useState<string | null>(null);
  const { problem, busy, run } = useAttempt();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    void run(async () => {
      const step = await stepAfter(given);
      if (step.kind === 'second-factor') setChallenge(step.challenge);
      else if (step.kind === 'sso') goToProvider(step.url, next);
      else onDone();
    });
  };

  function stepAfter(given: FormData): Promise<LogInStep> {
    if (challenge !== null) return giveSecondFactor(challenge, String(given.get('code')).trim(), account ?? null);
    return logIn(email ?? String(given.get('email')).trim(), String(given.get('password')), account ?? null);
  }

  return (
    <Form onSubmit={send}>
      <Stack gap="sm">
        <Problem error={problem} />
        {challenge === null ? (
          <>
            {email === undefined ? (
              <EmailInput
                defaultValue={typedEmail}
                onChange={({ currentTarget }) => onEmail?.(currentTarget.value)}
                autoFocus
              />
            ) : (
              <Text size="sm">{email}</Text>
            )}
            <PasswordInput
              label={t`Password`}
              name="password"
              autoComplete="current-password"
              required
              autoFocus={email !== undefined}
            />
          </>
        ) : (
          <TextInput
            key="code"
            label={t`Code`}
            description={t`From your authenticator app, or one of your recovery codes`}
            name="code"
            autoComplete="one-time-code"
            required
            autoFocus
          />
        )}
        <Button type="submit" loading={busy} fullWidth>
          {challenge === null ? <Trans>Log in</Trans> : <Trans>Continue</Trans>}
        </Button>
      </Stack>
    </Form>
  );
}
