/** The addresses of entries, for links that are opened in another tab. */
import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { stringifySearch } from './search-params.ts';
import { usePlace, useRelease } from './use-place.ts';

/** Gives the address of the screen of an entry, by its key. It is asked for each row that scrolls by, so it is only joined. */
export function useEntryAddress(): (key: string) => string {
  const router = useRouter();
  const { space, environment } = usePlace();
  const release = useRelease();
  // The router takes a while over an address, and a list is made anew with each frame that scrolls.
  const list = useMemo(() => {
    const to = '/spaces/$space/$environment/content';
    const search = { in: '' };
    return router.history.createHref(router.buildLocation({ to, params: { space, environment }, search }).publicHref);
  }, [router, space, environment]);
  const query = stringifySearch({ in: release });
  return useCallback((key) => `${list}/${encodeURIComponent(key)}${query}`, [list, query]);
}
