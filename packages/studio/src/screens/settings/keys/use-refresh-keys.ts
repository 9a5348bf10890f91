/** Reads the keys of the space anew once one was made, changed or deleted. */
import { useQueryClient } from '@tanstack/react-query';
import { apiKeysQuery } from '../../../api/queries.ts';
import { usePlace } from '../../../frame/use-place.ts';

export function useRefreshKeys(): () => Promise<void> {
  const { space } = usePlace();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: apiKeysQuery(space).queryKey });
}
