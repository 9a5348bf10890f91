/**
 * Times of a time zone as people say them: "Tuesday 1 December, 09:00 in Berlin, in 3 days; 03:00 in New York". Pure, and the
 * platform's own words but for those below.
 */
import { dayTime } from '../../../../contract/src/moments.ts';
import { instantsOf, localTimeIn } from '../../../../contract/src/zoned-time.ts';
import type { Language } from '../../languages/languages.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Within so many hours, even another day is given in hours. */
const CLOSE_HOURS = 6;
/** From so many days on, a distance is given in weeks, and then in months. */
const WEEKS_FROM_DAYS = 14;
const MONTHS_FROM_DAYS = 56;
const DAYS_PER_WEEK = 7;
const DAYS_PER_MONTH = 30.44;
/** A day that is so near is named by its weekday alone. */
const NEAR_DAYS = 7;

/** What the platform has no words for. */
interface Sayings {
  /** The language as the platform knows it. English has the day before the month and 24 hours: colleagues live in several countries. */
  readonly tag: string;
  /** Such as "09:00", or "09:00 Uhr" in a sentence. */
  readonly time: (clock: string) => string;
  readonly inCity: (time: string, city: string) => string;
}

const SAYINGS: Readonly<Record<Language, Sayings>> = {
  en: { tag: 'en-GB', time: (clock) => clock, inCity: (time, city) => `${time} in ${city}` },
  de: { tag: 'de-DE', time: (clock) => `${clock} Uhr`, inCity: (time, city) => `${time} in ${city}` },
};

/** Whose words they are, and when. */
export interface Telling {
  readonly language: Language;
  readonly now: number;
}

/** How a time zone is called: by its city, such as "New York"; by its own name where it has none, as UTC. */
export function zoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/**
 * When something happens, in one sentence.
 * @param zone in which it was said
 * @param own zone of who reads it; what its clocks show is added where it is something else
 */
export function scheduleSentence(at: number, { zone, own }: { zone: string; own: string }, telling: Telling): string {
  const said = `${dayWords(at, zone, telling)}, ${placed(at, zone, telling)}, ${distanceWords(at, zone, telling)}`;
  if (localTimeIn(own, at) === localTimeIn(zone, at)) return said;
  const isSameDay = dayIn(own, at) === dayIn(zone, at);
  const there = placed(at, own, telling);
  return `${said}; ${isSameDay ? there : `${dayWords(at, own, telling)}, ${there}`}`;
}

/** Such as "Tue 09:00" within a week from now, else with its day. */
export function shortMoment(at: number, zone: string, telling: Telling): string {
  const days = daysUntil(at, zone, telling.now);
  if (days < 0 || days >= NEAR_DAYS) return datedMoment(at, zone, telling);
  return `${formatOf({ weekday: 'short' }, zone, telling).format(at)} ${clockOf(at, zone, telling)}`;
}

/** Such as "Tue 1 Dec, 09:00". */
export function datedMoment(at: number, zone: string, telling: Telling): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', ...yearPart(at, zone, telling.now) } as const;
  return `${formatOf(parts, zone, telling).format(at)}, ${clockOf(at, zone, telling)}`;
}

/** What a clock of the zone shows, such as "09:00". */
export function clockOf(at: number, zone: string, telling: Telling): string {
  return formatOf({ hour: '2-digit', minute: '2-digit' }, zone, telling).format(at);
}

/** The day of the calendar there, such as `2026-12-01`. */
export function dayIn(zone: string, at: number): string {
  return localTimeIn(zone, at).slice(0, '2026-12-01'.length);
}

/** How far the clocks of the zone are ahead then, such as "GMT+2". */
export function offsetWords(at: number, zone: string, telling: Telling): string {
  const parts = formatOf({ timeZoneName: 'shortOffset' }, zone, telling).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** How far away it is by the calendar of the zone: "in 3 days", "tomorrow", "in 2 hours". */
export function distanceWords(at: number, zone: string, { language, now }: Telling): string {
  const distance = new Intl.RelativeTimeFormat(SAYINGS[language].tag, { numeric: 'auto' });
  const days = daysUntil(at, zone, now);
  const [minutes, hours] = [Math.trunc((at - now) / MINUTE_MS), Math.trunc((at - now) / HOUR_MS)];
  if (hours === 0) return distance.format(minutes, 'minute');
  if (days === 0 || Math.abs(hours) < CLOSE_HOURS) return distance.format(hours, 'hour');
  const far = Math.abs(days);
  if (far < WEEKS_FROM_DAYS) return distance.format(days, 'day');
  if (far < MONTHS_FROM_DAYS) return distance.format(Math.round(days / DAYS_PER_WEEK), 'week');
  return distance.format(Math.round(days / DAYS_PER_MONTH), 'month');
}

/** A time that clocks show twice is told with its offset. */
function placed(at: number, zone: string, telling: Telling): string {
  const { time, inCity } = SAYINGS[telling.language];
  const isTwice = instantsOf(localTimeIn(zone, at), zone).length > 1;
  const told = time(clockOf(at, zone, telling)) + (isTwice ? ` (${offsetWords(at, zone, telling)})` : '');
  return zone.includes('/') ? inCity(told, zoneCity(zone)) : `${told} ${zone}`;
}

function dayWords(at: number, zone: string, telling: Telling): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', ...yearPart(at, zone, telling.now) } as const;
  return formatOf(parts, zone, telling).format(at);
}

/** The year is said where it is another one. */
function yearPart(at: number, zone: string, now: number): { readonly year?: 'numeric' } {
  return localTimeIn(zone, at).slice(0, 4) === localTimeIn(zone, now).slice(0, 4) ? {} : { year: 'numeric' };
}

function daysUntil(at: number, zone: string, now: number): number {
  return ((dayTime(dayIn(zone, at)) ?? 0) - (dayTime(dayIn(zone, now)) ?? 0)) / DAY_MS;
}

/** Making one takes much longer than using it, and a calendar has hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The platform's words for parts of a time on the clocks of a zone. */
export function formatOf(
  parts: Intl.DateTimeFormatOptions,
  zone: string,
  { language }: Pick<Telling, 'language'>,
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, zone, parts]);
  const kept =
    formats.get(key) ?? new Intl.DateTimeFormat(SAYINGS[language].tag, { ...parts, timeZone: zone, hourCycle: 'h23' });
  formats.set(key, kept);
  return kept;
}
