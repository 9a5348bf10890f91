/** Which release made a version of an entry: by going out, or by being undone. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { readReleases, releasesKey } from '../../../api/releases-of-entry.ts';
import { usePlace } from '../../../frame/use-place.ts';

/** The latest ones; further back, versions are told without. */
const RELEASES_MOST = 100;
const STATES = 'published,applied,undone';

/**
 * Gives the release in words, by the time of the version: all that a release writes has the time at which it went out, or was undone.
 * @param entry id of the entry
 * @returns null for a version that no release made, or of which none is known any more
 */
export function useReleaseOfVersion(entry: string): (createdAt: string) => string | null {
  const { t } = useLingui();
  const place = usePlace();
  const { data } = useQuery({
    queryKey: [...releasesKey(place), 'through', entry],
    queryFn: () => readReleases(place, { state: STATES, order: '-updated_at', entry, limit: RELEASES_MOST }),
  });
  const told = new Map<string | null, string>();
  for (const { name, published_at: published, undone_at: undone } of data?.items ?? []) {
    told.set(published, t`with “${name}”`);
    told.set(undone, t`“${name}” undone`);
  }
  return (createdAt) => told.get(createdAt) ?? null;
}
