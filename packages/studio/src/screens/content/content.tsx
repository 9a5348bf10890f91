/** The content list: one table for all types or one. The address holds everything that is chosen here. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createRoute, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Screen } from '../../frame/screen.tsx';
import { ScreenError } from '../../frame/screen-error.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { spaceRoute } from '../../frame/space-route.tsx';
import { useChangeAddress } from '../../frame/use-address.ts';
import { useContentTypes, usePermission, usePlace } from '../../frame/use-place.ts';
import { Button, onDemand, Stack, Text, useDelayed } from '../../ui/index.ts';
import { ListWordsProvider } from './cells.tsx';
import { columnsOf } from './columns.ts';
import { apiQueryOf, entryRowsQuery, selectionOf } from './entry-rows.ts';
import { EntryTable } from './entry-table.tsx';
import { FilterPills } from './filters.tsx';
import { NewEntryButton } from './new-entry-button.tsx';
import { Toolbar } from './toolbar.tsx';

const BulkBar = onDemand(async () => (await import('./bulk-bar.tsx')).BulkBar);

export const contentRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'content',
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  component: Content,
});

function Content(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const search = contentRoute.useSearch();
  const types = useContentTypes();
  const type = types.find(({ api_id: id }) => id === search.content_type);
  const mayWrite = usePermission('entry.create');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate({ from: contentRoute.fullPath });
  const changeAddress = useChangeAddress();
  const change: typeof changeAddress = (changes) => {
    setSelected(new Set());
    changeAddress(changes);
  };

  const columns = columnsOf(search, type);
  const fields = columns.filter((name) => name.startsWith('fields.')).map((name) => name.slice('fields.'.length));
  const selection = selectionOf(type === undefined ? types : [type], fields);
  const rows = useInfiniteQuery(entryRowsQuery(place, search, selection));
  const entries = rows.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = rows.data?.pages[0]?.total ?? 0;
  const waiting = useDelayed(rows.isPending);
  const isNarrowed = Object.keys(apiQueryOf(search)).some((name) => name !== 'order' && name !== 'content_type');

  return (
    <Screen
      title={type?.name ?? t`Content`}
      actions={
        mayWrite && types.length > 0 ? <NewEntryButton types={type === undefined ? types : [type]} /> : undefined
      }
    >
      <Toolbar search={search} type={type} columns={columns} change={change} />
      <FilterPills type={type} search={search} change={change} />
      {rows.isError && <ScreenError error={rows.error} reset={() => void rows.refetch()} />}
      {selected.size > 0 && <BulkBar selected={selected} entries={entries} clear={() => setSelected(new Set())} />}
      {!rows.isError && !(rows.isSuccess && total === 0) && (
        <ListWordsProvider>
          <EntryTable
            entries={entries}
            total={total}
            columns={columns}
            type={type}
            search={search}
            waiting={waiting}
            selected={selected}
            select={setSelected}
            orderBy={(order) => change({ order })}
            more={() => {
              if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage();
            }}
          />
        </ListWordsProvider>
      )}
      {rows.isSuccess && total === 0 && (
        <Stack align="center" gap="sm" py="xl">
          {types.length === 0 ? (
            <Text>
              <Trans>Nothing can be written yet: the model has no content type.</Trans>
            </Text>
          ) : isNarrowed ? (
            <>
              <Text>
                <Trans>No entry is like this.</Trans>
              </Text>
              <Button variant="default" onClick={() => void navigate({ search: keptOf(search), replace: true })}>
                <Trans>Show all</Trans>
              </Button>
            </>
          ) : (
            <Text>
              <Trans>Nothing is written here yet.</Trans>
            </Text>
          )}
        </Stack>
      )}
    </Screen>
  );
}

/** What stays when filters are dropped. */
function keptOf(search: SearchParams): SearchParams {
  const kept = ['content_type', 'order', 'columns'];
  return Object.fromEntries(Object.entries(search).filter(([name]) => kept.includes(name)));
}
