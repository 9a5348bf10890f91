/** API keys: made, shown once, rotated, deleted, and when each was used last. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keyRoles } from '../../../../contract/src/permissions.ts';
import { api, bodyOf } from '../../api/client.ts';
import { apiKeysQuery, environmentsQuery } from '../../api/queries.ts';
import type { ApiKey } from '../../api/types.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { Moment } from '../../frame/moments.tsx';
import { ShownOnce } from '../../frame/shown-once.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import {
  Badge,
  Button,
  Code,
  DataTable,
  Group,
  MultiSelect,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from '../../ui/index.ts';
import { ListHead } from './list-head.tsx';
import { useRoleWords } from './role-words.ts';

type Kind = ApiKey['kind'];
type Asked = { readonly kind: 'make' } | { readonly kind: 'rotate' | 'delete'; readonly key: ApiKey };

export function Keys(): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const mayManage = usePermission('api_key.manage');
  const keys = useSuspenseQuery(apiKeysQuery(space)).data;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const kinds = useKindWords();
  const refresh = () => client.invalidateQueries({ queryKey: apiKeysQuery(space).queryKey });

  const rotate = async ({ id }: ApiKey) => {
    const params = { path: { space_id: space, key_id: id } };
    setToken((await bodyOf(api.POST('/spaces/{space_id}/api-keys/{key_id}/rotate', { params }))).token);
    await refresh();
  };
  const remove = async ({ id }: ApiKey) => {
    await bodyOf(
      api.DELETE('/spaces/{space_id}/api-keys/{key_id}', { params: { path: { space_id: space, key_id: id } } }),
    );
    await refresh();
  };

  return (
    <Stack>
      <ListHead
        about={
          <Trans>Sites read with delivery keys, previews with preview keys, programs write with management keys.</Trans>
        }
        add={<Trans>Make a key</Trans>}
        mayAdd={mayManage}
        onAdd={() => setAsked({ kind: 'make' })}
      />
      {token !== null && <ShownOnce title={t`The token of your key`} secret={token} onDone={() => setToken(null)} />}
      {keys.length === 0 ? (
        <Text py="lg" ta="center">
          <Trans>There is no key yet. A site needs one of the kind "Delivery".</Trans>
        </Text>
      ) : (
        <DataTable minWidth={720} headings={[t`Name`, t`Kind`, t`Token`, t`Environments`, t`Last used`]} hasActions>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td>{key.name}</Table.Td>
              <Table.Td>
                <Badge variant="default" tt="none">
                  {kinds[key.kind]}
                </Badge>
              </Table.Td>
              <Table.Td>
                <Code>{`${key.prefix}…${key.last_four}`}</Code>
              </Table.Td>
              <Table.Td>{key.environments === null ? t`all` : key.environments.join(', ')}</Table.Td>
              <Table.Td>{key.last_used_at === null ? t`never` : <Moment at={key.last_used_at} />}</Table.Td>
              <Table.Td>
                {mayManage && (
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    <Button size="xs" variant="default" onClick={() => setAsked({ kind: 'rotate', key })}>
                      <Trans>Rotate</Trans>
                    </Button>
                    <Button size="xs" variant="default" onClick={() => setAsked({ kind: 'delete', key })}>
                      <Trans>Delete</Trans>
                    </Button>
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      {asked?.kind === 'make' && (
        <NewKey
          onClose={() => setAsked(null)}
          onMade={async (made) => {
            setToken(made);
            await refresh();
          }}
        />
      )}
      {asked?.kind === 'rotate' && (
        <FormDialog
          title={t`Rotate ${asked.key.name}`}
          action={t`Rotate`}
          onSubmit={() => rotate(asked.key)}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            <Trans>The key gets a new token, and the one it has is refused from then on.</Trans>
          </Text>
        </FormDialog>
      )}
      {asked?.kind === 'delete' && (
        <FormDialog
          title={t`Delete ${asked.key.name}`}
          action={t`Delete`}
          danger
          onSubmit={() => remove(asked.key)}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            <Trans>Whatever uses this key is refused from then on.</Trans>
          </Text>
        </FormDialog>
      )}
    </Stack>
  );
}

interface NewKeyProperties {
  readonly onMade: (token: string) => Promise<void>;
  readonly onClose: () => void;
}

function NewKey({ onMade, onClose }: NewKeyProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const environments = useSuspenseQuery(environmentsQuery(space)).data;
  const kinds = useKindWords();
  const roles = useRoleWords();
  const [kind, setKind] = useState<Kind>('delivery');
  const [role, setRole] = useState<string>('developer');
  const [names, setNames] = useState<readonly string[]>([]);

  const make = async (given: FormData) => {
    const body = {
      name: textIn(given, 'name'),
      kind,
      environments: names.length === 0 ? null : [...names],
      ...(kind === 'management' ? { role } : {}),
    };
    const { token } = await bodyOf(
      api.POST('/spaces/{space_id}/api-keys', { params: { path: { space_id: space } }, body }),
    );
    await onMade(token);
  };

  return (
    <FormDialog title={t`Make a key`} action={t`Make the key`} onSubmit={make} onClose={onClose}>
      <TextInput label={t`What it is for`} name="name" required maxLength={255} data-autofocus />
      <Select
        label={t`Kind`}
        data={(Object.keys(kinds) as Kind[]).map((value) => ({ value, label: kinds[value] }))}
        value={kind}
        onChange={(value) => value !== null && setKind(value as Kind)}
        allowDeselect={false}
      />
      {kind === 'management' && (
        <Select
          label={t`Role`}
          data={keyRoles.map((value) => ({ value, label: roles[value] }))}
          value={role}
          onChange={(value) => value !== null && setRole(value)}
          allowDeselect={false}
        />
      )}
      <MultiSelect
        label={t`Environments`}
        description={t`None chosen means all of them, later ones too.`}
        data={environments.map(({ name }) => name)}
        value={[...names]}
        onChange={setNames}
        clearable
      />
    </FormDialog>
  );
}

function useKindWords(): Readonly<Record<Kind, string>> {
  const { t } = useLingui();
  return { delivery: t`Delivery`, preview: t`Preview`, management: t`Management` };
}
