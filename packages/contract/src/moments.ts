/**
 * Days and moments as text. A value must exist in the calendar. A moment is stored in one canonical form, so that equal values are
 * equal text.
 */

const DAY_SHAPE = /^\d{4}-\d{2}-\d{2}$/;
/** ISO 8601 with an offset. Seconds are optional, as in exports of other systems. */
const MOMENT_SHAPE =
  /^(?<day>\d{4}-\d{2}-\d{2})[Tt](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?(?:[Zz]|(?<sign>[+-])(?<offsetHour>\d{2}):?(?<offsetMinute>\d{2}))$/;
/** Length of `2026-11-21T10:00:00.000Z`; years outside 0 to 9999 are written longer. */
const NORMAL_FORM_CHARACTERS = 24;

/** Milliseconds since the epoch at which the day (`2026-11-21`) begins in UTC; undefined if there is no such day. */
export function dayTime(text: string): number | undefined {
  if (!DAY_SHAPE.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? undefined : at;
}

/** Milliseconds since the epoch of an ISO 8601 time with offset or Z; undefined for other text. */
export function momentTime(text: string): number | undefined {
  const parts = MOMENT_SHAPE.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const day = dayTime(parts.day ?? '');
  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second ?? 0)];
  const [offsetHour, offsetMinute] = [Number(parts.offsetHour ?? 0), Number(parts.offsetMinute ?? 0)];
  if (day === undefined || hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59)
    return undefined;
  const milliseconds = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const offset = (parts.sign === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const at = day + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds;
  return new Date(at).toISOString().length === NORMAL_FORM_CHARACTERS ? at : undefined;
}
