/** The addresses of entries, for links that are opened in another tab. */
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePlace } from './use-place.ts';

/** Gives the address of the screen of an entry, by its key. It is asked for each row that scrolls by, so it is only joined. */
export function useEntryAddress(): (key: string) => string {
  const router = useRouter();
  const { space, environment } = usePlace();
  const to = '/spaces/$space/$environment/content';
  const list = router.history.createHref(router.buildLocation({ to, params: { space, environment } }).publicHref);
  return useCallback((key) => `${list}/${encodeURIComponent(key)}`, [list]);
}
