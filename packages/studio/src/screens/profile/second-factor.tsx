/** The second factor: an authenticator app, set up by its QR code and confirmed with its first code. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { Moment } from '../../frame/moments.tsx';
import { ShownOnce } from '../../frame/shown-once.tsx';
import { useRefresh } from '../../frame/use-refresh.ts';
import { Button, Code, Group, PasswordInput, Section, Text, TextInput } from '../../ui/index.ts';
import { factorQuery } from './factor-query.ts';
import { QrCode } from './qr-code.tsx';

interface Setup {
  readonly challenge: string;
  readonly secret: string;
  readonly otpauth_url: string;
}

type Asked = 'set-up' | 'remove' | 'codes';

export function SecondFactor(): ReactNode {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setAsked(null);
  return (
    <Section title={t`Second factor`}>
      <FactorState ask={setAsked} />
      {codes !== null && (
        <ShownOnce
          title={t`Recovery codes. Each one logs you in once without the app`}
          secret={codes.join('\n')}
          onDone={() => setCodes(null)}
        />
      )}
      {asked === 'set-up' && <BeginSetup onBegun={setSetup} onClose={close} />}
      {asked === 'remove' && <RemoveApp onClose={close} />}
      {asked === 'codes' && <RenewCodes onRenewed={setCodes} onClose={close} />}
      {setup !== null && <ConfirmSetup setup={setup} onConfirmed={setCodes} onClose={() => setSetup(null)} />}
    </Section>
  );
}

/** What is set up, and what can be done about it. */
function FactorState({ ask }: { readonly ask: (asked: Asked) => void }): ReactNode {
  const factor = useSuspenseQuery(factorQuery).data;
  if (factor.totp === null)
    return (
      <>
        <Text size="sm">
          {factor.required ? (
            <Trans>Your account requires a second factor: a code from an app, in addition to your password.</Trans>
          ) : (
            <Trans>
              A code from an app, in addition to your password, keeps others out even if they know your password.
            </Trans>
          )}
        </Text>
        <Button variant="default" w="fit-content" onClick={() => ask('set-up')}>
          <Trans>Set up an authenticator app</Trans>
        </Button>
      </>
    );
  return (
    <>
      <Text size="sm">
        <Trans>
          The authenticator app was set up <Moment at={factor.totp.created_at} inSentence />. Recovery codes left:{' '}
          {factor.recovery_codes_left}.
        </Trans>
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => ask('codes')}>
          <Trans>New recovery codes</Trans>
        </Button>
        <Button variant="default" onClick={() => ask('remove')}>
          <Trans>Remove app</Trans>
        </Button>
      </Group>
    </>
  );
}

interface BeginSetupProperties {
  readonly onBegun: (setup: Setup) => void;
  readonly onClose: () => void;
}

function BeginSetup({ onBegun, onClose }: BeginSetupProperties): ReactNode {
  const { t } = useLingui();
  const begin = async (body: Password) => onBegun(await bodyOf(api.POST('/auth/second-factor/totp', { body })));
  return (
    <PasswordDialog title={t`Set up an authenticator app`} action={t`Continue`} onPassword={begin} onClose={onClose} />
  );
}

interface ConfirmSetupProperties {
  readonly setup: Setup;
  /** Takes null where the account has recovery codes already. */
  readonly onConfirmed: (recoveryCodes: readonly string[] | null) => void;
  readonly onClose: () => void;
}

function ConfirmSetup({ setup, onConfirmed, onClose }: ConfirmSetupProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefresh(factorQuery.queryKey);
  const confirm = async (given: FormData) => {
    const body = { challenge: setup.challenge, code: textIn(given, 'code') };
    onConfirmed((await bodyOf(api.POST('/auth/second-factor/totp/confirm', { body }))).recovery_codes);
    await refresh();
  };
  return (
    <FormDialog title={t`Scan this with your app`} action={t`Confirm`} onSubmit={confirm} onClose={onClose}>
      <QrCode text={setup.otpauth_url} label={t`QR code for your authenticator app`} />
      <Text size="sm">
        <Trans>
          Or enter this code: <Code>{setup.secret}</Code>
        </Trans>
      </Text>
      <TextInput
        label={t`The code that your app shows`}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        data-autofocus
      />
    </FormDialog>
  );
}

function RemoveApp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const refresh = useRefresh(factorQuery.queryKey);
  const remove = async (body: Password) => {
    await bodyOf(api.DELETE('/auth/second-factor/totp', { body }));
    await refresh();
  };
  return (
    <PasswordDialog
      title={t`Remove authenticator app`}
      action={t`Remove`}
      danger
      onPassword={remove}
      onClose={onClose}
    />
  );
}

interface RenewCodesProperties {
  readonly onRenewed: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

function RenewCodes({ onRenewed, onClose }: RenewCodesProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefresh(factorQuery.queryKey);
  const renew = async (body: Password) => {
    onRenewed((await bodyOf(api.POST('/auth/second-factor/recovery-codes', { body }))).recovery_codes);
    await refresh();
  };
  return (
    <PasswordDialog title={t`New recovery codes`} action={t`Create new codes`} onPassword={renew} onClose={onClose} />
  );
}

interface Password {
  readonly password: string;
}

interface PasswordDialogProperties {
  readonly title: string;
  readonly action: string;
  readonly danger?: boolean;
  readonly onPassword: (password: Password) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password before something about the second factor is changed. */
function PasswordDialog({ onPassword, ...dialog }: PasswordDialogProperties): ReactNode {
  const { t } = useLingui();
  return (
    <FormDialog {...dialog} onSubmit={(given) => onPassword({ password: String(given.get('password')) })}>
      <PasswordInput label={t`Your password`} name="password" autoComplete="current-password" required data-autofocus />
    </FormDialog>
  );
}
