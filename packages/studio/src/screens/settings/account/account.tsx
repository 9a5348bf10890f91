/** What holds for a whole account: its name, second factors, AI, and its end, which can be taken back for a while. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { useAccountId, usePermission } from '../../../frame/use-place.ts';
import { Divider, Switch, TextInput } from '../../../ui/index.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { NeedsRole } from '../page/needs-role.tsx';
import { SettingsPage } from '../page/settings-page.tsx';
import { AccountDeletion } from './account-deletion.tsx';
import { type Account, accountQuery, useRefreshAccount } from './account-query.ts';

export function AccountPage(): ReactNode {
  const { t } = useLingui();
  const account = useSuspenseQuery(accountQuery(useAccountId())).data;
  return (
    <SettingsPage
      title={t`Account`}
      about={<Trans>Settings for everybody in this account, in all of its spaces.</Trans>}
      guide="people"
    >
      <AccountForm account={account} />
      <Divider />
      <AccountDeletion account={account} />
    </SettingsPage>
  );
}

function AccountForm({ account }: { readonly account: Account }): ReactNode {
  const { t } = useLingui();
  const mayUpdate = usePermission('account.update');
  const mayRequire = usePermission('second_factor.require');
  const refresh = useRefreshAccount(account.id);
  const save = async (changes: Partial<Settings>) => {
    const params = { path: { account_id: account.id } };
    const body = { ...changes, version: account.version };
    await actOnVersion(() => bodyOf(api.PATCH('/accounts/{account_id}', { params, body })), refresh);
    await refresh();
  };
  const saved: Settings = { name: account.name, second_factor: account.second_factor, ai: account.ai };
  return (
    <>
      {!mayUpdate && <NeedsRole permission="account.update" />}
      <SettingsForm
        saved={saved}
        words={{
          name: { name: t`Name of the account` },
          second_factor: {
            name: t`Second factor`,
            shown: (value) => (value === 'required' ? t`Required of all members` : t`Each member decides`),
          },
          ai: { name: t`AI helpers`, shown: (value) => (value === 'on' ? t`On` : t`Off`) },
        }}
        hits={(changes) =>
          whoIsHit(changes, t`Members without a second factor can only set one up until they have one.`)
        }
        onSave={save}
        isReadOnly={!mayUpdate}
      >
        {({ values, set }) => (
          <>
            <TextInput
              label={t`Name of the account`}
              name="name"
              value={values.name}
              onChange={({ currentTarget }) => set('name', currentTarget.value)}
              readOnly={!mayUpdate}
              required
              maxLength={255}
            />
            <Switch
              label={t`Require a second factor`}
              description={t`Everybody needs an authenticator app or a passkey to use this account. Owners decide this.`}
              name="second_factor"
              checked={values.second_factor === 'required'}
              onChange={({ currentTarget }) => set('second_factor', currentTarget.checked ? 'required' : 'optional')}
              disabled={!mayRequire}
            />
            <Switch
              label={t`AI helpers`}
              description={t`When off, nothing of this account is sent to a language model.`}
              name="ai"
              checked={values.ai === 'on'}
              onChange={({ currentTarget }) => set('ai', currentTarget.checked ? 'on' : 'off')}
              disabled={!mayUpdate}
            />
          </>
        )}
      </SettingsForm>
    </>
  );
}

type Settings = Pick<Account, 'name' | 'second_factor' | 'ai'>;

/** Requiring a second factor keeps people out until they have one. */
function whoIsHit({ second_factor: factor }: Partial<Settings>, words: string): ReactNode {
  return factor === 'required' ? words : null;
}
