/** The door: the log-in by password, and the ways to the others. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LogInForm } from '../../frame/log-in-form.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { useGoOn } from '../../frame/use-go-on.ts';
import { Group, LinkAnchor, Text } from '../../ui/index.ts';
import { DoorPage } from './door-page.tsx';
import { SsoByEmail } from './sso-by-email.tsx';

export function LogIn(): ReactNode {
  const { t } = useLingui();
  const { next } = useAddress();
  const goOn = useGoOn();
  return (
    <DoorPage
      title={t`Log in to Lectern`}
      after={
        <Group justify="space-between">
          <LinkAnchor to="/signup" size="sm">
            <Trans>Sign up</Trans>
          </LinkAnchor>
          <LinkAnchor to="/forgot" size="sm">
            <Trans>Forgotten password?</Trans>
          </LinkAnchor>
        </Group>
      }
    >
      <LogInForm next={next} onDone={() => void goOn(next)} />
      <Text size="sm" c="dimmed" ta="center" my="sm">
        <Trans>or</Trans>
      </Text>
      <SsoByEmail next={next} />
    </DoorPage>
  );
}
