/** What is read anew once environments were merged, or an alias of one was switched. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

interface Changed {
  readonly space: string;
  /** The environment whose content is another one. */
  readonly to: string;
}

/** Gives the function that forgets the model, entries and files of an environment, its merges, and all comparisons of the space. */
export function useForgetMerged(): (changed: Changed) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    ({ space, to }) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [of, environment, what] }) =>
          of === space && (environment === to || what === 'compare'),
      }),
    [client],
  );
}
