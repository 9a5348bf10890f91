/** The log-in by password, and the ways to the others. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { LogInForm } from '../../frame/log-in-form.tsx';
import { SheetScreen } from '../../frame/sheet-screen.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { nextSearch, useContinue } from '../../frame/use-continue.ts';
import { Group, LinkAnchor, Text } from '../../ui/index.ts';
import { SsoByEmail } from './sso-by-email.tsx';
import { useTypedEmail } from './typed-email.ts';

export function LogIn(): ReactNode {
  const { t } = useLingui();
  const { next } = useAddress();
  const goOn = useContinue();
  const [email, setEmail] = useState(useTypedEmail());
  return (
    <SheetScreen
      title={t`Log in to Lectern`}
      after={
        <Group justify="space-between">
          <LinkAnchor to="/signup" search={nextSearch({ next })} state={{ email }} size="sm">
            <Trans>Sign up</Trans>
          </LinkAnchor>
          <LinkAnchor to="/forgot" search={nextSearch({ next })} state={{ email }} size="sm">
            <Trans>Forgot your password?</Trans>
          </LinkAnchor>
        </Group>
      }
    >
      <LogInForm typedEmail={email} onEmail={setEmail} next={next} onDone={() => void goOn(next)} />
      <Text size="sm" c="dimmed" ta="center" my="sm">
        <Trans>or</Trans>
      </Text>
      <SsoByEmail typedEmail={email} next={next} />
    </SheetScreen>
  );
}
