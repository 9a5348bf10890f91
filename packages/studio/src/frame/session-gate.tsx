/** What stands in the place of all screens while the server cannot be asked who is here. It asks again by itself. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { session } from '../api/session.ts';
import { backoffMs } from '../drafts/backoff.ts';
import { Button, Center, Stack, Text, Title } from '../ui/index.ts';
import { useSession } from './use-session.ts';

/** Shows its children once it is known who is here, or that nobody is. */
export function SessionGate({ children }: { readonly children: ReactNode }): ReactNode {
  return useSession().status === 'unreachable' ? <Unreached /> : children;
}

function Unreached(): ReactNode {
  const { t } = useLingui();
  const state = useSession();
  const failures = useRef(0);
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    await session.open();
    setBusy(false);
  };
  // Each answer that did not come is a state of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is made anew each time, and does the same
  useEffect(() => {
    failures.current += 1;
    const again = () => void ask();
    const timer = setTimeout(again, backoffMs(failures.current));
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [state]);

  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${t`The service cannot be reached`} · Lectern`}</title>
      <Stack align="center" gap="sm" maw={420} role="alert">
        <Title order={1} ta="center">
          <Trans>The service cannot be reached</Trans>
        </Title>
        <Text ta="center">
          <Trans>
            You are still logged in. Studio keeps trying and continues as soon as the service responds. What you wrote
            is kept on this device.
          </Trans>
        </Text>
        <Button variant="default" loading={busy} onClick={() => void ask()}>
          <Trans>Try again now</Trans>
        </Button>
      </Stack>
    </Center>
  );
}
