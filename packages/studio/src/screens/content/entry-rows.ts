/** The rows of the content list: what the server answers to the query in the address, page by page. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Page, readPage } from '../../api/pages.ts';
import type { Place } from '../../api/queries.ts';
import type { ContentType, Entry } from '../../api/types.ts';
import { cardSelection } from '../../fields/links/cards.ts';
import { type SearchParams, stringifySearch } from '../../frame/search-params.ts';
import { listQueryOf } from './entry-query.ts';

const ROWS_A_PAGE = 100;

export interface ListQuestion {
  readonly search: SearchParams;
  /** The type that is shown, where it is one. */
  readonly type: ContentType | undefined;
  /** What is asked of each entry. */
  readonly select: readonly string[];
}

/** The query of a list of entries: the address's, with the fields that the columns show. */
export function entryRowsQuery(place: Place, { search, type, select }: ListQuestion) {
  const query = { ...listQueryOf(search, type), limit: String(ROWS_A_PAGE), select: select.join(',') };
  const path = `/spaces/${place.space}/environments/${place.environment}/entries${stringifySearch(query)}`;
  return infiniteQueryOptions({
    queryKey: [place.space, place.environment, 'entries', path],
    queryFn: ({ pageParam, signal }) => readPage<Entry>(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }: Page<Entry>) => next,
  });
}

/** What a row needs: titles, pictures and second lines of all types that may stand in the list, and the fields of the columns. */
export function selectionOf(types: readonly ContentType[], fields: readonly string[]): readonly string[] {
  return [...new Set([...cardSelection(types).split(','), ...fields.map((id) => `fields.${id}`)])];
}
