/** Lists of the settings, of any length, as the API hands them out page by page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Page, readPage } from '../../../api/pages.ts';

export interface PagedList<Item> {
  /** The rows that are loaded. Undefined while the first page is on its way. */
  readonly items: readonly Item[] | undefined;
  readonly total: number;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Why the list could not be read. */
  readonly error: unknown;
  more(): void;
  again(): void;
}

/**
 * Reads a list as far as the person wants it.
 * @param key what the list belongs to, as queries are named; `path` is added
 * @param path of its first page, with its query
 */
export function usePagedList<Item>(key: readonly string[], path: string): PagedList<Item> {
  const query = useInfiniteQuery({
    queryKey: [...key, path],
    queryFn: ({ pageParam, signal }) => readPage<Item>(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }: Page<Item>) => next,
  });
  const pages = query.data?.pages;
  return {
    items: pages?.flatMap(({ items }) => items),
    total: pages?.[0]?.total ?? 0,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    error: query.error,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  };
}
