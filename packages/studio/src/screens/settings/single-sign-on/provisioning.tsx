/** SCIM: the address and the tokens with which an identity provider keeps the members of an account, and what its groups give. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { DangerDialog, FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { useShownSecrets } from '../../../frame/shown-once.tsx';
import { useAccountId } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import {
  Code,
  DataTable,
  EmptyState,
  RowActions,
  RowButton,
  Stack,
  Table,
  TextInput,
  Title,
} from '../../../ui/index.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { CopiedValue } from './copied-value.tsx';
import { Groups } from './groups.tsx';
import { type ScimToken, scimTokensQuery, setupQuery } from './queries.ts';

type Asked = 'make' | ScimToken | null;

export function Provisioning(): ReactNode {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked>(null);
  const tokens = useShownSecrets(t`Token for the provider`);
  const close = () => setAsked(null);
  return (
    <SettingsPage
      title={t`User provisioning`}
      about={
        <Trans>
          With SCIM, your identity provider adds members, deactivates those who leave, and gives roles by its groups.
        </Trans>
      }
      guide="single-sign-on"
      permission="sso.manage"
      add={{ words: <Trans>New token</Trans>, permission: 'sso.manage', onAdd: () => setAsked('make') }}
    >
      {tokens.shown}
      <Address />
      <Tokens ask={setAsked} />
      <Stack gap="xs">
        <Title order={3}>
          <Trans>Groups</Trans>
        </Title>
        <Groups />
      </Stack>
      {asked === 'make' && <NewToken onMade={tokens.show} onClose={close} />}
      {asked !== null && asked !== 'make' && <DeleteToken token={asked} onClose={close} />}
    </SettingsPage>
  );
}

function Address(): ReactNode {
  const { t } = useLingui();
  const { scim_url: scimUrl } = useSuspenseQuery(setupQuery(useAccountId())).data;
  return <CopiedValue name={t`Address for the provider (base URL)`} value={scimUrl} />;
}

function Tokens({ ask }: { readonly ask: (asked: Asked) => void }): ReactNode {
  const { t } = useLingui();
  const tokens = useSuspenseQuery(scimTokensQuery(useAccountId())).data;
  if (tokens.length === 0)
    return (
      <EmptyState
        title={t`No tokens yet`}
        detail={t`Create one for your provider, and paste it there together with the address.`}
      />
    );
  return (
    <DataTable headings={[t`Name`, t`Token`, t`Created on`, t`Last used`]} hasActions>
      {tokens.map((token) => (
        <Table.Tr key={token.id}>
          <Table.Td>{token.name}</Table.Td>
          <Table.Td>
            <Code>{`${token.prefix}…${token.last_four}`}</Code>
          </Table.Td>
          <Table.Td>
            <Moment at={token.created_at} />
          </Table.Td>
          <Table.Td>{token.last_used_at === null ? t`never` : <Moment at={token.last_used_at} />}</Table.Td>
          <Table.Td>
            <RowActions>
              <RowButton onClick={() => ask(token)}>
                <Trans>Delete</Trans>
              </RowButton>
            </RowActions>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

interface NewTokenProperties {
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}

function NewToken({ onMade, onClose }: NewTokenProperties): ReactNode {
  const { t } = useLingui();
  const account = useAccountId();
  const refresh = useRefresh(scimTokensQuery(account).queryKey);
  const make = async (given: FormData) => {
    const params = { path: { account_id: account } };
    const body = { name: textIn(given, 'name') };
    onMade((await bodyOf(api.POST('/accounts/{account_id}/scim-tokens', { params, body }))).token);
    await refresh();
  };
  return (
    <FormDialog title={t`New token`} action={t`Create token`} onSubmit={make} onClose={onClose}>
      <TextInput
        label={t`Which provider is it for?`}
        name="name"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  );
}

interface DeleteTokenProperties {
  readonly token: ScimToken;
  readonly onClose: () => void;
}

function DeleteToken({ token, onClose }: DeleteTokenProperties): ReactNode {
  const { t } = useLingui();
  const account = useAccountId();
  const refresh = useRefresh(scimTokensQuery(account).queryKey);
  const remove = async () => {
    const params = { path: { account_id: account, token_id: token.id }, header: ifMatch(token) };
    await bodyOf(api.DELETE('/accounts/{account_id}/scim-tokens/{token_id}', { params }));
    await refresh();
  };
  return (
    <DangerDialog title={t`Delete ${token.name}`} action={t`Delete`} onSubmit={remove} onClose={onClose}>
      <Trans>The provider can change nothing here any more. Members and groups stay as they are.</Trans>
    </DangerDialog>
  );
}
