/** Days of the calendar, as text such as `2026-12-01`, and the spans of them that are shown. Weeks begin on Monday. Pure. */
import { dayTime } from '../../../../contract/src/moments.ts';
import { instantsOf } from '../../../../contract/src/zoned-time.ts';

const DAY_MS = 86_400_000;
const HOURS_PER_DAY = 24;
export const DAYS_PER_WEEK = 7;
/** Of `Date.getUTCDay()`, in which a week begins on Sunday. */
const MONDAY = 1;

/** How the calendar is shown. */
export const FORMS = ['month', 'week', 'list'] as const;
export type Form = (typeof FORMS)[number];

export function isDay(text: string | undefined): text is string {
  return text !== undefined && dayTime(text) !== undefined;
}

export function addDays(day: string, days: number): string {
  return dayText((dayTime(day) ?? 0) + days * DAY_MS);
}

/** The same day of another month; the last one of a month that is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return dayText(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The Monday of its week. */
export function weekStart(day: string): string {
  const weekday = new Date(dayTime(day) ?? 0).getUTCDay();
  return addDays(day, -((weekday - MONDAY + DAYS_PER_WEEK) % DAYS_PER_WEEK));
}

export function monthStart(day: string): string {
  return `${day.slice(0, '2026-12'.length)}-01`;
}

/** The weeks that are drawn around a day: that of the day, or those that its month touches. */
export function weeksOf(form: Exclude<Form, 'list'>, day: string): readonly (readonly string[])[] {
  if (form === 'week') return [weekFrom(weekStart(day))];
  const weeks: (readonly string[])[] = [];
  const end = addMonths(monthStart(day), 1);
  for (let start = weekStart(monthStart(day)); start < end; start = addDays(start, DAYS_PER_WEEK))
    weeks.push(weekFrom(start));
  return weeks;
}

/** The first day that is shown, and the one after the last. */
export function spanOf(form: Form, day: string): { readonly first: string; readonly end: string } {
  if (form === 'list') return { first: monthStart(day), end: addMonths(monthStart(day), 1) };
  const days = weeksOf(form, day).flat();
  return { first: days[0] ?? day, end: addDays(days.at(-1) ?? day, 1) };
}

/** The day at which the span before or after this one is. */
export function turned(form: Form, day: string, direction: 1 | -1): string {
  return form === 'week' ? addDays(day, direction * DAYS_PER_WEEK) : addMonths(monthStart(day), direction);
}

/** Where a key of the keyboard leads from a day; null for other keys. */
export function dayByKey(key: string, day: string): string | null {
  const weekday = addDays(weekStart(day), DAYS_PER_WEEK - 1);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -DAYS_PER_WEEK);
    case 'ArrowDown':
      return addDays(day, DAYS_PER_WEEK);
    case 'Home':
      return weekStart(day);
    case 'End':
      return weekday;
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return null;
  }
}

/** The instant at which a day begins in a zone: midnight, or the first hour that clocks show where they are put forward over it. */
export function dayInstant(day: string, zone: string): number {
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    const [at] = instantsOf(`${day}T${String(hour).padStart(2, '0')}:00`, zone);
    if (at !== undefined) return at;
  }
  // The few days that a zone has left out altogether.
  return dayTime(day) ?? 0;
}

function weekFrom(monday: string): readonly string[] {
  return Array.from({ length: DAYS_PER_WEEK }, (_, index) => addDays(monday, index));
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, '2026-12-01'.length);
}
