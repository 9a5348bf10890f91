/** The environments of a space: listed, made empty or as a copy, deleted. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { environmentsQuery } from '../../../api/queries.ts';
import type { Environment } from '../../../api/types.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { DataTable } from '../../../ui/index.ts';
import { OpenedGone } from '../list/opened-row.tsx';
import { NeedsRole } from '../page/needs-role.tsx';
import { SettingsPage } from '../page/settings-page.tsx';
import { Aliases } from './aliases/aliases.tsx';
import { aliasesQuery } from './aliases-query.ts';
import { DeleteEnvironment } from './delete-environment.tsx';
import { EnvironmentRow } from './environment-row.tsx';
import { ModelLock } from './model-lock.tsx';
import { NewEnvironment } from './new-environment.tsx';

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
  const aliases = useSuspenseQuery(aliasesQuery(space)).data;
  const [making, setMaking] = useState(false);
  const [locking, setLocking] = useState<Environment | null>(null);
  const [deleting, setDeleting] = useState<Environment | null>(null);
  const aliasesOf = (name: string) => aliases.filter((one) => one.environment === name).map((one) => one.name);
  return (
    <SettingsPage
      title={t`Environments`}
      about={
        <Trans>Each environment has its own model, entries and media. Try changes in a copy, then merge them.</Trans>
      }
      guide="branches"
      add={{ words: <Trans>New environment</Trans>, permission: 'environment.create', onAdd: () => setMaking(true) }}
    >
      {!usePermission('environment.create') && <NeedsRole permission="environment.create" />}
      <OpenedGone prefix="env_" items={environments} words={t`This environment was deleted.`} />
      <DataTable headings={[t`Name`, t`Status`, t`Copy of`, t`Created on`]} hasActions>
        {environments.map((environment) => (
          <EnvironmentRow
            key={environment.id}
            environment={environment}
            aliases={aliasesOf(environment.name)}
            onLock={() => setLocking(environment)}
            onDelete={() => setDeleting(environment)}
          />
        ))}
      </DataTable>
      <Aliases />
      {making && <NewEnvironment onClose={() => setMaking(false)} />}
      {locking !== null && <ModelLock environment={locking} onClose={() => setLocking(null)} />}
      {deleting !== null && <DeleteEnvironment environment={deleting} onClose={() => setDeleting(null)} />}
    </SettingsPage>
  );
}
