/**
 * The order of a list that two sides have changed since they agreed on it, by the ids of its blocks. It does not depend on which
 * side is which:
 *
 * - Two blocks that both sides have stand as both sides have them. If only one side changed their order, they stand as that side
 *   has them, unless such changes contradict each other in a circle. Then one side leads: all of its order holds, and the other
 *   side's changes hold as far as they fit.
 * - A block that only one side inserted follows the same block of both sides as it did on its side, directly or behind others that
 *   were inserted there. If both sides inserted at one place, each side's blocks stay together.
 */

export type Ids = readonly string[];

export interface OrderSides {
  readonly base: Ids;
  readonly mine: Ids;
  readonly theirs: Ids;
}

/** Orders the blocks of a merged list. @param kept those of the result: in the base, on a side, or both */
export function mergedOrder({ base, mine, theirs }: OrderSides, kept: ReadonlySet<string>): Ids {
  const [inBase, inMine, inTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
  const isShared = (id: string) => kept.has(id) && (inBase.has(id) || (inMine.has(id) && inTheirs.has(id)));
  const before = base.filter(isShared);
  const shared = sharedOrder(
    before,
    withMissing(mine.filter(isShared), before),
    withMissing(theirs.filter(isShared), before),
  );
  const ofMine = insertions(mine, kept, isShared);
  const ofTheirs = insertions(theirs, kept, isShared);
  return [null, ...shared].flatMap((id) => {
    const runs = [ofMine.get(id) ?? [], ofTheirs.get(id) ?? []];
    return [...(id === null ? [] : [id]), ...runs.toSorted(byFirst).flat()];
  });
}

function byFirst([one = '']: Ids, [other = '']: Ids): number {
  return one < other ? -1 : 1;
}

/** A side's order with the blocks that it removed and that stay, each behind the one that it followed before. */
function withMissing(order: Ids, before: Ids): Ids {
  const has = new Set(order);
  const completed = [...order];
  for (const [place, id] of before.entries()) {
    if (has.has(id)) continue;
    const previous = before[place - 1];
    completed.splice(previous === undefined ? 0 : completed.indexOf(previous) + 1, 0, id);
  }
  return completed;
}

/** What a side inserted, by the block of both sides that it follows; null for the beginning. */
function insertions(order: Ids, kept: ReadonlySet<string>, isShared: (id: string) => boolean): Map<string | null, Ids> {
  const runs = new Map<string | null, Ids>();
  let after: string | null = null;
  for (const id of order) {
    if (isShared(id)) after = id;
    else if (kept.has(id)) runs.set(after, [...(runs.get(after) ?? []), id]);
  }
  return runs;
}

/** Orders the blocks that both sides have. Both list the same ones, and the base those of them that it has. */
function sharedOrder(base: Ids, mine: Ids, theirs: Ids): Ids {
  const [lead, other] = mine.join(' ') < theirs.join(' ') ? [mine, theirs] : [theirs, mine];
  const [wasAt, leadsAt, isAt] = [placesIn(base), placesIn(lead), placesIn(other)];
  // Both sides agree, or the leading side changed it. A block that was not in the base has no place to compare.
  const precedes = (one: string, next: string) =>
    isBefore(leadsAt, one, next) && (isBefore(isAt, one, next) || !isBefore(wasAt, one, next));
  // Taking each time the first of the other side's order that nothing has to precede breaks only those of its changes that
  // contradict.
  const left = new Map(other.map((id) => [id, other.filter((one) => precedes(one, id)).length]));
  const order: string[] = [];
  while (left.size > 0) {
    const next = left.entries().find(([, preceding]) => preceding === 0)?.[0] as string;
    left.delete(next);
    order.push(next);
    for (const [id, preceding] of left) if (precedes(next, id)) left.set(id, preceding - 1);
  }
  return order;
}

function placesIn(ids: Ids): ReadonlyMap<string, number> {
  return new Map(ids.map((id, place) => [id, place]));
}

/** False as well where one of them is not there. */
function isBefore(places: ReadonlyMap<string, number>, one: string, next: string): boolean {
  const [at, nextAt] = [places.get(one), places.get(next)];
  return at !== undefined && nextAt !== undefined && at < nextAt;
}
