/** Address and password in one form, then the second factor where one is asked for. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, EmailInput, Form, PasswordInput, Stack, Text, TextInput } from '../ui/index.ts';
import {
  type AskedFactor,
  giveSecondFactor,
  giveSecondPasskey,
  type LogInStep,
  logIn,
  logInByPasskey,
} from './log-in.ts';
import { hasPasskeys } from './passkeys.ts';
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
  const [factor, setFactor] = useState<AskedFactor | null>(null);
  const { problem, busy, run } = useAttempt();
  const into = account ?? null;

  const go = (log: () => Promise<LogInStep>) =>
    run(async () => {
      const step = await log();
      if (step.kind === 'second-factor') setFactor(step.factor);
      else if (step.kind === 'sso') goToProvider(step.url, next);
      else onDone();
    });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    void go(() =>
      factor === null
        ? logIn(email ?? String(given.get('email')).trim(), String(given.get('password')), into)
        : giveSecondFactor(factor.challenge, String(given.get('code')).trim(), into),
    );
  };

  return (
    <Form onSubmit={send}>
      <Stack gap="sm">
        <Problem error={problem} />
        {factor === null ? (
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
          <CodeInput />
        )}
        <Button type="submit" loading={busy} fullWidth>
          {factor === null ? <Trans>Log in</Trans> : <Trans>Continue</Trans>}
        </Button>
        <ByPasskey factor={factor} isBusy={busy} account={into} go={go} />
      </Stack>
    </Form>
  );
}

function CodeInput(): ReactNode {
  const { t } = useLingui();
  return (
    <TextInput
      key="code"
      label={t`Code`}
      description={t`From your authenticator app, or one of your recovery codes`}
      name="code"
      autoComplete="one-time-code"
      required
      autoFocus
    />
  );
}

interface ByPasskeyProperties {
  readonly factor: AskedFactor | null;
  readonly isBusy: boolean;
  readonly account: string | null;
  readonly go: (log: () => Promise<LogInStep>) => Promise<void>;
}

/** A passkey in place of address and password, or of the code. */
function ByPasskey({ factor, isBusy, account, go }: ByPasskeyProperties): ReactNode {
  if (!hasPasskeys()) return null;
  if (factor === null)
    return (
      <Button variant="default" disabled={isBusy} onClick={() => void go(() => logInByPasskey(account))} fullWidth>
        <Trans>Log in with a passkey</Trans>
      </Button>
    );
  const { challenge, passkey } = factor;
  return (
    passkey !== null && (
      <Button
        variant="default"
        disabled={isBusy}
        onClick={() => void go(() => giveSecondPasskey(challenge, passkey, account))}
        fullWidth
      >
        <Trans>Use your passkey</Trans>
      </Button>
    )
  );
}
