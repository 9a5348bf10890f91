/** Moments between the API, which has them in UTC, and a native input, which has them in the zone of this device. */

/** What `<input type="datetime-local">` shows for a moment in ISO 8601; '' if it is none. Seconds stand only where there are some. */
export function localText(iso: unknown): string {
  const at = typeof iso === 'string' ? new Date(iso) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) return '';
  const minutes = `${datePart(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;
  const milliseconds = at.getMilliseconds();
  if (at.getSeconds() === 0 && milliseconds === 0) return minutes;
  return `${minutes}:${two(at.getSeconds())}${milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`}`;
}

/** The moment in UTC that the text of such an input names; null if it names none. */
export function momentOf(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The zone of this device, such as `Europe/Berlin`. */
export function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function datePart(at: Date): string {
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
