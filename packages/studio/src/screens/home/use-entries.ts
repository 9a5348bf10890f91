/** A few entries for a panel of the home screen, by one request. */
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../../api/pages.ts';
import type { Entry } from '../../api/types.ts';
import { cardSelection } from '../../fields/links/cards.ts';
import { type SearchParams, stringifySearch } from '../../frame/search-params.ts';
import { useContentTypes, usePlace } from '../../frame/use-place.ts';

/** @param query as the list of entries takes it @param limit how many at most */
export function useEntries(query: SearchParams, limit: number) {
  const place = usePlace();
  const select = cardSelection(useContentTypes());
  const asked = stringifySearch({ ...query, select, limit });
  const path = `/spaces/${place.space}/environments/${place.environment}/entries${asked}`;
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [place.space, place.environment, 'entries', path],
    queryFn: ({ signal }) => readPage<Entry>(path, signal),
  });
  return { data: data?.items, isPending, error, refetch };
}
