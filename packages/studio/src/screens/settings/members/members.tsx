/** The members of the account that the space belongs to, and who is invited. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Role } from '../../../../../contract/src/permissions.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { membersQuery, meQuery } from '../../../api/queries.ts';
import type { Member } from '../../../api/types.ts';
import { DangerDialog, FormDialog } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { ShownOnce } from '../../../frame/shown-once.tsx';
import { usePermission } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { DataTable, RowActions, RowButton, Table, Text } from '../../../ui/index.ts';
import { OpenedGone, OpenedRow } from '../list/opened-row.tsx';
import { useRoleWords } from '../page/role-words.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { Invitations, Invite, type Invited } from './invitations.tsx';
import { RoleSelect } from './role-select.tsx';

export function Members(): ReactNode {
  const { t } = useLingui();
  const { account } = useSuspenseQuery(meQuery).data;
  const mayInvite = usePermission('invitation.manage');
  const [inviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <SettingsPage
      title={t`Members`}
      about={<Trans>Members of {account.name} can work in all of its spaces, as far as their role allows.</Trans>}
      guide="people"
      add={{ words: <Trans>Invite someone</Trans>, permission: 'invitation.manage', onAdd: () => setInviting(true) }}
    >
      {invited !== null && (
        <ShownOnce
          title={
            invited.mailed
              ? t`The invitation is on its way by e-mail. You can also share this link.`
              : t`No e-mail was sent, as this installation has no mail server. Share this link yourself.`
          }
          secret={invited.link}
          onDone={() => setInvited(null)}
        />
      )}
      <MemberTable account={account.id} />
      {mayInvite && <Invitations account={account.id} onInvited={setInvited} />}
      {inviting && <Invite account={account.id} onInvited={setInvited} onClose={() => setInviting(false)} />}
    </SettingsPage>
  );
}

interface Asked {
  readonly action: 'role' | 'remove';
  readonly member: Member;
}

function MemberTable({ account }: { readonly account: string }): ReactNode {
  const { t } = useLingui();
  const members = useSuspenseQuery(membersQuery(account)).data;
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <OpenedGone
        prefix="usr_"
        items={members.map(({ user_id: id }) => ({ id }))}
        words={t`This person is no longer a member.`}
      />
      <DataTable headings={[t`Name`, t`Role`, t`Last active`]} hasActions>
        {members.map((member) => (
          <MemberRow key={member.user_id} member={member} ask={(action) => setAsked({ action, member })} />
        ))}
      </DataTable>
      {asked?.action === 'role' && <ChangeRole account={account} member={asked.member} onClose={close} />}
      {asked?.action === 'remove' && <RemoveMember account={account} member={asked.member} onClose={close} />}
    </>
  );
}

interface MemberRowProperties {
  readonly member: Member;
  readonly ask: (action: Asked['action']) => void;
}

function MemberRow({ member, ask }: MemberRowProperties): ReactNode {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(meQuery).data;
  const mayManage = usePermission('member.manage');
  const words = useRoleWords();
  return (
    <OpenedRow id={member.user_id}>
      <Table.Td>
        <div>
          {member.name}
          <Text size="sm" c="dimmed">
            {member.email}
          </Text>
        </div>
      </Table.Td>
      <Table.Td>{words[member.role as Role]}</Table.Td>
      <Table.Td>{member.last_seen_at === null ? t`never` : <Moment at={member.last_seen_at} />}</Table.Td>
      <Table.Td>
        {mayManage && (
          <RowActions>
            <RowButton onClick={() => ask('role')}>
              <Trans>Change role</Trans>
            </RowButton>
            <RowButton onClick={() => ask('remove')}>
              {member.user_id === user.id ? <Trans>Leave</Trans> : <Trans>Remove</Trans>}
            </RowButton>
          </RowActions>
        )}
      </Table.Td>
    </OpenedRow>
  );
}

interface MemberDialogProperties {
  readonly account: string;
  readonly member: Member;
  readonly onClose: () => void;
}

function ChangeRole({ account, member, onClose }: MemberDialogProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefresh(membersQuery(account).queryKey);
  const [role, setRole] = useState<Role>(member.role as Role);
  const change = async () => {
    const params = { path: { account_id: account, user_id: member.user_id } };
    const body = { role, version: member.version };
    await bodyOf(api.PATCH('/accounts/{account_id}/members/{user_id}', { params, body }));
    await refresh();
  };
  return (
    <FormDialog title={t`Role of ${member.email}`} action={t`Save`} onSubmit={change} onClose={onClose}>
      <RoleSelect role={role} onChange={setRole} />
    </FormDialog>
  );
}

function RemoveMember({ account, member, onClose }: MemberDialogProperties): ReactNode {
  const { t } = useLingui();
  const {
    user,
    account: { name },
  } = useSuspenseQuery(meQuery).data;
  const refresh = useRefresh(membersQuery(account).queryKey);
  const remove = async () => {
    const params = { path: { account_id: account, user_id: member.user_id } };
    await bodyOf(api.DELETE('/accounts/{account_id}/members/{user_id}', { params }));
    await refresh();
  };
  if (member.user_id === user.id)
    return (
      <DangerDialog title={t`Leave ${name}`} action={t`Leave`} onSubmit={remove} onClose={onClose}>
        <Trans>
          You lose access to this account at once. What you wrote stays. Somebody here can invite you again.
        </Trans>
      </DangerDialog>
    );
  return (
    <DangerDialog title={t`Remove ${member.email}`} action={t`Remove`} onSubmit={remove} onClose={onClose}>
      <Trans>They lose access to the account. What they wrote stays.</Trans>
    </DangerDialog>
  );
}
