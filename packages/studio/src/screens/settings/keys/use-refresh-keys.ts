/** Reads the keys of the space anew once one was made, changed or deleted. */
import { apiKeysQuery } from '../../../api/queries.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';

export function useRefreshKeys(): () => Promise<void> {
  return useRefresh(apiKeysQuery(usePlace().space).queryKey);
}
