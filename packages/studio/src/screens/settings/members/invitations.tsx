/** Invitations to an account: those that wait to be accepted, withdrawn here, and a new one, whose link is shown once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Role } from '../../../../../contract/src/permissions.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { Invitation } from '../../../api/types.ts';
import { DangerDialog, FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { DataTable, RowActions, RowButton, Table, TextInput, Title } from '../../../ui/index.ts';
import { useRoleWords } from '../page/role-words.ts';
import { RoleSelect } from './role-select.tsx';

const INVITATIONS_AT_ONCE = 1000;

/** @param account its id */
export function Invitations({ account }: { readonly account: string }): ReactNode {
  const { t } = useLingui();
  const words = useRoleWords();
  const invitations = useQuery(invitationsQuery(account)).data ?? [];
  const open = invitations.filter(({ state }) => state === 'open' || state === 'expired');
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  return (
    <>
      {open.length > 0 && (
        <>
          <Title order={2} mt="md">
            <Trans>Invited</Trans>
          </Title>
          <DataTable headings={[t`E-mail address`, t`Role`, t`Status`]} hasActions>
            {open.map((invitation) => (
              <Table.Tr key={invitation.id}>
                <Table.Td>{invitation.email}</Table.Td>
                <Table.Td>{words[invitation.role as Role]}</Table.Td>
                <Table.Td>
                  {invitation.state === 'expired' ? (
                    <Trans>expired</Trans>
                  ) : (
                    <Trans comment="Of an invitation, such as: expires in 7 days, or expires on 3 November 2026">
                      expires <Moment at={invitation.expires_at} inSentence />
                    </Trans>
                  )}
                </Table.Td>
                <Table.Td>
                  <RowActions>
                    <RowButton onClick={() => setWithdrawing(invitation)}>
                      <Trans>Withdraw</Trans>
                    </RowButton>
                  </RowActions>
                </Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        </>
      )}
      {withdrawing !== null && (
        <Withdraw account={account} invitation={withdrawing} onClose={() => setWithdrawing(null)} />
      )}
    </>
  );
}

interface WithdrawProperties {
  readonly account: string;
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

function Withdraw({ account, invitation, onClose }: WithdrawProperties): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const withdraw = async () => {
    const params = { path: { account_id: account, invitation_id: invitation.id } };
    await bodyOf(api.DELETE('/accounts/{account_id}/invitations/{invitation_id}', { params }));
    await client.invalidateQueries({ queryKey: invitationsQuery(account).queryKey });
  };
  return (
    <DangerDialog
      title={t`Withdraw invitation for ${invitation.email}`}
      action={t`Withdraw`}
      onSubmit={withdraw}
      onClose={onClose}
    >
      <Trans>The link in the e-mail will no longer work.</Trans>
    </DangerDialog>
  );
}

/** An invitation that was just made. */
export interface Invited {
  readonly link: string;
  /** Whether the mail server has it too. */
  readonly mailed: boolean;
}

interface InviteProperties {
  readonly account: string;
  readonly onInvited: (invited: Invited) => void;
  readonly onClose: () => void;
}

export function Invite({ account, onInvited, onClose }: InviteProperties): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const [role, setRole] = useState<Role>('editor');
  const invite = async (given: FormData) => {
    const body = { email: textIn(given, 'email'), role };
    const params = { path: { account_id: account } };
    const { token, mailed } = await bodyOf(api.POST('/accounts/{account_id}/invitations', { params, body }));
    onInvited({ link: `${location.origin}/accept-invitation?token=${encodeURIComponent(token)}`, mailed });
    await client.invalidateQueries({ queryKey: invitationsQuery(account).queryKey });
  };
  return (
    <FormDialog title={t`Invite someone`} action={t`Invite`} onSubmit={invite} onClose={onClose}>
      <TextInput label={t`E-mail address`} name="email" type="email" required data-autofocus />
      <RoleSelect role={role} onChange={setRole} />
    </FormDialog>
  );
}

function invitationsQuery(account: string) {
  return queryOptions({
    queryKey: ['invitations', account],
    queryFn: async () => {
      const params = { path: { account_id: account }, query: { limit: INVITATIONS_AT_ONCE } };
      return (await bodyOf(api.GET('/accounts/{account_id}/invitations', { params }))).items;
    },
  });
}
