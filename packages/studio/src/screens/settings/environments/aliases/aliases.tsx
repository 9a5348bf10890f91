/** Further names of environments, by which sites read: made, switched to another environment and back, deleted. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.ts';
import { ifMatch } from '../../../../api/if-match.ts';
import { MAIN_ENVIRONMENT } from '../../../../api/main-environment.ts';
import type { EnvironmentAlias } from '../../../../api/types.ts';
import { actOnVersion } from '../../../../frame/act-on-version.ts';
import { DangerDialog } from '../../../../frame/form-dialog.tsx';
import { Moment } from '../../../../frame/moments.tsx';
import { usePermission, usePlace } from '../../../../frame/use-place.ts';
import { useRefresh } from '../../../../frame/use-refresh.ts';
import { Button, DataTable, EmptyState, Group, RowActions, RowButton, Section, Table } from '../../../../ui/index.ts';
import { OpenedGone, OpenedRow } from '../../list/opened-row.tsx';
import { aliasesQuery } from '../aliases-query.ts';
import { useReadyEnvironments } from '../use-ready-environments.ts';
import { NewAlias } from './new-alias.tsx';
import { SwitchAlias } from './switch-alias.tsx';
import { useFormerTargets } from './use-former-targets.ts';

type Asked =
  | { readonly kind: 'make' }
  | { readonly kind: 'switch'; readonly alias: EnvironmentAlias; readonly to: string | null }
  | { readonly kind: 'delete'; readonly alias: EnvironmentAlias };

export function Aliases(): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const aliases = useSuspenseQuery(aliasesQuery(space)).data;
  const [asked, setAsked] = useState<Asked | null>(null);
  const former = useFormerTargets(space, useReadyEnvironments());
  const mayMake = usePermission('environment.create');
  const close = () => setAsked(null);
  const make = mayMake && (
    <Button variant="default" onClick={() => setAsked({ kind: 'make' })}>
      <Trans>New alias…</Trans>
    </Button>
  );
  return (
    <Section
      title={t`Aliases`}
      about={
        <Trans>
          Further names for environments. A site reads through an alias, and you switch what it reads in a moment: to a
          prepared environment, and back if something is wrong.
        </Trans>
      }
    >
      <OpenedGone prefix="als_" items={aliases} words={t`This alias was deleted.`} />
      {aliases.length === 0 ? (
        <EmptyState title={t`No aliases yet`} detail={t`Create one, such as live, and let your site read through it.`}>
          {make}
        </EmptyState>
      ) : (
        <>
          <DataTable headings={[t`Name`, t`Stands for`, t`Switched`]} hasActions>
            {aliases.map((alias) => (
              <AliasRow key={alias.id} alias={alias} former={former.of(alias)} ask={setAsked} />
            ))}
          </DataTable>
          <Group>{make}</Group>
        </>
      )}
      {asked?.kind === 'make' && <NewAlias aliases={aliases} onClose={close} />}
      {asked?.kind === 'switch' && (
        <SwitchAlias alias={asked.alias} to={asked.to} onSwitched={() => former.note(asked.alias)} onClose={close} />
      )}
      {asked?.kind === 'delete' && <DeleteAlias alias={asked.alias} onClose={close} />}
    </Section>
  );
}

interface AliasRowProperties {
  readonly alias: EnvironmentAlias;
  /** What it stood for before, if that is still there. */
  readonly former: string | null;
  readonly ask: (asked: Asked) => void;
}

function AliasRow({ alias, former, ask }: AliasRowProperties): ReactNode {
  const maySwitch = usePermission('environment.create');
  const mayDelete = usePermission('environment.delete') && alias.name !== MAIN_ENVIRONMENT;
  return (
    <OpenedRow id={alias.id}>
      <Table.Td>{alias.name}</Table.Td>
      <Table.Td>{alias.environment}</Table.Td>
      <Table.Td>
        <Moment at={alias.updated_at} />
      </Table.Td>
      <Table.Td>
        <RowActions>
          {maySwitch && former !== null && (
            <RowButton onClick={() => ask({ kind: 'switch', alias, to: former })}>
              <Trans>Back to {former}</Trans>
            </RowButton>
          )}
          {maySwitch && (
            <RowButton onClick={() => ask({ kind: 'switch', alias, to: null })}>
              <Trans>Switch</Trans>
            </RowButton>
          )}
          {mayDelete && (
            <RowButton onClick={() => ask({ kind: 'delete', alias })}>
              <Trans>Delete</Trans>
            </RowButton>
          )}
        </RowActions>
      </Table.Td>
    </OpenedRow>
  );
}

interface DeleteAliasProperties {
  readonly alias: EnvironmentAlias;
  readonly onClose: () => void;
}

function DeleteAlias({ alias, onClose }: DeleteAliasProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefresh(aliasesQuery(space).queryKey);
  const remove = async () => {
    const params = { path: { space_id: space, alias: alias.name }, header: ifMatch(alias) };
    await actOnVersion(() => bodyOf(api.DELETE('/spaces/{space_id}/environment-aliases/{alias}', { params })), refresh);
    await refresh();
  };
  const { environment } = alias;
  return (
    <DangerDialog
      title={t`Delete ${alias.name}`}
      action={t`Delete`}
      nameToType={alias.name}
      onSubmit={remove}
      onClose={onClose}
    >
      <Trans>
        Sites that read through this name, and keys that may read nothing else, get no content any more, even if you
        create an alias with the same name later. The environment {environment} stays.
      </Trans>
    </DangerDialog>
  );
}
