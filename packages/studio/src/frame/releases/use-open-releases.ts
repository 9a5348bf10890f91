/** The releases that entries can be put into, as they are when a dialog that asks for one is opened. */
import { useQuery } from '@tanstack/react-query';
import { openReleasesQuery } from '../../api/releases.ts';
import type { Release } from '../../api/types.ts';
import { usePlace } from '../use-place.ts';

/** @param entry id of one that they have to have */
export function useOpenReleases(
  onto: Release['onto'],
  entry?: string,
): {
  /** Undefined until they were read. What was read before the dialog was opened would be chosen from at first. */
  readonly releases: readonly Release[] | undefined;
  readonly error: Error | null;
  readonly again: () => void;
} {
  const query = useQuery({ ...openReleasesQuery(usePlace(), onto, entry), refetchOnMount: 'always' });
  const { data, error, isFetchedAfterMount, refetch } = query;
  return { releases: isFetchedAfterMount ? data : undefined, error, again: () => void refetch() };
}
