/** The search for entries to link to, on the server: in all types, in one, or in the few that a field takes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { inRelease } from '../../api/in-release.ts';
import type { ContentPlace } from '../../api/queries.ts';
import { searchedFor } from '../../api/searched-for.ts';
import type { ContentType, Entry } from '../../api/types.ts';
import { useDebouncedValue } from '../../ui/index.ts';
import { useSurroundings } from '../surroundings.tsx';
import { cardSelection } from './cards.ts';

/** Well below the 150 ms after the last key in which an answer is to be there. */
const PAUSE_MS = 80;
const RESULTS = 20;
/** The API filters by one type, so some of several are asked for one by one; where a field takes more, one is looked at. */
export const TYPES_AT_ONCE = 6;

interface Found {
  readonly items: readonly Entry[];
  readonly total: number;
}

/** What the server finds for the words, by relevance; without words, what was changed last. @param asked the types to look in */
export function useEntrySearch(words: string, asked: readonly ContentType[]) {
  const { place, types } = useSurroundings();
  const [settled] = useDebouncedValue(words.trim(), PAUSE_MS);
  const names = asked.map(({ api_id }) => api_id);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [place.space, place.environment, 'picker', 'entry', place.release, settled, ...names],
    queryFn: async ({ signal }) => {
      const groups = asked.length === types.length ? [types] : asked.map((type) => [type]);
      const answers = await Promise.all(
        groups.map((group) => findEntries({ place, group, types, words: settled, signal })),
      );
      return settled === '' ? latestOf(answers) : bestOf(answers);
    },
    placeholderData: keepPreviousData,
  });
  return {
    results: data?.items ?? [],
    total: data?.total ?? 0,
    error,
    /** Whether they are those of other words. */
    isBehind: isPlaceholderData || settled !== words.trim(),
    waiting: isFetching,
    again: () => void refetch(),
  };
}

/** One search. */
export interface EntrySearch {
  readonly place: ContentPlace;
  /** One type, or all of them. */
  readonly group: readonly ContentType[];
  readonly types: readonly ContentType[];
  readonly words: string;
  readonly signal: AbortSignal;
}

/** Asks the server for entries of one type, or of all of them. */
export function findEntries({ place, group, types, words, signal }: EntrySearch): Promise<Found> {
  const path = { space_id: place.space, environment: place.environment };
  const [only] = group.length < types.length ? group : [];
  const query = {
    limit: RESULTS,
    select: cardSelection(group),
    ...searchedFor(words),
    ...inRelease(place.release),
    ...(only === undefined ? {} : { content_type: only.api_id }),
  };
  return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/entries', { params: { path, query }, signal }));
}

function latestOf(answers: readonly Found[]): Found {
  const items = answers.flatMap(({ items: found }) => found);
  return { items: items.toSorted(byLatest).slice(0, RESULTS), total: totalOf(answers) };
}

/** The best of each type, then the second best of each, and so on: how well words fit is known within a type alone. */
function bestOf(answers: readonly Found[]): Found {
  const ranks = Array.from({ length: RESULTS }, (_, rank) => answers.flatMap(({ items }) => items[rank] ?? []));
  return { items: ranks.flat().slice(0, RESULTS), total: totalOf(answers) };
}

function byLatest(one: Entry, other: Entry): number {
  return one.updated_at < other.updated_at ? 1 : -1;
}

function totalOf(answers: readonly Found[]): number {
  return answers.reduce((sum, { total }) => sum + total, 0);
}
