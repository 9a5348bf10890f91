/** Whether the person may change a release and what is in it: what is in a scheduled one goes out by itself. */
import type { Release } from '../../api/types.ts';
import { usePermission } from '../../frame/use-place.ts';

export function useMayChange({ state }: Pick<Release, 'state'>): boolean {
  const mayUpdate = usePermission('change_set.update');
  const maySchedule = usePermission('change_set.schedule');
  return mayUpdate && (state !== 'scheduled' || maySchedule);
}
