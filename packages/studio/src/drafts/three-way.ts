/** Merges one value of an entry that two sides may have changed since they agreed on it (decision 0066). */
import { sameJson } from './same-json.ts';

export interface Sides {
  /** What both started from. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** What this side sent without learning whether it arrived. As the other side's value, it is still this side's. */
  readonly sent: readonly unknown[];
}

/** Whose value stands; `both` if each side wrote another one. Values merge as a whole, arrays and rich text too. */
export function mergeValue({ base, mine, theirs, sent }: Sides): 'mine' | 'theirs' | 'both' {
  if (isOneOf([base, mine, ...sent], theirs)) return 'mine';
  return sameJson(mine, base) ? 'theirs' : 'both';
}

export function isOneOf(values: readonly unknown[], wanted: unknown): boolean {
  return values.some((value) => sameJson(value, wanted));
}
