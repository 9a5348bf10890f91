/** Whether the model of this environment is changed here, or kept elsewhere and only pushed here. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { environmentQuery } from '../api/queries.ts';
import { usePermission, usePlace } from './use-place.ts';

/** Where the model is kept, such as the address of a repository; null if it is changed here. */
export function useModelLock(): string | null {
  return useSuspenseQuery(environmentQuery(usePlace())).data.model_locked?.by ?? null;
}

/** Whether the person may change the model: nobody may here where it is kept elsewhere. */
export function useMayModel(): boolean {
  const lock = useModelLock();
  return usePermission('content_type.manage') && lock === null;
}
