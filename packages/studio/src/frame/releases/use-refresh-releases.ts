/** Has releases, and what is in them, read anew once one was changed. */
import { contentsKey, releasesKey } from '../../api/releases.ts';
import { usePlace } from '../use-place.ts';
import { useRefresh } from '../use-refresh.ts';

export function useRefreshReleases(): () => Promise<void> {
  const place = usePlace();
  return useRefresh(releasesKey(place), contentsKey(place));
}
