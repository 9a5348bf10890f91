/** Times in words, as people say them: by days of the calendar, not by spans of 24 hours. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HOURS_PER_DAY = 24;
/** From so many days on, a time is given by its date. */
const FAR_DAYS = 8;
/** Within so many hours, even another day is given in hours: at 1 a.m. nobody calls 11 p.m. "yesterday". */
const CLOSE_HOURS = 6;

export type MomentWords =
  /** Less than a minute away. */
  | { readonly kind: 'now' }
  /** Such as "in 7 days" or "yesterday". */
  | { readonly kind: 'near'; readonly words: string }
  /** A date, before which a sentence needs a word such as "on". */
  | { readonly kind: 'date'; readonly words: string };

export interface MomentFormats {
  readonly day: Intl.DateTimeFormat;
  readonly distance: Intl.RelativeTimeFormat;
}

export function momentWords(at: Date, now: Date, { day, distance }: MomentFormats): MomentWords {
  const fromNow = at.getTime() - now.getTime();
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS);
  const near = (count: number, unit: Intl.RelativeTimeFormatUnit): MomentWords => ({
    kind: 'near',
    words: distance.format(count, unit),
  });
  if (Math.abs(days) >= FAR_DAYS) return { kind: 'date', words: day.format(at) };
  const minutes = Math.trunc(fromNow / MINUTE_MS);
  const hours = Math.round(fromNow / HOUR_MS);
  if (minutes === 0) return { kind: 'now' };
  if (hours === 0 || Math.abs(minutes) < HOUR_MS / MINUTE_MS) return near(minutes, 'minute');
  if (days === 0 || Math.abs(hours) < CLOSE_HOURS) return near(Math.min(hours, HOURS_PER_DAY - 1), 'hour');
  return near(days, 'day');
}

/** Midnight. Where the clocks change in between, two of them are an hour less or more than whole days apart; the caller rounds. */
function startOfDay(date: Date): number {
  return new Date(date).setHours(0, 0, 0, 0);
}
