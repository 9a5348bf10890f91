/** The latest requests of keys and people to the space, failed ones first. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiKeysQuery } from '../../../api/queries.ts';
import type { RecentRequest } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { useNames } from '../../../frame/people.ts';
import { stringifySearch } from '../../../frame/search-params.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { Button, Code, EmptyState, Table, Text } from '../../../ui/index.ts';
import type { CsvColumn } from '../list/csv.ts';
import { ExportButton } from '../list/export-button.tsx';
import { type Filter, FilterBar, useFilterQuery, useIsNarrowed } from '../list/filter-bar.tsx';
import { OpenLink } from '../list/open-link.tsx';
import { PagedTable } from '../list/paged-table.tsx';
import { useOpened } from '../list/use-opened.ts';
import { usePagedList } from '../list/use-paged-list.ts';
import { useKeyKindWords } from '../page/key-kinds.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { RequestDrawer } from './request-drawer.tsx';

const ROWS_A_PAGE = 100;
const ORDER = '-failed,-at';
/** Statuses from here on say that a request failed. */
const FAILED_MIN = 400;
/** What the paths of most requests begin with, and nobody has to read again in each row. */
const OF_SPACE = /^\/spaces\/[^/?]+/;

export function Requests(): ReactNode {
  const { t } = useLingui();
  return (
    <SettingsPage
      title={t`Requests`}
      about={
        <Trans>
          The latest requests to this space, failed ones first, with the reason for each refusal. The list is kept in
          memory and starts empty when the service restarts.
        </Trans>
      }
      guide="requests"
      permission="api_key.read"
    >
      <List />
    </SettingsPage>
  );
}

function List(): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const filters = useFilters();
  const isNarrowed = useIsNarrowed(filters);
  const columns = useColumns();
  const query = { ...useFilterQuery(filters), order: ORDER, limit: ROWS_A_PAGE };
  const path = `/spaces/${space}/requests${stringifySearch(query)}`;
  const list = usePagedList<RecentRequest>([space, 'requests'], path);
  const { id, close } = useOpened();
  const again = () => client.resetQueries({ queryKey: [space, 'requests'] });
  return (
    <>
      <FilterBar filters={filters}>
        <Button variant="default" size="xs" onClick={() => void again()}>
          <Trans>Refresh</Trans>
        </Button>
        <ExportButton fileName="requests" path={path} columns={columns} />
      </FilterBar>
      <PagedTable
        list={list}
        headings={[t`When`, t`Result`, t`Request`, t`Key`]}
        row={(request) => <RequestRow key={request.id} request={request} />}
        empty={
          <EmptyState
            title={isNarrowed ? t`No requests like this` : t`No requests yet`}
            detail={
              isNarrowed ? t`Change or clear the filters.` : t`Requests of your site appear here as it sends them.`
            }
          />
        }
      />
      {id !== undefined && list.items !== undefined && (
        <RequestDrawer key={id} id={id} listed={list.items.find((request) => request.id === id)} onClose={close} />
      )}
    </>
  );
}

function RequestRow({ request }: { readonly request: RecentRequest }): ReactNode {
  const { key, method, path, user_id: user } = request;
  const nameOf = useNames();
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <OpenLink id={request.id}>
          <Moment at={request.at} />
        </OpenLink>
      </Table.Td>
      <Table.Td>
        <ResultWords request={request} />
      </Table.Td>
      <Table.Td>
        <Code dir="ltr" style={{ overflowWrap: 'anywhere' }}>
          {method} {path.replace(OF_SPACE, '…')}
        </Code>
      </Table.Td>
      <Table.Td>{key === null ? nameOf(user ?? '') : (key.name ?? key.token)}</Table.Td>
    </Table.Tr>
  );
}

/** The status of a request, with its code where it failed. */
function ResultWords({ request: { status, code } }: { readonly request: RecentRequest }): ReactNode {
  const isFailed = status >= FAILED_MIN;
  return (
    <Text size="sm" c={isFailed ? 'var(--failed)' : 'inherit'}>
      {status} {code}
    </Text>
  );
}

function useFilters(): readonly Filter[] {
  const { t } = useLingui();
  const { space } = usePlace();
  const keys = useSuspenseQuery(apiKeysQuery(space)).data;
  const kinds = useKeyKindWords();
  return [
    {
      name: 'failed',
      label: t`Result`,
      kind: 'choice',
      choices: [
        { value: 'true', label: t`Failed` },
        { value: 'false', label: t`Succeeded` },
      ],
    },
    { name: 'key', label: t`Key`, kind: 'choice', choices: keys.map(({ id, name }) => ({ value: id, label: name })) },
    {
      name: 'plane',
      label: t`Kind`,
      kind: 'choice',
      choices: Object.entries(kinds).map(([value, label]) => ({ value, label })),
    },
    { name: 'path', label: t`Address`, kind: 'words' },
  ];
}

function useColumns(): readonly CsvColumn<RecentRequest>[] {
  const { t } = useLingui();
  return [
    { heading: t`When`, value: ({ at }) => at },
    { heading: t`Status`, value: ({ status }) => status },
    { heading: t`Code`, value: ({ code }) => code },
    { heading: t`Message`, value: ({ message }) => message },
    { heading: t`Method`, value: ({ method }) => method },
    { heading: t`Address`, value: ({ path }) => path },
    { heading: t`Key`, value: ({ key }) => key?.name ?? key?.token ?? null },
    { heading: t`Milliseconds`, value: ({ duration_ms: ms }) => ms },
    { heading: t`Request`, value: ({ request_id: id }) => id },
  ];
}
