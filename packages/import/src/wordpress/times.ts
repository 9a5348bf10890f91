/** Times of an export: in UTC without an offset, and zeros if there is no time. */

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/;

/** The time as ISO 8601; null if there is none. */
export function timeOf(text: string): string | null {
  const [, day, clock] = TIME.exec(text) ?? [];
  const at = day === undefined || day.startsWith('0000') ? Number.NaN : Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
