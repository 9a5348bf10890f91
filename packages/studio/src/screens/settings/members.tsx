/** The members of the account that the space belongs to, and who is invited. */

import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Role, roles } from '../../../../contract/src/permissions.ts';
import { api, bodyOf } from '../../api/client.ts';
import { membersQuery, meQuery } from '../../api/queries.ts';
import type { Invitation, Member } from '../../api/types.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { Moment } from '../../frame/moments.tsx';
import { ShownOnce } from '../../frame/shown-once.tsx';
import { usePermission } from '../../frame/use-place.ts';
import { Button, DataTable, Group, Select, Stack, Table, Text, TextInput, Title } from '../../ui/index.ts';
import { ListHead } from './list-head.tsx';
import { useRoleWords } from './role-words.ts';

const INVITATIONS_AT_ONCE = 1000;

type Asked =
  | { readonly kind: 'invite' }
  | { readonly kind: 'role' | 'remove'; readonly member: Member }
  | { readonly kind: 'withdraw'; readonly invitation: Invitation };

export function Members(): ReactNode {
  const { t } = useLingui();
  const { account, user } = useSuspenseQuery(meQuery).data;
  const client = useQueryClient();
  const mayManage = usePermission('member.manage');
  const mayInvite = usePermission('invitation.manage');
  const members = useSuspenseQuery(membersQuery(account.id)).data;
  const invitations = useQuery({ ...invitationsQuery(account.id), enabled: mayInvite }).data ?? [];
  const open = invitations.filter(({ state }) => state === 'open' || state === 'expired');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const words = useRoleWords();
  const done = () => setAsked(null);
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: membersQuery(account.id).queryKey });
    await client.invalidateQueries({ queryKey: invitationsQuery(account.id).queryKey });
  };

  const remove = async ({ user_id: id }: Member) => {
    const params = { path: { account_id: account.id, user_id: id } };
    await bodyOf(api.DELETE('/accounts/{account_id}/members/{user_id}', { params }));
    await refresh();
  };
  const withdraw = async ({ id }: Invitation) => {
    const params = { path: { account_id: account.id, invitation_id: id } };
    await bodyOf(api.DELETE('/accounts/{account_id}/invitations/{invitation_id}', { params }));
    await refresh();
  };

  return (
    <Stack>
      <ListHead
        about={<Trans>Members of {account.name} can use all of its spaces, as far as their role goes.</Trans>}
        add={<Trans>Invite somebody</Trans>}
        mayAdd={mayInvite}
        onAdd={() => setAsked({ kind: 'invite' })}
      />
      {link !== null && (
        <ShownOnce
          title={t`The link of the invitation, which was also mailed`}
          secret={link}
          onDone={() => setLink(null)}
        />
      )}
      <DataTable minWidth={640} headings={[t`Name`, t`E-mail address`, t`Role`, t`Last seen`]} hasActions>
        {members.map((member) => (
          <Table.Tr key={member.user_id}>
            <Table.Td>{member.name}</Table.Td>
            <Table.Td>{member.email}</Table.Td>
            <Table.Td>{words[member.role as Role]}</Table.Td>
            <Table.Td>{member.last_seen_at === null ? t`never` : <Moment at={member.last_seen_at} />}</Table.Td>
            <Table.Td>
              {mayManage && (
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  <Button size="xs" variant="default" onClick={() => setAsked({ kind: 'role', member })}>
                    <Trans>Change role</Trans>
                  </Button>
                  <Button size="xs" variant="default" onClick={() => setAsked({ kind: 'remove', member })}>
                    {member.user_id === user.id ? <Trans>Leave</Trans> : <Trans>Remove</Trans>}
                  </Button>
                </Group>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {open.length > 0 && (
        <>
          <Title order={2}>
            <Trans>Invited</Trans>
          </Title>
          <Stack gap="xs">
            {open.map((invitation) => (
              <Group key={invitation.id} justify="space-between">
                <Text size="sm">
                  {invitation.email} · {words[invitation.role as Role]} ·{' '}
                  {invitation.state === 'expired' ? (
                    <Trans>expired</Trans>
                  ) : (
                    <Trans>
                      until <Moment at={invitation.expires_at} />
                    </Trans>
                  )}
                </Text>
                <Button size="xs" variant="default" onClick={() => setAsked({ kind: 'withdraw', invitation })}>
                  <Trans>Withdraw</Trans>
                </Button>
              </Group>
            ))}
          </Stack>
        </>
      )}
      {asked?.kind === 'invite' && (
        <Invite
          account={account.id}
          onInvited={async (url) => {
            setLink(url);
            await refresh();
          }}
          onClose={done}
        />
      )}
      {asked?.kind === 'role' && (
        <ChangeRole account={account.id} member={asked.member} onChanged={refresh} onClose={done} />
      )}
      {asked?.kind === 'remove' && (
        <FormDialog
          title={t`Remove ${asked.member.email}`}
          action={t`Remove`}
          danger
          onSubmit={() => remove(asked.member)}
          onClose={done}
        >
          <Text size="sm">
            <Trans>They can use nothing of the account any more. What they wrote stays.</Trans>
          </Text>
        </FormDialog>
      )}
      {asked?.kind === 'withdraw' && (
        <FormDialog
          title={t`Withdraw the invitation of ${asked.invitation.email}`}
          action={t`Withdraw`}
          danger
          onSubmit={() => withdraw(asked.invitation)}
          onClose={done}
        >
          <Text size="sm">
            <Trans>The link in the mail works no more.</Trans>
          </Text>
        </FormDialog>
      )}
    </Stack>
  );
}

interface InviteProperties {
  readonly account: string;
  readonly onInvited: (link: string) => Promise<void>;
  readonly onClose: () => void;
}

function Invite({ account, onInvited, onClose }: InviteProperties): ReactNode {
  const { t } = useLingui();
  const [role, setRole] = useState<Role>('editor');
  const invite = async (given: FormData) => {
    const body = { email: textIn(given, 'email'), role };
    const params = { path: { account_id: account } };
    const { token } = await bodyOf(api.POST('/accounts/{account_id}/invitations', { params, body }));
    await onInvited(`${location.origin}/accept-invitation?token=${encodeURIComponent(token)}`);
  };
  return (
    <FormDialog title={t`Invite somebody`} action={t`Invite`} onSubmit={invite} onClose={onClose}>
      <TextInput label={t`E-mail address`} name="email" type="email" required data-autofocus />
      <RoleSelect role={role} onChange={setRole} />
    </FormDialog>
  );
}

interface ChangeRoleProperties {
  readonly account: string;
  readonly member: Member;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

function ChangeRole({ account, member, onChanged, onClose }: ChangeRoleProperties): ReactNode {
  const { t } = useLingui();
  const [role, setRole] = useState<Role>(member.role as Role);
  const change = async () => {
    const params = { path: { account_id: account, user_id: member.user_id } };
    const body = { role, version: member.version };
    await bodyOf(api.PATCH('/accounts/{account_id}/members/{user_id}', { params, body }));
    await onChanged();
  };
  return (
    <FormDialog title={t`Role of ${member.email}`} action={t`Save`} onSubmit={change} onClose={onClose}>
      <RoleSelect role={role} onChange={setRole} />
    </FormDialog>
  );
}

interface RoleSelectProperties {
  readonly role: Role;
  readonly onChange: (role: Role) => void;
}

function RoleSelect({ role, onChange }: RoleSelectProperties): ReactNode {
  const { t } = useLingui();
  const words = useRoleWords();
  return (
    <Select
      label={t`Role`}
      data={roles.map((value) => ({ value, label: words[value] }))}
      value={role}
      onChange={(value) => value !== null && onChange(value as Role)}
      allowDeselect={false}
    />
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
