/** Making an API key, and changing what one may do. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keyRoles } from '../../../../../contract/src/permissions.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { environmentsQuery } from '../../../api/queries.ts';
import type { ApiKey } from '../../../api/types.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Checkbox, MultiSelect, Select, Text, TextInput } from '../../../ui/index.ts';
import { type KeyKind, useKeyKindWords } from '../page/key-kinds.ts';
import { useRoleWords } from '../page/role-words.ts';
import { useRefreshKeys } from './use-refresh-keys.ts';

const ISO_DAY_LENGTH = 10;

interface NewKeyProperties {
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}

export function NewKey({ onMade, onClose }: NewKeyProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefreshKeys();
  const kinds = useKeyKindWords();
  const [kind, setKind] = useState<KeyKind>('delivery');
  const [settings, setSettings] = useState<KeySettings>({
    role: 'developer',
    writes: 'direct',
    environments: [],
    history: false,
  });

  const make = async (given: FormData) => {
    const body = { ...keyBody(given, { kind, settings, expiresAt: null }), kind };
    const params = { path: { space_id: space } };
    onMade((await bodyOf(api.POST('/spaces/{space_id}/api-keys', { params, body }))).token);
    await refresh();
  };

  return (
    <FormDialog title={t`New key`} action={t`Create key`} onSubmit={make} onClose={onClose}>
      <TextInput label={t`What is it for?`} name="name" required maxLength={255} data-autofocus />
      <Select
        label={t`Kind`}
        data={(Object.keys(kinds) as KeyKind[]).map((value) => ({ value, label: kinds[value] }))}
        value={kind}
        onChange={(value) => value !== null && setKind(value as KeyKind)}
        allowDeselect={false}
      />
      <KeyInputs kind={kind} expiresAt={null} settings={settings} onChange={setSettings} />
    </FormDialog>
  );
}

interface ChangeKeyProperties {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function ChangeKey({ apiKey, onClose }: ChangeKeyProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefreshKeys();
  const [settings, setSettings] = useState<KeySettings>({
    role: apiKey.role ?? 'developer',
    writes: apiKey.writes ?? 'direct',
    environments: apiKey.environments ?? [],
    history: apiKey.history,
  });
  const change = async (given: FormData) => {
    const params = { path: { space_id: space, key_id: apiKey.id } };
    const known = { kind: apiKey.kind, settings, expiresAt: apiKey.expires_at };
    const body = { ...keyBody(given, known), version: apiKey.version };
    await actOnVersion(() => bodyOf(api.PATCH('/spaces/{space_id}/api-keys/{key_id}', { params, body })), refresh);
    await refresh();
  };
  return (
    <FormDialog title={t`Change ${apiKey.name}`} action={t`Save`} onSubmit={change} onClose={onClose}>
      <TextInput
        label={t`What is it for?`}
        name="name"
        defaultValue={apiKey.name}
        required
        maxLength={255}
        data-autofocus
      />
      <KeyInputs kind={apiKey.kind} expiresAt={apiKey.expires_at} settings={settings} onChange={setSettings} />
      <Text size="sm" c="dimmed">
        <Trans>It takes effect with the next request. The token stays the same.</Trans>
      </Text>
    </FormDialog>
  );
}

type KeyWrites = NonNullable<ApiKey['writes']>;

/** What a key may do, besides what its kind says. */
interface KeySettings {
  readonly role: string;
  readonly writes: KeyWrites;
  /** Names; none for all. */
  readonly environments: readonly string[];
  /** Whether a delivery key reads the past. */
  readonly history: boolean;
}

interface KeyInputsProperties {
  readonly kind: KeyKind;
  readonly expiresAt: string | null;
  readonly settings: KeySettings;
  readonly onChange: (settings: KeySettings) => void;
}

function KeyInputs({ kind, expiresAt, settings, onChange }: KeyInputsProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const environments = useSuspenseQuery(environmentsQuery(space)).data;
  const roles = useRoleWords();
  // Whoever may lock models gives the keys that change locked ones; such a key stays one where others change it.
  const mayLock = usePermission('environment.update');
  const mayPush = mayLock || settings.writes === 'model';
  const about: Readonly<Record<KeyWrites, string>> = {
    direct: t`What it saves, publishes or deletes takes effect at once, as far as its role allows.`,
    model: t`It also changes the model where that is locked. For the repository in which the model is kept.`,
    proposal: t`It changes nothing itself. It writes its changes down as a release for drafts, which a person looks at and applies.`,
  };
  return (
    <>
      {kind === 'management' && (
        <>
          <Select
            label={t`Role`}
            data={keyRoles.map((value) => ({ value, label: roles[value] }))}
            value={settings.role}
            onChange={(role) => role !== null && onChange({ ...settings, role })}
            allowDeselect={false}
            data-path="role"
          />
          <Select
            label={t`What it writes`}
            description={about[settings.writes]}
            data={[
              { value: 'direct', label: t`Writes directly` },
              ...(mayPush ? [{ value: 'model', label: t`Writes directly, and pushes the model` }] : []),
              { value: 'proposal', label: t`Proposes changes` },
            ]}
            value={settings.writes}
            onChange={(writes) => writes !== null && onChange({ ...settings, writes: writes as KeyWrites })}
            allowDeselect={false}
            data-path="writes"
          />
        </>
      )}
      <MultiSelect
        label={t`Environments`}
        description={t`Leave empty for all environments, including new ones.`}
        data={environments.map(({ name }) => name)}
        value={[...settings.environments]}
        onChange={(names) => onChange({ ...settings, environments: names })}
        clearable
        data-path="environments"
      />
      {kind === 'delivery' && (
        <Checkbox
          label={t`Reads the past`}
          description={t`Whoever has this key can ask what readers saw at an earlier time, including values changed and entries taken down since.`}
          checked={settings.history}
          onChange={({ currentTarget: { checked: history } }) => onChange({ ...settings, history })}
          data-path="history"
        />
      )}
      <TextInput
        type="date"
        label={t`Works until`}
        description={t`Leave empty for a key that never expires.`}
        name="expires_at"
        defaultValue={expiresAt?.slice(0, ISO_DAY_LENGTH) ?? ''}
      />
    </>
  );
}

interface KnownOfKey {
  readonly kind: KeyKind;
  readonly settings: KeySettings;
  /** When it ends as it is. */
  readonly expiresAt: string | null;
}

/** What the form says of a key, as the API takes it. A new last day counts as a whole, by UTC. */
function keyBody(given: FormData, { kind, settings, expiresAt }: KnownOfKey) {
  const { role, writes, environments, history } = settings;
  const day = textIn(given, 'expires_at');
  const isSameDay = day === (expiresAt?.slice(0, ISO_DAY_LENGTH) ?? '');
  return {
    name: textIn(given, 'name'),
    environments: environments.length === 0 ? null : [...environments],
    expires_at: isSameDay ? expiresAt : day === '' ? null : `${day}T23:59:59Z`,
    ...(kind === 'management' ? { role, writes } : {}),
    ...(kind === 'delivery' ? { history } : {}),
  };
}
