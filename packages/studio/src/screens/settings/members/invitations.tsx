/** Invitations to an account: those that wait to be accepted, withdrawn here, and a new one, whose link is shown once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Role } from '../../../../../contract/src/permissions.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { ALL } from '../../../api/queries.ts';
import type { Invitation } from '../../../api/types.ts';
import { SearchProblem } from '../../../fields/links/result-states.tsx';
import { DangerDialog, FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { DataTable, RowActions, RowButton, Table, Text, TextInput, Title } from '../../../ui/index.ts';
import { OpenedGone, OpenedRow } from '../list/opened-row.tsx';
import { useRoleWords } from '../page/role-words.ts';
import { RoleSelect } from './role-select.tsx';

/** What is asked about an invitation. */
interface Asked {
  readonly action: 'resend' | 'role' | 'withdraw';
  readonly invitation: Invitation;
}

interface InvitationsProperties {
  /** Id of the account. */
  readonly account: string;
  /** Takes the new link of an invitation that was sent again. */
  readonly onInvited: (invited: Invited) => void;
}

export function Invitations({ account, onInvited }: InvitationsProperties): ReactNode {
  const { t } = useLingui();
  const { data: invitations, error, refetch } = useQuery(invitationsQuery(account));
  const open = (invitations ?? []).filter(({ state }) => state === 'open' || state === 'expired');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <SearchProblem error={error} again={() => void refetch()} />
      {invitations !== undefined && (
        <OpenedGone prefix="inv_" items={open} words={t`This invitation was accepted or withdrawn.`} />
      )}
      {open.length > 0 && (
        <>
          <Title order={2} mt="md">
            <Trans>Invited</Trans>
          </Title>
          <DataTable headings={[t`E-mail address`, t`Role`, t`Status`]} hasActions>
            {open.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                ask={(action) => setAsked({ action, invitation })}
              />
            ))}
          </DataTable>
        </>
      )}
      {asked?.action === 'resend' && (
        <Resend account={account} invitation={asked.invitation} onInvited={onInvited} onClose={close} />
      )}
      {asked?.action === 'role' && <ChangeRole account={account} invitation={asked.invitation} onClose={close} />}
      {asked?.action === 'withdraw' && <Withdraw account={account} invitation={asked.invitation} onClose={close} />}
    </>
  );
}

interface InvitationRowProperties {
  readonly invitation: Invitation;
  readonly ask: (action: Asked['action']) => void;
}

function InvitationRow({ invitation, ask }: InvitationRowProperties): ReactNode {
  const words = useRoleWords();
  return (
    <OpenedRow id={invitation.id}>
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
          <RowButton onClick={() => ask('resend')}>
            <Trans>Send again</Trans>
          </RowButton>
          <RowButton onClick={() => ask('role')}>
            <Trans>Change role</Trans>
          </RowButton>
          <RowButton onClick={() => ask('withdraw')}>
            <Trans>Withdraw</Trans>
          </RowButton>
        </RowActions>
      </Table.Td>
    </OpenedRow>
  );
}

interface ResendProperties extends InvitationDialogProperties {
  readonly onInvited: (invited: Invited) => void;
}

function Resend({ account, invitation, onInvited, onClose }: ResendProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefresh(invitationsQuery(account).queryKey);
  const resend = async () => {
    const params = { path: { account_id: account, invitation_id: invitation.id } };
    const call = api.POST('/accounts/{account_id}/invitations/{invitation_id}/resend', { params });
    onInvited(invitedBy(await bodyOf(call)));
    await refresh();
  };
  return (
    <FormDialog title={t`Invite ${invitation.email} again`} action={t`Send again`} onSubmit={resend} onClose={onClose}>
      <Text size="sm">
        <Trans>They get a new link, valid for seven days. The old one stops working.</Trans>
      </Text>
    </FormDialog>
  );
}

function ChangeRole({ account, invitation, onClose }: InvitationDialogProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefresh(invitationsQuery(account).queryKey);
  const [role, setRole] = useState<Role>(invitation.role as Role);
  const change = async () => {
    const params = { path: { account_id: account, invitation_id: invitation.id } };
    const body = { role, version: invitation.version };
    await bodyOf(api.PATCH('/accounts/{account_id}/invitations/{invitation_id}', { params, body }));
    await refresh();
  };
  return (
    <FormDialog title={t`Role of ${invitation.email}`} action={t`Save`} onSubmit={change} onClose={onClose}>
      <RoleSelect role={role} onChange={setRole} />
    </FormDialog>
  );
}

interface InvitationDialogProperties {
  readonly account: string;
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

function Withdraw({ account, invitation, onClose }: InvitationDialogProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefresh(invitationsQuery(account).queryKey);
  const withdraw = async () => {
    const params = { path: { account_id: account, invitation_id: invitation.id } };
    await bodyOf(api.DELETE('/accounts/{account_id}/invitations/{invitation_id}', { params }));
    await refresh();
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

function invitedBy({ token, mailed }: { readonly token: string; readonly mailed: boolean }): Invited {
  return { link: `${location.origin}/accept-invitation?token=${encodeURIComponent(token)}`, mailed };
}

interface InviteProperties {
  readonly account: string;
  readonly onInvited: (invited: Invited) => void;
  readonly onClose: () => void;
}

export function Invite({ account, onInvited, onClose }: InviteProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefresh(invitationsQuery(account).queryKey);
  const [role, setRole] = useState<Role>('editor');
  const invite = async (given: FormData) => {
    const body = { email: textIn(given, 'email'), role };
    const params = { path: { account_id: account } };
    onInvited(invitedBy(await bodyOf(api.POST('/accounts/{account_id}/invitations', { params, body }))));
    await refresh();
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
      const params = { path: { account_id: account }, query: { limit: ALL } };
      return (await bodyOf(api.GET('/accounts/{account_id}/invitations', { params }))).items;
    },
  });
}
