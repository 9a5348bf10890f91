/** An environment in the list: its names, how far its copy is, and what can be done with it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MAIN_ENVIRONMENT } from '../../../api/main-environment.ts';
import type { Environment } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Badge, Group, Loader, RowActions, RowButton, RowLink, Stack, Table, Text } from '../../../ui/index.ts';
import { OpenedRow } from '../list/opened-row.tsx';

interface EnvironmentRowProperties {
  readonly environment: Environment;
  /** Names that stand for it. */
  readonly aliases: readonly string[];
  /** Asks where its model is kept. */
  readonly onLock: () => void;
  readonly onDelete: () => void;
}

export function EnvironmentRow({ environment, aliases, onLock, onDelete }: EnvironmentRowProperties): ReactNode {
  const { t } = useLingui();
  const mayDelete = usePermission('environment.delete') && environment.name !== MAIN_ENVIRONMENT;
  const mayLock = usePermission('environment.update');
  const place = usePlace();
  const needed = aliases.join(', ');
  return (
    <OpenedRow id={environment.id}>
      <Table.Td>
        <NamesAndLock environment={environment} aliases={aliases} />
      </Table.Td>
      <Table.Td>
        <CopyState status={environment.status} />
      </Table.Td>
      <Table.Td>{environment.source}</Table.Td>
      <Table.Td>
        <Moment at={environment.created_at} />
      </Table.Td>
      <Table.Td>
        <RowActions>
          {environment.status === 'ready' && environment.source !== null && (
            <RowLink
              to="/spaces/$space/$environment/settings/environments/compare"
              params={place}
              search={{ from: environment.name, to: environment.source } as never}
            >
              <Trans>Compare</Trans>
            </RowLink>
          )}
          {environment.status === 'ready' && (
            <RowLink
              to="/spaces/$space/$environment/settings/environments/merges"
              params={place}
              search={{ into: environment.name } as never}
            >
              <Trans>Merges</Trans>
            </RowLink>
          )}
          {mayLock && environment.status === 'ready' && (
            <RowButton onClick={onLock}>
              <Trans>Model lock</Trans>
            </RowButton>
          )}
          {mayDelete && (
            <RowButton
              onClick={onDelete}
              disabled={aliases.length > 0}
              title={aliases.length > 0 ? t`First point ${needed} at another environment.` : undefined}
            >
              <Trans>Delete</Trans>
            </RowButton>
          )}
        </RowActions>
      </Table.Td>
    </OpenedRow>
  );
}

/** How it is called, and where its model is kept if that is elsewhere. */
function NamesAndLock({ environment, aliases }: Pick<EnvironmentRowProperties, 'environment' | 'aliases'>): ReactNode {
  const { t } = useLingui();
  return (
    <Stack gap={2}>
      <Group gap={4}>
        {environment.name}
        {aliases.map((alias) => (
          <Badge key={alias} title={t`The alias ${alias} stands for it`}>
            {alias}
          </Badge>
        ))}
      </Group>
      {environment.model_locked !== null && (
        <Text size="xs" c="dimmed" maw="40ch" style={{ overflowWrap: 'anywhere' }}>
          <Trans>Model kept at {environment.model_locked.by}</Trans>
        </Text>
      )}
    </Stack>
  );
}

/** The API does not say how much of a copy is there. */
function CopyState({ status }: Pick<Environment, 'status'>): ReactNode {
  if (status === 'ready') return <Trans>Ready</Trans>;
  if (status === 'cloning')
    return (
      <Group gap={6} wrap="nowrap">
        <Loader size={12} aria-hidden />
        <Trans>Copying…</Trans>
      </Group>
    );
  return (
    <>
      <Text size="sm" c="var(--failed)">
        <Trans>Failed</Trans>
      </Text>
      <Text size="xs" c="dimmed" maw="32ch">
        <Trans>
          The copy could not be finished: the plan has no room for it, or the service was disturbed. Delete it, then
          copy again.
        </Trans>
      </Text>
    </>
  );
}
