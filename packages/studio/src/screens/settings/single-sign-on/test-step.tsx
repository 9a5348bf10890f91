/** The third step: a log-in at the provider that logs nobody in, and what it would have done, in words. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { Problem } from '../../../frame/problem.tsx';
import { useAddress, useChangeAddress } from '../../../frame/use-address.ts';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { useAccountId } from '../../../frame/use-place.ts';
import { Alert, Anchor, Button, Group, Stack, Text } from '../../../ui/index.ts';
import { type SsoConnection, type SsoTest, testQuery } from './queries.ts';
import { Step } from './step.tsx';
import { TestResult } from './test-result.tsx';

/** The parameter of the address that names the test, so that it is there after a reload. */
export const TEST = 'test';

interface ConnectionProperties {
  readonly connection: SsoConnection | null;
}

/** The test of this address; undefined if there is none, or nobody can read it any more. */
export function useTest(): SsoTest | undefined {
  const account = useAccountId();
  const id = useAddress()[TEST];
  const query = useQuery({ ...testQuery(account, id ?? ''), enabled: id !== undefined });
  return id === undefined ? undefined : (query.data ?? undefined);
}

/** Whether a test log-in has succeeded with the connection as it is stored. */
export function hasPassed(test: SsoTest | undefined, connection: SsoConnection): boolean {
  return test?.state === 'succeeded' && test.connection_version === connection.version;
}

export function TestStep({ connection }: ConnectionProperties): ReactNode {
  return (
    <Step
      title={<Trans>3. Test with your own log-in</Trans>}
      about={
        <Trans>
          Log in at the provider as you will later on. Nobody is logged in, created or changed by it; it shows what
          would happen.
        </Trans>
      }
    >
      {connection === null ? (
        <Text size="sm">
          <Trans>Save the values above first.</Trans>
        </Text>
      ) : (
        <Testing connection={connection} />
      )}
    </Step>
  );
}

function Testing({ connection }: { readonly connection: SsoConnection }): ReactNode {
  const { t } = useLingui();
  const account = useAccountId();
  const test = useTest();
  const change = useChangeAddress();
  const { problem, busy, run } = useAttempt();
  const [blocked, setBlocked] = useState<string | null>(null);
  const start = () => {
    // Opened at once, while the browser knows that somebody pressed a button.
    const opened = window.open('', '_blank');
    void run(async () => {
      try {
        const started = await bodyOf(
          api.POST('/accounts/{account_id}/sso/test', { params: { path: { account_id: account } } }),
        );
        change({ [TEST]: started.id });
        setBlocked(opened === null ? started.url : null);
        if (opened === null) return;
        opened.opener = null;
        opened.location.href = started.url;
      } catch (error) {
        opened?.close();
        throw error;
      }
    });
  };
  return (
    <Stack gap="sm">
      <Group>
        <Button variant={test === undefined ? 'filled' : 'default'} loading={busy} onClick={start}>
          {test === undefined ? t`Start test log-in` : t`Test again`}
        </Button>
      </Group>
      <Problem error={problem} />
      {blocked !== null && (
        <Text size="sm">
          <Trans>
            Your browser opened no window.{' '}
            <Anchor href={blocked} target="_blank" rel="noreferrer">
              Open the test log-in
            </Anchor>
          </Trans>
        </Text>
      )}
      <div role="status">{test !== undefined && <Outcome test={test} connection={connection} />}</div>
    </Stack>
  );
}

interface OutcomeProperties {
  readonly test: SsoTest;
  readonly connection: SsoConnection;
}

function Outcome({ test, connection }: OutcomeProperties): ReactNode {
  const { t } = useLingui();
  if (test.state === 'waiting')
    return (
      <Text size="sm">
        <Trans>
          Waiting for you to log in in the other window. If the provider shows an error there, compare the addresses of
          step 1.
        </Trans>
      </Text>
    );
  if (test.connection_version !== connection.version)
    return (
      <Alert color="gray" variant="light" title={t`The values were changed after this test`}>
        <Trans>Test again to see whether they work.</Trans>
      </Alert>
    );
  return <TestResult test={test} />;
}
