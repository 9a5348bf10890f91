/** The files of the library: what the server answers to the query in the address, page by page. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Page, readPage } from '../../api/pages.ts';
import type { Place } from '../../api/queries.ts';
import { searchedFor } from '../../api/searched-for.ts';
import type { Asset } from '../../api/types.ts';
import { onlyKnown, type SearchParams, stringifySearch } from '../../frame/search-params.ts';

const ASSETS_A_PAGE = 100;

/** What an address may ask the list for. */
const KNOWN = new Set(['q', 'mime_type', 'size', 'unused', 'without_alt', 'order', 'locale', 'ids']);

/** The assets that the query in the address asks for, page by page. */
export function assetRowsQuery({ space, environment }: Place, search: SearchParams) {
  const asked = onlyKnown(search, (name) => KNOWN.has(name));
  const query = stringifySearch({ ...asked, ...searchedFor(asked.q ?? ''), limit: ASSETS_A_PAGE });
  const path = `/spaces/${space}/environments/${environment}/media${query}`;
  return infiniteQueryOptions({
    queryKey: [space, environment, 'media', path],
    queryFn: ({ pageParam, signal }) => readPage<Asset>(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }: Page<Asset>) => next,
  });
}
