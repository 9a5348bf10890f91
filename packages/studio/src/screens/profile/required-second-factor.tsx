/** Where somebody is led whose account requires a second factor, to set one up and go on to where they wanted to go. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { meQuery, queryClient } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { PersonMenu } from '../../frame/person-menu.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { useContinue } from '../../frame/use-continue.ts';
import { Button, Group, Stack, Text } from '../../ui/index.ts';
import { factorQuery } from './factor-query.ts';
import { SecondFactor } from './second-factor.tsx';

export function RequiredSecondFactor(): ReactNode {
  const { t } = useLingui();
  const { account } = useSuspenseQuery(meQuery).data;
  const { enabled, confirmed } = useSuspenseQuery(factorQuery).data;
  return (
    <main>
      <Stack maw={720} mx="auto">
        <Screen
          title={t`Set up a second factor`}
          about={<Trans>Members of {account.name} need a second factor to log in.</Trans>}
          actions={<PersonMenu />}
        >
          {enabled && !confirmed ? <LogInWithIt /> : <SecondFactor />}
          {confirmed && <GoOn />}
        </Screen>
      </Stack>
    </main>
  );
}

function GoOn(): ReactNode {
  const { next } = useAddress();
  const goOn = useContinue();
  const go = () => {
    // What was refused until now is asked for again.
    queryClient.clear();
    void goOn(next);
  };
  return (
    <Group>
      <Button onClick={go}>
        <Trans>Continue</Trans>
      </Button>
    </Group>
  );
}

/** Whoever has a second factor, and logged in before they had it, uses it now. */
function LogInWithIt(): ReactNode {
  const { next } = useAddress();
  const navigate = useNavigate();
  const again = async () => {
    // Where the server is not reached, the session ends in this browser alone.
    await session.leave().catch(() => undefined);
    await navigate({ to: '/login', search: next === undefined ? {} : { next } });
  };
  return (
    <Stack align="flex-start" gap="sm">
      <Text size="sm">
        <Trans>You already have a second factor, but this session began without it. Log in again to use it.</Trans>
      </Text>
      <Button onClick={() => void again()}>
        <Trans>Log in again</Trans>
      </Button>
    </Stack>
  );
}
