/** What keeps the open entry from being published, as the server finds it at every save. It marks no field by itself. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPlan } from '../../../api/publish-plan.ts';
import { type PublishProblem, publishProblems } from '../../../fields/kept-problems.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';

const NONE: readonly PublishProblem[] = [];

export interface FoundProblems {
  readonly problems: readonly PublishProblem[];
  /** Why they could not be found; null unless that went wrong. */
  readonly error: Error | null;
}

export function useFoundProblems(): FoundProblems {
  const { draft, type } = useOpenEntry();
  const { place, locales } = useSurroundings();
  const entry = useDraft(draft, (now) => now.entry);
  // What keeps a release from being published is said beside what it changes.
  const isInRelease = draft.address.release !== undefined;
  const canBePublished = !isInRelease && (entry?.status === 'draft' || entry?.status === 'changed');
  const { data, error } = useQuery({
    queryKey: [place.space, place.environment, 'publish-problems', entry?.id, entry?.version],
    queryFn: async () => {
      const { items } = await readPlan(place, [entry?.id ?? ''], 0);
      return { id: entry?.id, problems: items.find(({ id }) => id === entry?.id)?.problems ?? [] };
    },
    enabled: canBePublished,
    // Those of the version before stay until those of this one are there.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const problems = useMemo(
    () =>
      canBePublished && data?.id === entry?.id ? publishProblems(data?.problems ?? [], draft, type, locales) : NONE,
    [canBePublished, data, entry?.id, draft, type, locales],
  );
  return { problems, error };
}
