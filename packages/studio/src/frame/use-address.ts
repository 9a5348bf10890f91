/** The query of the address as the screen that it belongs to reads and changes it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type SearchParams, withParams } from './search-params.ts';

/** What the address asks of the screen. */
export function useAddress(): SearchParams {
  return useSearch({ strict: false }) as SearchParams;
}

/**
 * Gives the function that changes some of it. A change is no new place to go back from, unless it is said to be one: what is
 * opened over a list that stays where it is scrolled to.
 */
export function useChangeAddress(): (
  changes: Readonly<Record<string, string | undefined>>,
  options?: { readonly isNewPlace?: boolean },
) => void {
  const navigate = useNavigate();
  return (changes, { isNewPlace = false } = {}) => {
    const search = (before: unknown) => withParams(before as SearchParams, changes);
    void navigate({ to: '.', search: search as never, replace: !isNewPlace, resetScroll: !isNewPlace });
  };
}
