/** Has what a screen shows read anew once it was changed. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * Gives the function that reads some queries anew; its promise waits for those that are shown.
 * @param keys of the queries, or what these begin with
 */
export function useRefresh(...keys: readonly QueryKey[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
