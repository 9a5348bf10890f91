/** What is said of the items of the calendar, and of its days. */
import { useLingui } from '@lingui/react/macro';
import type { CalendarItem } from '../../api/calendar.ts';
import { useTelling } from '../../frame/schedule/use-telling.ts';
import { formatOf } from '../../frame/schedule/zoned-words.ts';
import { addDays, type Form, monthStart, spanOf } from './days.ts';
import { isUnpublished, type Look, lookOf } from './items.ts';

export function useLookWords(): Readonly<Record<Look, string>> {
  const { t } = useLingui();
  return {
    planned: t({ message: 'Planned', comment: 'In the calendar: a release that has a wish for a date' }),
    scheduled: t({ message: 'Scheduled', comment: 'State of a release that goes out by itself' }),
    end: t({ message: 'Ends', comment: 'In the calendar: a release is taken back then by itself' }),
    failed: t({ message: 'Failed', context: 'release', comment: 'State of a release that could not go out by itself' }),
    published: t({ message: 'Published', comment: 'State of a release' }),
    undone: t({ message: 'Undone', context: 'release', comment: 'State of a release that was taken back' }),
  };
}

/** What happens with an item, such as "Scheduled" or "Scheduled: unpublishes". */
export function useHappeningWords(): (item: CalendarItem) => string {
  const { t } = useLingui();
  const words = useLookWords();
  return (item) => {
    const word = words[lookOf(item)];
    return isUnpublished(item)
      ? t({ message: `${word}: unpublishes`, comment: 'In the calendar, such as: Scheduled: unpublishes' })
      : word;
  };
}

/** Days and spans of them in words. */
export function useDayWords() {
  const telling = useTelling();
  const format = (parts: Intl.DateTimeFormatOptions) => formatOf(parts, 'UTC', telling);
  const whole = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const withYear = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const thisYear = new Date(telling.now).getUTCFullYear();
  return {
    /** Such as "Tuesday 1 December". */
    day: (day: string) => {
      const date = new Date(day);
      return (date.getUTCFullYear() === thisYear ? whole : withYear).format(date);
    },
    /** Such as "Tue". */
    weekday: (day: string) => format({ weekday: 'short' }).format(new Date(day)),
    /** Such as "1", or "1 Dec" with its month. */
    date: (day: string, hasMonth: boolean) =>
      format(hasMonth ? { day: 'numeric', month: 'short' } : { day: 'numeric' }).format(new Date(day)),
    /** Such as "December 2026" or "30 November – 6 December 2026". */
    span: (form: Form, day: string) => {
      if (form !== 'week') return format({ month: 'long', year: 'numeric' }).format(new Date(monthStart(day)));
      const { first, end } = spanOf(form, day);
      const dates = format({ day: 'numeric', month: 'long', year: 'numeric' });
      return dates.formatRange(new Date(first), new Date(addDays(end, -1)));
    },
  };
}
