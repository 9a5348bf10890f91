/**
 * Merges a list of plain values that two sides have changed since they agreed on it, item by item: what either side added is there,
 * what either side removed is gone. Pure.
 */

import type { ThreeSides } from './blocks-merge.ts';
import { mergedOrder } from './blocks-order.ts';

/**
 * The merged list; null where one of the sides is no list, or has an item twice, so that nobody can tell which one it is.
 * It does not depend on which side is which.
 */
export function mergeLists({ base, mine, theirs }: ThreeSides): readonly unknown[] | null {
  const sides = { base: namesOf(base), mine: namesOf(mine), theirs: namesOf(theirs) };
  if (sides.base === null || sides.mine === null || sides.theirs === null) return null;
  const [before, own, others] = [sides.base, sides.mine, sides.theirs].map((names) => new Set(names)) as [
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const isKept = (name: string) => (own.has(name) && others.has(name)) || !before.has(name);
  const kept = new Set([...own, ...others].filter(isKept));
  const order = mergedOrder({ base: sides.base, mine: sides.mine, theirs: sides.theirs }, kept);
  return order.map((name) => JSON.parse(name) as unknown);
}

/** The items as texts, equal for equal items; no value is an empty list. */
function namesOf(value: unknown): string[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const names = value.map((item) => JSON.stringify(item, sortedKeys));
  return new Set(names).size === names.length ? names : null;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
