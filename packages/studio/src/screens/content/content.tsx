/** The content list: one table for all types or one. The address holds everything that is chosen here. */
import { useLingui } from '@lingui/react/macro';
import { createRoute } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { rememberList } from '../../frame/last-list.ts';
import { Screen } from '../../frame/screen.tsx';
import { type SearchParams, stringifySearch } from '../../frame/search-params.ts';
import { spaceRoute } from '../../frame/space-route.tsx';
import { useChangeAddress } from '../../frame/use-address.ts';
import { useContentTypes, usePermission, usePlace } from '../../frame/use-place.ts';
import { columnsOf } from './columns.ts';
import { Entries } from './entries.tsx';
import { FilterPills } from './filters.tsx';
import { listFormOf } from './list-form.ts';
import { NewEntryButton } from './new-entry-button.tsx';
import { Toolbar } from './toolbar.tsx';
import { ViewTabs } from './view-tabs.tsx';

const NONE: ReadonlySet<string> = new Set();

export const contentRoute = createRoute({
  getParentRoute: () => spaceRoute,
  path: 'content',
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
  component: Content,
});

/**
 * What says which entries are listed. As in Gmail, what is selected is so in its list: another view, filter, order or search begins
 * without. Other columns or cards show the same list.
 */
function listOf(place: { space: string; environment: string }, search: SearchParams): string {
  const { columns: _columns, as: _form, ...list } = search;
  return `${place.space} ${place.environment} ${stringifySearch(list)}`;
}

function Content(): ReactNode {
  const { t } = useLingui();
  const search = contentRoute.useSearch();
  const { space, environment } = usePlace();
  const types = useContentTypes();
  const type = types.find(({ api_id: id }) => id === search.content_type);
  // The rows are drawn anew where the list of columns is another one, whatever it holds.
  const columns = useMemo(() => columnsOf(search, type), [search, type]);
  const form = listFormOf(search, type);
  useEffect(() => rememberList({ space, environment }, search), [space, environment, search]);
  const mayWrite = usePermission('entry.create');
  const list = listOf({ space, environment }, search);
  const [selection, setSelection] = useState({ list, ids: NONE });
  const selected = selection.list === list ? selection.ids : NONE;
  const select = useCallback((ids: ReadonlySet<string>) => setSelection({ list, ids }), [list]);
  const change = useChangeAddress();

  return (
    <Screen
      title={type?.name ?? t`Content`}
      actions={
        mayWrite && types.length > 0 ? <NewEntryButton types={type === undefined ? types : [type]} /> : undefined
      }
    >
      <ViewTabs search={search} type={type} columns={columns} />
      <Toolbar search={search} type={type} columns={columns} form={form} change={change} />
      <FilterPills type={type} search={search} change={change} />
      <Entries
        search={search}
        type={type}
        columns={columns}
        form={form}
        selected={selected}
        select={select}
        orderBy={(order) => change({ order })}
      />
    </Screen>
  );
}
