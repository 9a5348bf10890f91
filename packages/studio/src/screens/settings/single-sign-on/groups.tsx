/** The groups that a provider has sent, each with the role that it gives. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { useAccountId } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { EmptyState, RowActions, RowButton, Select, Table, Text } from '../../../ui/index.ts';
import { PagedTable } from '../list/paged-table.tsx';
import { usePagedList } from '../list/use-paged-list.ts';
import { useRoleWords } from '../page/role-words.ts';
import type { ScimGroup } from './queries.ts';
import { useGivenRoles } from './role-inputs.tsx';

const KEY = 'scim-groups';
const NONE = 'none';

type GroupRole = keyof ReturnType<typeof useRoleWords>;

export function Groups(): ReactNode {
  const { t } = useLingui();
  const account = useAccountId();
  const list = usePagedList<ScimGroup>([KEY], `/accounts/${account}/scim-groups?order=name`);
  const roles = useRoleWords();
  const [asked, setAsked] = useState<ScimGroup | null>(null);
  return (
    <>
      <PagedTable
        list={list}
        headings={[t`Name`, t`Members`, t`Role`]}
        hasActions
        empty={
          <EmptyState
            title={t`No groups yet`}
            detail={t`They appear here once the provider sends them. Then give each the role of its members.`}
          />
        }
        row={(group) => (
          <Table.Tr key={group.id}>
            <Table.Td>{group.name}</Table.Td>
            <Table.Td>{group.members}</Table.Td>
            <Table.Td>{group.role === null ? t`gives no role` : roles[group.role as GroupRole]}</Table.Td>
            <Table.Td>
              <RowActions>
                <RowButton onClick={() => setAsked(group)}>
                  <Trans>Change role</Trans>
                </RowButton>
              </RowActions>
            </Table.Td>
          </Table.Tr>
        )}
      />
      {asked !== null && <RoleOfGroup group={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface RoleOfGroupProperties {
  readonly group: ScimGroup;
  readonly onClose: () => void;
}

function RoleOfGroup({ group, onClose }: RoleOfGroupProperties): ReactNode {
  const { t } = useLingui();
  const account = useAccountId();
  const refresh = useRefresh([KEY]);
  const choices = useGivenRoles();
  const [role, setRole] = useState(group.role ?? NONE);
  const save = async () => {
    const params = { path: { account_id: account, group_id: group.id } };
    const body = { role: role === NONE ? null : role, version: group.version } as never;
    await actOnVersion(
      () => bodyOf(api.PATCH('/accounts/{account_id}/scim-groups/{group_id}', { params, body })),
      refresh,
    );
    await refresh();
  };
  return (
    <FormDialog title={t`Role of ${group.name}`} action={t`Save`} onSubmit={save} onClose={onClose}>
      <Select
        label={t`Role`}
        data={[{ value: NONE, label: t`Gives no role` }, ...choices]}
        value={role}
        onChange={(value) => value !== null && setRole(value)}
        allowDeselect={false}
      />
      <Text size="sm">
        <Trans>It applies to all of its members at once. Whoever is in several groups has the highest role.</Trans>
      </Text>
    </FormDialog>
  );
}
