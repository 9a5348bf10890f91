/**
 * Local times of time zones as instants, by the platform's own zone data. Where clocks are put forward, some local times do not exist;
 * where they are put back, some exist twice.
 */
import { dayTime, momentTime } from './moments.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The most formats that are kept. Making one takes much longer than using it. */
const FORMATS_MOST = 50;
/** Such as `2026-12-01T09:00`: what a clock on the wall and a calendar show. */
const LOCAL_SHAPE = /^(?<day>\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2})?$/;
const MINUTES_SHAPE = '2026-12-01T09:00';
/** A name of the IANA list; the platform would take offsets such as `+01:00` too. */
const ZONE_SHAPE = /^[A-Za-z]/;

/** Whether the platform knows a time zone by that name, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_SHAPE.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether the text is a day of the calendar and a time of day, without zone or offset. */
export function isLocalTime(text: string): boolean {
  const day = LOCAL_SHAPE.exec(text)?.groups?.day;
  return day !== undefined && dayTime(day) !== undefined && momentTime(`${text}Z`) !== undefined;
}

/**
 * The instants at which clocks of the zone show the local time, earliest first: one, none where clocks are put forward over it, two where
 * they are put back over it.
 * @param local as `isLocalTime` takes it
 */
export function instantsOf(local: string, zone: string): number[] {
  const format = formatOf(zone);
  const shown = momentTime(`${local}Z`) ?? Number.NaN;
  // No zone changes its clocks twice in two days.
  const offsets = new Set([shown - DAY_MS, shown, shown + DAY_MS].map((at) => offsetAt(format, at)));
  const instants = [...offsets].map((offset) => shown - offset);
  return instants.filter((at) => at + offsetAt(format, at) === shown).sort((one, other) => one - other);
}

/** What clocks of the zone show at an instant, such as `2026-12-01T09:00`. */
export function localTimeIn(zone: string, at: number): string {
  return new Date(at + offsetAt(formatOf(zone), at)).toISOString().slice(0, MINUTES_SHAPE.length);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = formats.get(zone);
  if (kept !== undefined) return kept;
  const [date, time] = [
    { year: 'numeric', month: 'numeric', day: 'numeric' },
    { hour: 'numeric', minute: 'numeric' },
  ] as const;
  const options = { timeZone: zone, calendar: 'gregory', hourCycle: 'h23', ...date, ...time } as const;
  const format = new Intl.DateTimeFormat('en-US', options);
  // One zone has as many names as there are ways to write it in small and capital letters.
  if (formats.size >= FORMATS_MOST) formats.clear();
  formats.set(zone, format);
  return format;
}

/** How far the clocks of the zone are ahead of UTC then, in milliseconds: whole minutes, as all offsets since 1972 are. */
function offsetAt(format: Intl.DateTimeFormat, at: number): number {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return shown - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}
