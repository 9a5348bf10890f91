/** A new alias: a free name for an environment, or the name that an environment has so far, which then gets another one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.ts';
import { environmentsQuery } from '../../../../api/queries.ts';
import type { EnvironmentAlias } from '../../../../api/types.ts';
import { FormDialog, textIn } from '../../../../frame/form-dialog.tsx';
import { usePlace } from '../../../../frame/use-place.ts';
import { useRefresh } from '../../../../frame/use-refresh.ts';
import { Select, Text } from '../../../../ui/index.ts';
import { aliasesQuery } from '../aliases-query.ts';
import { NameInput } from '../name-input.tsx';
import { useReadyEnvironments } from '../use-ready-environments.ts';

interface NewAliasProperties {
  readonly aliases: readonly EnvironmentAlias[];
  readonly onClose: () => void;
}

export function NewAlias({ aliases, onClose }: NewAliasProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefresh(aliasesQuery(space).queryKey, environmentsQuery(space).queryKey);
  const ready = useReadyEnvironments();
  const [name, setName] = useState('');
  const [environment, setEnvironment] = useState<string | null>(ready[0] ?? null);
  // The name is that of an environment: it becomes the alias, and the environment is renamed.
  const isRenaming = ready.includes(name.trim());
  const make = async (given: FormData) => {
    const alias = textIn(given, 'path.alias');
    if (aliases.some((one) => one.name === alias))
      throw new Error(t`There is an alias of this name. Switch that one instead.`);
    const renamed = textIn(given, 'rename_current_to');
    const body = {
      // Without another choice it goes on standing for what had the name.
      environment: environment ?? alias,
      ...(isRenaming ? { rename_current_to: renamed } : {}),
    };
    const params = { path: { space_id: space, alias } };
    await bodyOf(api.PUT('/spaces/{space_id}/environment-aliases/{alias}', { params, body }));
    await refresh();
  };
  return (
    <FormDialog title={t`New alias`} action={t`Create`} onSubmit={make} onClose={onClose}>
      <NameInput
        name="path.alias"
        description={t`What your site reads through, such as live. The name of an environment can become an alias too.`}
        onChange={setName}
      />
      <Select
        label={t`Stands for`}
        data={ready}
        data-path="environment"
        value={environment}
        onChange={setEnvironment}
        allowDeselect={false}
      />
      {isRenaming && (
        <>
          <NameInput
            name="rename_current_to"
            label={t`New name of the environment`}
            description={t`The environment ${name} has this name from now on. Sites that read through ${name} notice nothing.`}
          />
          <Text size="sm" c="dimmed">
            <Trans>This cannot be taken back: the name stays an alias.</Trans>
          </Text>
        </>
      )}
    </FormDialog>
  );
}
