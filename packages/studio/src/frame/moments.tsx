/** Moments as people read them: near ones by their distance, all of them in full where one asks. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const NEAR_DAYS = 7;

interface Formats {
  readonly full: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
  readonly distance: Intl.RelativeTimeFormat;
}

/** By language. Each is dear to make, and holds memory that the browser is slow to give back: long lists share them. */
const formats = new Map<string, Formats>();

/** A moment. @param at as the API writes times */
export function Moment({ at }: { readonly at: string }): ReactNode {
  const { i18n } = useLingui();
  const date = new Date(at);
  const spoken = formatsOf(i18n.locale);
  return (
    <time dateTime={at} title={spoken.full.format(date)}>
      {wordsFor(date, spoken)}
    </time>
  );
}

function wordsFor(date: Date, { day, distance }: Formats): string {
  const fromNow = date.getTime() - Date.now();
  for (const [unit, length] of UNITS) {
    const count = Math.round(fromNow / length);
    if (unit === 'day' && Math.abs(count) > NEAR_DAYS) return day.format(date);
    if (Math.abs(count) >= 1) return distance.format(count, unit);
  }
  return distance.format(0, 'second');
}

function formatsOf(language: string): Formats {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const made = {
    full: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }),
    day: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
    distance: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  };
  formats.set(language, made);
  return made;
}
