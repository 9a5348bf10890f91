/** Which types this browser's person wrote last, so that they come first where a new entry is begun. */
import type { Place } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';

const USED = 'lectern.types-used';
const KEPT_MAX = 20;

/** The types, those used last first, the others in the order given. */
export function byLastUse(types: readonly ContentType[], place: Place): readonly ContentType[] {
  const used = usedIn(place);
  const rank = ({ api_id: id }: ContentType) => (used.includes(id) ? used.indexOf(id) : used.length);
  return types.toSorted((a, b) => rank(a) - rank(b));
}

/** Remembers the types of entries for the next visit. @param ids of the types, the one used last first */
export function rememberUse(ids: readonly string[], place: Place): void {
  const used = [...new Set([...ids, ...usedIn(place)])].slice(0, KEPT_MAX);
  localStorage.setItem(keyOf(place), used.join(' '));
}

function usedIn(place: Place): readonly string[] {
  return localStorage.getItem(keyOf(place))?.split(' ') ?? [];
}

function keyOf({ space, environment }: Place): string {
  return `${USED}.${space}/${environment}`;
}
