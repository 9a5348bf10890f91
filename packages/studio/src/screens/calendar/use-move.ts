/** Moves an item to another day: a plan at once, and what goes out by itself after a question. */
import { useLingui } from '@lingui/react/macro';
import type { CalendarItem } from '../../api/calendar.ts';
import { dayIn } from '../../frame/schedule/zoned-words.ts';
import { showToast } from '../../frame/toasts.ts';
import { lookOf, movedTo } from './items.ts';
import { usePlan } from './use-plan.ts';
import type { CalendarQuestion } from './view.ts';

/** @param zone in which the days are those of the calendar */
export function useMove(
  zone: string,
  ask: (question: CalendarQuestion) => void,
): (item: CalendarItem, day: string) => void {
  const { t } = useLingui();
  const plan = usePlan();
  return (item, day) => {
    if (dayIn(zone, Date.parse(item.at)) === day) return;
    const at = movedTo(item, day, zone);
    if (lookOf(item) !== 'planned') return ask({ kind: 'schedule', item, at });
    plan(item, at).catch(({ message }: Error) =>
      showToast({ words: t`Nothing was moved: ${message}`, undo: null, isFailure: true }),
    );
  };
}
