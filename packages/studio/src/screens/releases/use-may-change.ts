/** What the person may do with a release. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';
import type { Release } from '../../api/types.ts';
import { usePermission } from '../../frame/use-place.ts';

/** Whether they may change it and what is in it: what is in a scheduled one goes out by itself. */
export function useMayChange({ state }: Pick<Release, 'state'>): boolean {
  const mayUpdate = usePermission('change_set.update');
  const maySchedule = usePermission('change_set.schedule');
  return mayUpdate && (state !== 'scheduled' || maySchedule);
}

/** Whether they may close, reopen and delete it: authors their own alone. */
export function useMayEnd(release: Pick<Release, 'state' | 'created_by'>): boolean {
  const { user } = useSuspenseQuery(meQuery).data;
  const mayManage = usePermission('change_set.manage');
  return useMayChange(release) && (mayManage || release.created_by === user.id);
}
