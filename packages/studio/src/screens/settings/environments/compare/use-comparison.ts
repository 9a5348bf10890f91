/** What differs between two environments, read page by page until all of it is there. */
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Page, readPage } from '../../../../api/pages.ts';
import type { ComparedResource } from '../../../../api/types.ts';
import { stringifySearch } from '../../../../frame/search-params.ts';

/** What is seen first comes soon, however long the values are. */
const RESOURCES_FIRST = 100;
/** The service compares the whole for each page: few large ones cost less. */
const RESOURCES_A_PAGE = 1_000;
/** So many are read by themselves; more when the last of them comes near. */
const RESOURCES_READ_AHEAD = 5_000;
/** A comparison is dear, and merging reads it again by itself. */
const FRESH_MS = 60_000;

/** The two that are compared: `from` is where changes come from, `to` where they would go. */
export interface Pair {
  readonly space: string;
  readonly from: string;
  readonly to: string;
}

export interface Comparison {
  /** Undefined while the first page is on its way. */
  readonly items: readonly ComparedResource[] | undefined;
  readonly total: number;
  readonly isWhole: boolean;
  readonly error: unknown;
  more(): void;
  again(): void;
}

export function useComparison(pair: Pair): Comparison {
  const query = useInfiniteQuery(comparisonQuery(pair));
  const pages = query.data?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items), [pages]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isAhead = (items?.length ?? 0) < RESOURCES_READ_AHEAD;
  useEffect(() => {
    if (hasNextPage && isAhead && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isAhead, isFetching, isError, fetchNextPage]);
  return {
    items,
    total: pages?.[0]?.total ?? 0,
    isWhole: items !== undefined && !hasNextPage,
    error: query.error,
    more: () => hasNextPage && !isFetching && void fetchNextPage(),
    again: () => void query.refetch(),
  };
}

/** The query of a comparison, of which the first page is asked for while its surroundings are. */
export function comparisonQuery({ space, from, to }: Pair) {
  return infiniteQueryOptions({
    queryKey: [space, from, 'compare', to],
    queryFn: ({ pageParam, signal }) => readPage<ComparedResource>(pageParam, signal),
    initialPageParam: `/spaces/${space}/environments/${from}/compare${stringifySearch({ to, limit: RESOURCES_FIRST })}`,
    getNextPageParam: ({ next }: Page<ComparedResource>) => next?.replace(/\blimit=\d+/, `limit=${RESOURCES_A_PAGE}`),
    staleTime: FRESH_MS,
  });
}
