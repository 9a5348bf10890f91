/** The person's passkeys: what they log in with instead of a password, added, renamed and removed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ALL } from '../../api/queries.ts';
import type { components } from '../../api/schema.gen.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { Moment } from '../../frame/moments.tsx';
import { hasPasskeys, makePasskey } from '../../frame/passkeys.ts';
import { ShownOnce } from '../../frame/shown-once.tsx';
import { useRefresh } from '../../frame/use-refresh.ts';
import {
  Button,
  Group,
  PasswordInput,
  RowActions,
  RowButton,
  Section,
  Stack,
  Text,
  TextInput,
} from '../../ui/index.ts';
import { factorQuery } from './factor-query.ts';

type Passkey = components['schemas']['Passkey'];
type Registration = components['schemas']['PasskeyRegistration'];

type Asked = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

export function Passkeys(): ReactNode {
  const { t } = useLingui();
  const passkeys = useSuspenseQuery(passkeysQuery).data;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setAsked(null);
  return (
    <Section
      title={t`Passkeys`}
      about={t`Log in by fingerprint, face or PIN of your device, without a password. A passkey also counts as your second factor.`}
    >
      {codes !== null && (
        <ShownOnce
          title={t`Recovery codes. Each one logs you in once if you lose your passkey`}
          secret={codes.join('\n')}
          onDone={() => setCodes(null)}
        />
      )}
      <Stack gap="sm">
        {passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} ask={setAsked} />
        ))}
      </Stack>
      {hasPasskeys() ? (
        <Button variant="default" w="fit-content" onClick={() => setAsked({ kind: 'add' })}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <Text size="sm">
          <Trans>This browser has no passkeys. Add one in another browser.</Trans>
        </Text>
      )}
      {asked?.kind === 'add' && <AddPasskey onCodes={setCodes} onClose={close} />}
      {asked?.kind === 'rename' && <RenamePasskey passkey={asked.passkey} onClose={close} />}
      {asked?.kind === 'remove' && <RemovePasskey passkey={asked.passkey} onClose={close} />}
    </Section>
  );
}

interface PasskeyLineProperties {
  readonly passkey: Passkey;
  readonly ask: (asked: Asked) => void;
}

function PasskeyLine({ passkey, ask }: PasskeyLineProperties): ReactNode {
  const { name, created_at: made, last_used_at: used, backed_up: isCopied } = passkey;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Text size="sm" dir="auto">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {isCopied ? <Trans>On several devices</Trans> : <Trans>On one device</Trans>} ·{' '}
          {used === null ? (
            <Trans>
              Added <Moment at={made} inSentence />
            </Trans>
          ) : (
            <Trans>
              Last used <Moment at={used} inSentence />
            </Trans>
          )}
        </Text>
      </Stack>
      <RowActions>
        <RowButton onClick={() => ask({ kind: 'rename', passkey })}>
          <Trans>Rename</Trans>
        </RowButton>
        <RowButton onClick={() => ask({ kind: 'remove', passkey })}>
          <Trans>Remove</Trans>
        </RowButton>
      </RowActions>
    </Group>
  );
}

interface AddPasskeyProperties {
  /** Takes the recovery codes that come with the first factor. */
  readonly onCodes: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
}

function AddPasskey({ onCodes, onClose }: AddPasskeyProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefreshFactors();
  const add = async (given: FormData) => {
    const password = String(given.get('password'));
    const { challenge, options } = await bodyOf(api.POST('/auth/passkeys/options', { body: { password } }));
    const credential = await makePasskey<Registration>(options);
    const body = { challenge, credential, name: textIn(given, 'name') };
    onCodes((await bodyOf(api.POST('/auth/passkeys', { body }))).recovery_codes);
    await refresh();
  };
  return (
    <FormDialog title={t`Add a passkey`} action={t`Continue`} onSubmit={add} onClose={onClose}>
      <Text size="sm">
        <Trans>Your device asks you to confirm it next.</Trans>
      </Text>
      <NameInput />
      <PasswordInput label={t`Your password`} name="password" autoComplete="current-password" required />
    </FormDialog>
  );
}

interface PasskeyDialogProperties {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenamePasskey({ passkey, onClose }: PasskeyDialogProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefreshFactors();
  const rename = async (given: FormData) => {
    const params = { path: { passkey_id: passkey.id } };
    const body = { name: textIn(given, 'name'), version: passkey.version };
    await bodyOf(api.PATCH('/auth/passkeys/{passkey_id}', { params, body }));
    await refresh();
  };
  return (
    <FormDialog title={t`Rename ${passkey.name}`} action={t`Save`} onSubmit={rename} onClose={onClose}>
      <NameInput name={passkey.name} />
    </FormDialog>
  );
}

function NameInput({ name = '' }: { readonly name?: string }): ReactNode {
  const { t } = useLingui();
  return (
    <TextInput
      label={t`Name of the passkey`}
      description={t`For example the device that keeps it`}
      name="name"
      defaultValue={name}
      maxLength={255}
      required
      data-autofocus
    />
  );
}

function RemovePasskey({ passkey, onClose }: PasskeyDialogProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefreshFactors();
  const remove = async (given: FormData) => {
    const params = { path: { passkey_id: passkey.id } };
    const body = { password: String(given.get('password')), version: passkey.version };
    await bodyOf(api.DELETE('/auth/passkeys/{passkey_id}', { params, body }));
    await refresh();
  };
  return (
    <FormDialog title={t`Remove ${passkey.name}`} action={t`Remove`} danger onSubmit={remove} onClose={onClose}>
      <Text size="sm">
        <Trans>You can no longer log in with it. Your device keeps it until you remove it there too.</Trans>
      </Text>
      <PasswordInput label={t`Your password`} name="password" autoComplete="current-password" required data-autofocus />
    </FormDialog>
  );
}

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => (await bodyOf(api.GET('/auth/passkeys', { params: { query: { limit: ALL } } }))).items,
});

/** Reads anew what the person proves themselves with. */
function useRefreshFactors(): () => Promise<void> {
  return useRefresh(passkeysQuery.queryKey, factorQuery.queryKey);
}
