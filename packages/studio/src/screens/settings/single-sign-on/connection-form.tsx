/** The first two steps: what the provider has to know, and what it says in return. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { useAccountId } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { SegmentedControl, Stack } from '../../../ui/index.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useRoleWords } from '../page/role-words.ts';
import { type ConnectionValues, needsTest, type Protocol, requestOf, valuesOf } from './connection-values.ts';
import { CopyStep } from './copy-step.tsx';
import { OidcInputs } from './oidc-inputs.tsx';
import { connectionQuery, type SsoConnection } from './queries.ts';
import { RoleInputs } from './role-inputs.tsx';
import { SamlInputs } from './saml-inputs.tsx';
import styles from './single-sign-on.module.css';
import { Step } from './step.tsx';

interface ConnectionProperties {
  readonly connection: SsoConnection | null;
}

export function ConnectionForm({ connection }: ConnectionProperties): ReactNode {
  const { t } = useLingui();
  const words = useValueWords();
  const save = useSave(connection);
  return (
    <SettingsForm saved={valuesOf(connection)} words={words} onSave={save} hits={useHits(connection)}>
      {(working) => (
        <Stack gap="xl">
          <SegmentedControl
            aria-label={t`Protocol`}
            w="fit-content"
            data={protocols}
            value={working.values.protocol}
            onChange={(value) => working.set('protocol', value as Protocol)}
          />
          <CopyStep protocol={working.values.protocol} />
          <Step
            title={<Trans>2. Paste what your provider shows</Trans>}
            about={<Trans>Nothing is contacted when you save. The test below does that.</Trans>}
          >
            <Stack gap="sm" className={styles.form}>
              {working.values.protocol === 'oidc' ? (
                <OidcInputs working={working} hasSecret={connection?.oidc?.has_client_secret === true} />
              ) : (
                <SamlInputs working={working} />
              )}
              <RoleInputs working={working} />
            </Stack>
          </Step>
        </Stack>
      )}
    </SettingsForm>
  );
}

/** Both are names. */
const protocols = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML 2.0' },
];

function useSave(connection: SsoConnection | null): (changes: Partial<ConnectionValues>) => Promise<void> {
  const account = useAccountId();
  const refresh = useRefresh(connectionQuery(account).queryKey);
  return async (changes) => {
    const params = { path: { account_id: account } };
    const values = connection === null ? { ...valuesOf(null), ...changes } : changes;
    const body = requestOf(values, changes.protocol ?? connection?.protocol ?? 'oidc') as never;
    if (connection === null) await bodyOf(api.POST('/accounts/{account_id}/sso', { params, body }));
    else {
      // Nobody is locked out by a setting that was not tested: it is required again once it was.
      const optional = connection.required && needsTest(changes) ? { required: false } : {};
      const change = { ...(body as object), ...optional, version: connection.version };
      await actOnVersion(() => bodyOf(api.PATCH('/accounts/{account_id}/sso', { params, body: change })), refresh);
    }
    await refresh();
  };
}

/** Who is hit by a change: everybody, once single sign-on is required. */
function useHits(connection: SsoConnection | null): (changes: Partial<ConnectionValues>) => ReactNode {
  return (changes) => {
    if (connection?.required !== true) return null;
    if (!needsTest(changes))
      return <Trans>Members get their new role when they log in next. Owners keep theirs.</Trans>;
    return (
      <Trans>
        Single sign-on is required now. So that a wrong value locks nobody out, saving makes it optional: members can
        log in with their passwords too, until you have tested the new values and require it again.
      </Trans>
    );
  };
}

function useValueWords() {
  const { t } = useLingui();
  const roles = useRoleWords();
  const hidden = (value: string) => (value === '' ? t`as stored` : '••••••');
  return {
    protocol: { name: t`Protocol`, shown: (value: Protocol) => (value === 'oidc' ? 'OpenID Connect' : 'SAML 2.0') },
    'oidc.issuer': { name: t`Issuer` },
    'oidc.client_id': { name: t`Client ID` },
    'oidc.client_secret': { name: t`Client secret`, shown: hidden },
    'oidc.scopes': { name: t`More scopes` },
    'saml.idp_entity_id': { name: t`Entity ID of the provider` },
    'saml.sso_url': { name: t`Log-in address` },
    'saml.certificate': { name: t`Signing certificate` },
    default_role: { name: t`Role of new members`, shown: (role: ConnectionValues['default_role']) => roles[role] },
    role_claim: { name: t`Claim with groups or roles` },
    role_mapping: {
      name: t`Roles by group`,
      shown: (mapped: ConnectionValues['role_mapping']) =>
        mapped.length === 0 ? '–' : mapped.map(({ group, role }) => `${group}: ${roles[role]}`).join('; '),
    },
  };
}
