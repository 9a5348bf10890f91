/** Where this browser was last, so that /studio leads there. */
import type { Place } from '../api/queries.ts';

const LAST = 'lectern.place';

export function rememberPlace({ space, environment }: Place): void {
  localStorage.setItem(LAST, `${space}/${environment}`);
}

/** The place of the last visit, or null on the first. Whether it still exists is for the caller to find out. */
export function lastPlace(): Place | null {
  const [space, environment] = localStorage.getItem(LAST)?.split('/') ?? [];
  return space !== undefined && environment !== undefined ? { space, environment } : null;
}
