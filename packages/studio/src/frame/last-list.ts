/** What the content list was asked for last in this tab, so that the way back from an entry leads to the same list. */
import type { Place } from '../api/queries.ts';
import { parseSearch, type SearchParams, stringifySearch } from './search-params.ts';

const nameOf = ({ space, environment }: Place) => `lectern.list ${space}/${environment}`;

export function rememberList(place: Place, search: SearchParams): void {
  // In which release the person works is said by where they are.
  sessionStorage.setItem(nameOf(place), stringifySearch({ ...search, in: undefined }));
}

/** Empty before the first visit of the list. */
export function lastList(place: Place): SearchParams {
  return parseSearch(sessionStorage.getItem(nameOf(place)) ?? '');
}
