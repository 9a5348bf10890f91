/** The environments of a space: listed, made empty or as a copy, deleted. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { environmentsQuery, MAIN_ENVIRONMENT } from '../../../api/queries.ts';
import type { Environment } from '../../../api/types.ts';
import { DangerDialog, FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { DataTable, RowActions, RowButton, Select, Table, TextInput } from '../../../ui/index.ts';
import { SettingsPage } from '../page/settings-page.tsx';

/** How often a list with a copy in the making is read again. */
const WHILE_CLONING_MS = 2_000;

export function Environments(): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const { data: environments } = useSuspenseQuery({
    ...environmentsQuery(space),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'cloning') === true ? WHILE_CLONING_MS : false,
  });
  const [making, setMaking] = useState(false);
  const [deleting, setDeleting] = useState<Environment | null>(null);
  return (
    <SettingsPage
      title={t`Environments`}
      about={<Trans>Each environment has its own model, entries and media. Try changes in a copy.</Trans>}
      guide="branches"
      add={{ words: <Trans>New environment</Trans>, permission: 'environment.create', onAdd: () => setMaking(true) }}
    >
      <DataTable headings={[t`Name`, t`Status`, t`Copy of`, t`Created on`]} hasActions>
        {environments.map((environment) => (
          <EnvironmentRow key={environment.id} environment={environment} onDelete={() => setDeleting(environment)} />
        ))}
      </DataTable>
      {making && <NewEnvironment environments={environments} onClose={() => setMaking(false)} />}
      {deleting !== null && <DeleteEnvironment environment={deleting} onClose={() => setDeleting(null)} />}
    </SettingsPage>
  );
}

interface EnvironmentRowProperties {
  readonly environment: Environment;
  readonly onDelete: () => void;
}

function EnvironmentRow({ environment, onDelete }: EnvironmentRowProperties): ReactNode {
  const { t } = useLingui();
  const mayDelete = usePermission('environment.delete');
  const states: Readonly<Record<Environment['status'], string>> = {
    ready: t`Ready`,
    cloning: t`Copying…`,
    failed: t`Failed`,
  };
  return (
    <Table.Tr>
      <Table.Td>{environment.name}</Table.Td>
      <Table.Td>{states[environment.status]}</Table.Td>
      <Table.Td>{environment.source}</Table.Td>
      <Table.Td>
        <Moment at={environment.created_at} />
      </Table.Td>
      <Table.Td>
        {mayDelete && environment.name !== MAIN_ENVIRONMENT && (
          <RowActions>
            <RowButton onClick={onDelete}>
              <Trans>Delete</Trans>
            </RowButton>
          </RowActions>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface DeleteEnvironmentProperties {
  readonly environment: Environment;
  readonly onClose: () => void;
}

function DeleteEnvironment({ environment, onClose }: DeleteEnvironmentProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const remove = async () => {
    const params = { path: { space_id: space, environment: environment.name } };
    await bodyOf(api.DELETE('/spaces/{space_id}/environments/{environment}', { params }));
    await client.invalidateQueries({ queryKey: environmentsQuery(space).queryKey });
  };
  return (
    <DangerDialog
      title={t`Delete ${environment.name}`}
      action={t`Delete with everything in it`}
      onSubmit={remove}
      onClose={onClose}
    >
      <Trans>Its model, entries and media are deleted for good. Other environments are not affected.</Trans>
    </DangerDialog>
  );
}

interface NewEnvironmentProperties {
  readonly environments: readonly Environment[];
  readonly onClose: () => void;
}

function NewEnvironment({ environments, onClose }: NewEnvironmentProperties): ReactNode {
  const { t } = useLingui();
  const { space, environment } = usePlace();
  const client = useQueryClient();
  const [source, setSource] = useState<string | null>(environment);
  const make = async (given: FormData) => {
    const body = { name: textIn(given, 'name') };
    const path = { space_id: space };
    if (source === null) await bodyOf(api.POST('/spaces/{space_id}/environments', { params: { path }, body }));
    else {
      const params = { path: { ...path, environment: source } };
      await bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/clone', { params, body }));
    }
    await client.invalidateQueries({ queryKey: environmentsQuery(space).queryKey });
  };
  return (
    <FormDialog title={t`New environment`} action={t`Make it`} onSubmit={make} onClose={onClose}>
      <TextInput
        label={t`Name`}
        description={t`Lower-case letters, digits, dots, hyphens and underscores`}
        name="name"
        pattern="[a-z0-9][a-z0-9._\-]{0,63}"
        data-advice={t`Use lower-case letters, digits, dots, hyphens and underscores.`}
        required
        data-autofocus
      />
      <Select
        label={t`Copy of`}
        placeholder={t`Empty`}
        data={environments.filter(({ status }) => status === 'ready').map(({ name }) => name)}
        value={source}
        onChange={setSource}
        clearable
      />
    </FormDialog>
  );
}
