/** The second factor: an authenticator app, set up by its QR code and confirmed with its first code. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { Moment } from '../../frame/moments.tsx';
import { ShownOnce } from '../../frame/shown-once.tsx';
import { Button, Code, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '../../ui/index.ts';
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
  const client = useQueryClient();
  const factor = useSuspenseQuery(factorQuery).data;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: factorQuery.queryKey });
  const passwordOf = (given: FormData) => ({ password: String(given.get('password')) });

  const begin = async (given: FormData) => {
    setSetup(await bodyOf(api.POST('/auth/second-factor/totp', { body: passwordOf(given) })));
  };
  const confirm = async (given: FormData) => {
    const body = { challenge: setup?.challenge ?? '', code: textIn(given, 'code') };
    setCodes((await bodyOf(api.POST('/auth/second-factor/totp/confirm', { body }))).recovery_codes);
    await refresh();
  };
  const remove = async (given: FormData) => {
    await bodyOf(api.DELETE('/auth/second-factor/totp', { body: passwordOf(given) }));
    await refresh();
  };
  const renewCodes = async (given: FormData) => {
    setCodes(
      (await bodyOf(api.POST('/auth/second-factor/recovery-codes', { body: passwordOf(given) }))).recovery_codes,
    );
    await refresh();
  };
  const dialogs = {
    'set-up': { title: t`Set up an authenticator app`, action: t`Continue`, submit: begin, danger: false },
    remove: { title: t`Remove the authenticator app`, action: t`Remove`, submit: remove, danger: true },
    codes: { title: t`New recovery codes`, action: t`Make new codes`, submit: renewCodes, danger: false },
  } as const;
  const dialog = asked === null ? null : dialogs[asked];

  return (
    <Paper withBorder p="md" component="section" aria-label={t`Second factor`}>
      <Stack gap="sm">
        <Title order={2}>
          <Trans>Second factor</Trans>
        </Title>
        {factor.totp === null ? (
          <>
            <Text size="sm">
              {factor.required ? (
                <Trans>Your account requires one: a code from an app, besides your password.</Trans>
              ) : (
                <Trans>A code from an app, besides your password, keeps others out even if they know it.</Trans>
              )}
            </Text>
            <Button w="fit-content" onClick={() => setAsked('set-up')}>
              <Trans>Set up an authenticator app</Trans>
            </Button>
          </>
        ) : (
          <>
            <Text size="sm">
              <Trans>
                The authenticator app was set up <Moment at={factor.totp.created_at} />. Recovery codes left:{' '}
                {factor.recovery_codes_left}.
              </Trans>
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => setAsked('codes')}>
                <Trans>New recovery codes</Trans>
              </Button>
              <Button variant="default" onClick={() => setAsked('remove')}>
                <Trans>Remove the app</Trans>
              </Button>
            </Group>
          </>
        )}
        {codes !== null && (
          <ShownOnce
            title={t`Recovery codes: each logs you in once without the app`}
            secret={codes.join('\n')}
            onDone={() => setCodes(null)}
          />
        )}
      </Stack>
      {dialog !== null && (
        <FormDialog
          title={dialog.title}
          action={dialog.action}
          danger={dialog.danger}
          onSubmit={dialog.submit}
          onClose={() => setAsked(null)}
        >
          <PasswordInput
            label={t`Your password`}
            name="password"
            autoComplete="current-password"
            required
            data-autofocus
          />
        </FormDialog>
      )}
      {setup !== null && (
        <FormDialog title={t`Scan with your app`} action={t`Confirm`} onSubmit={confirm} onClose={() => setSetup(null)}>
          <QrCode text={setup.otpauth_url} label={t`QR code for your authenticator app`} />
          <Text size="sm">
            <Trans>
              Or type this in: <Code>{setup.secret}</Code>
            </Trans>
          </Text>
          <TextInput
            label={t`The code that the app shows`}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            data-autofocus
          />
        </FormDialog>
      )}
    </Paper>
  );
}
