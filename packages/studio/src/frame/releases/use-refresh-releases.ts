/** Has releases, and what is in them, read anew once one was changed. */
import { contentsKey } from '../../api/releases.ts';
import { releasesKey } from '../../api/releases-of-entry.ts';
import { usePlace } from '../use-place.ts';
import { useRefresh } from '../use-refresh.ts';

export function useRefreshReleases(): () => Promise<void> {
  const place = usePlace();
  return useRefresh(releasesKey(place), contentsKey(place));
}
