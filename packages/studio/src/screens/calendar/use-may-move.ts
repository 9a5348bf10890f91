/** Whether the person may give another day to an item: a plan, or what goes out by itself. */
import type { CalendarItem } from '../../api/calendar.ts';
import { usePermission } from '../../frame/use-place.ts';
import { isMovable, lookOf } from './items.ts';

export function useMayMove(): (item: CalendarItem) => boolean {
  const mayPlan = usePermission('change_set.update');
  const maySchedule = usePermission('change_set.schedule');
  return (item) => isMovable(item) && (lookOf(item) === 'planned' ? mayPlan : maySchedule);
}
