/** What was changed in the account, by whom and from where: the audit, newest first. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { membersQuery, meQuery, spacesQuery } from '../../../api/queries.ts';
import type { AuditRecord } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { shownName } from '../../../frame/people.ts';
import { stringifySearch } from '../../../frame/search-params.ts';
import { EmptyState, Table } from '../../../ui/index.ts';
import type { CsvColumn } from '../list/csv.ts';
import { ExportButton } from '../list/export-button.tsx';
import { type Filter, FilterBar, useFilterQuery, useIsNarrowed } from '../list/filter-bar.tsx';
import { OpenLink } from '../list/open-link.tsx';
import { PagedTable } from '../list/paged-table.tsx';
import { useOpened } from '../list/use-opened.ts';
import { usePagedList } from '../list/use-paged-list.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { actionChoices, actionWords } from './action-words.ts';
import { LinesButton } from './lines-button.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { SealStatus } from './seal-status.tsx';
import { TargetLink } from './target-link.tsx';

const ROWS_A_PAGE = 100;

export function Activity(): ReactNode {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`Activity`}
      about={
        <Trans>Every change in this account: who made it, when, and from where. Nobody can alter these records.</Trans>
      }
      guide="activity"
      permission="audit.read"
    >
      <Records />
    </SettingsPage>
  );
}

function Records(): ReactNode {
  const { t } = useLingui();
  const filters = useFilters();
  const isNarrowed = useIsNarrowed(filters);
  const { account } = useSuspenseQuery(meQuery).data;
  const query = useFilterQuery(filters);
  const path = `/accounts/${account.id}/audit${stringifySearch({ ...query, limit: ROWS_A_PAGE })}`;
  const list = usePagedList<AuditRecord>(['audit', account.id], path);
  const { id, close } = useOpened();
  return (
    <>
      <SealStatus account={account.id} />
      <FilterBar filters={filters}>
        <ExportButton fileName="activity" path={path} columns={useColumns()} />
        <LinesButton path={`/accounts/${account.id}/audit${stringifySearch(query)}`} />
      </FilterBar>
      <PagedTable
        list={list}
        headings={[t`When`, t`Who`, t`What`, t`Target`, t`Where`]}
        row={(record) => <RecordRow key={record.id} record={record} />}
        empty={
          <EmptyState
            title={isNarrowed ? t`No matching activity` : t`Nothing has happened yet`}
            detail={isNarrowed ? t`Change or clear the filters.` : t`Every change appears here as soon as it is made.`}
          />
        }
      />
      {id !== undefined && (
        <RecordDrawer
          key={id}
          id={id}
          account={account.id}
          listed={list.items?.find((record) => record.id === id)}
          onClose={close}
        />
      )}
    </>
  );
}

function RecordRow({ record }: { readonly record: AuditRecord }): ReactNode {
  const { i18n } = useLingui();
  return (
    <Table.Tr>
      <Table.Td>
        <OpenLink id={record.id}>
          <Moment at={record.at} />
        </OpenLink>
      </Table.Td>
      <Table.Td>{record.actor.name ?? record.actor.id}</Table.Td>
      <Table.Td>{actionWords(record.action, (words) => i18n._(words))}</Table.Td>
      <Table.Td>
        <TargetLink record={record} />
      </Table.Td>
      <Table.Td>{record.ip}</Table.Td>
    </Table.Tr>
  );
}

function useFilters(): readonly Filter[] {
  const { t, i18n } = useLingui();
  const { account } = useSuspenseQuery(meQuery).data;
  const members = useSuspenseQuery(membersQuery(account.id)).data;
  const spaces = useSuspenseQuery(spacesQuery).data;
  const people = members.map((member) => ({ value: member.user_id, label: shownName(member) }));
  return [
    { name: 'actor', label: t`Person`, kind: 'choice', choices: people },
    {
      name: 'space_id',
      label: t`Space`,
      kind: 'choice',
      choices: spaces.map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'action', label: t`Action`, kind: 'choice', choices: actionChoices((words) => i18n._(words)) },
    { name: 'target', label: t`Id of the target`, kind: 'words' },
    { name: 'since', label: t`Since`, kind: 'day' },
    { name: 'until', label: t`Before`, kind: 'day' },
  ];
}

function useColumns(): readonly CsvColumn<AuditRecord>[] {
  const { t } = useLingui();
  return [
    { heading: t`When`, value: ({ at }) => at },
    { heading: t`Who`, value: ({ actor }) => actor.name ?? actor.id },
    { heading: t`What`, value: ({ action }) => action },
    { heading: t`Target`, value: ({ target }) => `${target.type} ${target.id}` },
    { heading: t`Where`, value: ({ ip }) => ip },
    { heading: t`Request`, value: ({ request_id: id }) => id },
  ];
}
