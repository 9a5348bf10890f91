/** Moves the open entry to another status. What that takes comes over the line when it is done. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Entry } from '../../api/types.ts';
import { useOpenEntry } from '../../fields/open-entry.tsx';
import { usePlace } from '../../frame/use-place.ts';
import type { Transition } from './transition.ts';

/** Saves, then moves the entry to another status. */
export function useTransition() {
  const { draft } = useOpenEntry();
  const client = useQueryClient();
  const { space, environment } = usePlace();
  const settle = (moved: Entry) => {
    draft.take(moved);
    return client.invalidateQueries({ queryKey: [space, environment] });
  };
  return useMutation({
    mutationFn: async (action: Transition) => (await import('./transition.ts')).moveShown(draft, action, settle),
  });
}
