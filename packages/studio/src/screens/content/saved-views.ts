/** Saved views: lists worth coming back to. Each is the address of a list, which says by `view` which one it began with. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { ALL, type Place } from '../../api/queries.ts';
import type { ContentType, SavedView } from '../../api/types.ts';
import { parseSearch, type SearchParams, stringifySearch } from '../../frame/search-params.ts';
import type { ColumnName } from './columns.ts';
import { apiQueryOf } from './entry-query.ts';

/** The views of a space that the person may see. */
export function viewsQuery(space: string) {
  return queryOptions({
    queryKey: [space, 'views'],
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: ALL } };
      return (await bodyOf(api.GET('/spaces/{space_id}/views', { params }))).items;
    },
  });
}

/** The views that list a type; those of all types without one. */
export function viewsOf(views: readonly SavedView[], type: ContentType | undefined): readonly SavedView[] {
  return views.filter(({ content_type: listed }) =>
    type === undefined ? listed === null : listed === type.api_id || listed === type.id,
  );
}

/** The address that shows a view. */
export function searchOf({ id, ...view }: SavedView, types: readonly ContentType[]): SearchParams {
  const shown = view.columns.length === 0 ? {} : { columns: view.columns.join(',') };
  const type = view.content_type;
  const listed = types.find((one) => one.id === type)?.api_id ?? type;
  return { ...parseSearch(view.query), ...(listed === null ? {} : { content_type: listed }), ...shown, view: id };
}

/** Whether an address shows something else than the view that it began with. */
export function isChanged(search: SearchParams, view: SavedView, types: readonly ContentType[]): boolean {
  return shownBy(search) !== shownBy(searchOf(view, types));
}

/** What the server keeps of a list. */
export function viewBody(search: SearchParams, columns: readonly ColumnName[], { environment }: Place) {
  const { content_type: type, ...query } = apiQueryOf(search);
  return {
    content_type: type ?? null,
    query: stringifySearch(query).slice(1),
    columns: columns.map(String),
    environment,
  };
}

/** What of an address says which rows and columns are shown, whatever its order. */
function shownBy(search: SearchParams): string {
  const shown = Object.entries({ ...apiQueryOf(search), columns: search.columns ?? '' });
  return stringifySearch(Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1))));
}
