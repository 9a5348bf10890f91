/** The merges into an environment, newest first: who brought what from where, and whether it still holds. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MAIN_ENVIRONMENT } from '../../../../api/main-environment.ts';
import type { MergeSummary } from '../../../../api/types.ts';
import { Moment } from '../../../../frame/moments.tsx';
import { useNames } from '../../../../frame/people.ts';
import { stringifySearch } from '../../../../frame/search-params.ts';
import { useAddress, useChangeAddress } from '../../../../frame/use-address.ts';
import { usePlace } from '../../../../frame/use-place.ts';
import { EmptyState, Group, LinkButton, Select, Table } from '../../../../ui/index.ts';
import type { CsvColumn } from '../../list/csv.ts';
import { ExportButton } from '../../list/export-button.tsx';
import { OpenLink } from '../../list/open-link.tsx';
import { PagedTable } from '../../list/paged-table.tsx';
import { useOpened } from '../../list/use-opened.ts';
import { usePagedList } from '../../list/use-paged-list.ts';
import { SettingsPage } from '../../page/settings-page.tsx';
import { ChangedCounts } from '../merge/changed-counts.tsx';
import { useReadyEnvironments } from '../use-ready-environments.ts';
import { MergeDrawer } from './merge-drawer.tsx';
import { useMergeState } from './merge-state.ts';

const ROWS_A_PAGE = 100;

export function Merges(): ReactNode {
  const { t } = useLingui();
  const change = useChangeAddress();
  const { into: named } = useAddress();
  const ready = useReadyEnvironments();
  const into = [named, MAIN_ENVIRONMENT, ...ready].find((name) => name !== undefined && ready.includes(name));
  return (
    <SettingsPage
      title={t`Merges`}
      about={
        <Trans>
          What was brought into an environment from others. Each can be undone as long as nothing of it changed since.
        </Trans>
      }
      guide="branches"
    >
      {into !== undefined && (
        <>
          <Group justify="space-between" align="flex-end">
            <Select
              label={t`Into`}
              data={ready}
              value={into}
              onChange={(name) => name !== null && change({ into: name, open: undefined })}
              allowDeselect={false}
              w={200}
            />
          </Group>
          <MergeTable key={into} into={into} />
        </>
      )}
    </SettingsPage>
  );
}

function MergeTable({ into }: { readonly into: string }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const { space } = place;
  const query = stringifySearch({ limit: ROWS_A_PAGE });
  const path = `/spaces/${space}/environments/${into}/merges${query}`;
  const list = usePagedList<MergeSummary>([space, into, 'merges'], path);
  const { id, close } = useOpened();
  const columns = useColumns();
  return (
    <>
      <PagedTable
        list={list}
        headings={[t`When`, t`From`, t`Who`, t`What`, t`Status`]}
        row={(merge) => <MergeRow key={merge.id} merge={merge} />}
        empty={
          <EmptyState
            title={t`Nothing was merged into ${into}`}
            detail={t`Compare it with a copy to see what could be merged.`}
          >
            <LinkButton
              to="/spaces/$space/$environment/settings/environments/compare"
              params={place}
              search={{ to: into } as never}
              variant="default"
            >
              <Trans>Compare environments</Trans>
            </LinkButton>
          </EmptyState>
        }
      />
      {(list.items?.length ?? 0) > 0 && (
        <Group>
          <ExportButton fileName={`merges-${into}`} path={path} columns={columns} />
        </Group>
      )}
      {id !== undefined && <MergeDrawer into={into} id={id} onClose={close} />}
    </>
  );
}

function MergeRow({ merge }: { readonly merge: MergeSummary }): ReactNode {
  const nameOf = useNames();
  return (
    <Table.Tr>
      <Table.Td>
        <OpenLink id={merge.id}>
          <Moment at={merge.created_at} />
        </OpenLink>
      </Table.Td>
      <Table.Td>{merge.from}</Table.Td>
      <Table.Td>{nameOf(merge.created_by)}</Table.Td>
      <Table.Td>
        <ChangedCounts changed={merge.changed} />
      </Table.Td>
      <Table.Td>{useMergeState()(merge)}</Table.Td>
    </Table.Tr>
  );
}

function useColumns(): readonly CsvColumn<MergeSummary>[] {
  const { t } = useLingui();
  const nameOf = useNames();
  const stateOf = useMergeState();
  return [
    { heading: t`When`, value: ({ created_at: at }) => at },
    { heading: t`From`, value: ({ from }) => from },
    { heading: t`Who`, value: ({ created_by: id }) => nameOf(id) },
    { heading: t`Content types`, value: ({ changed }) => changed.content_types },
    { heading: t`Entries`, value: ({ changed }) => changed.entries },
    { heading: t`Files`, value: ({ changed }) => changed.assets },
    { heading: t`Status`, value: stateOf },
  ];
}
