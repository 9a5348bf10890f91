/**
 * What becomes of the values that earlier tabs left on the device when their entry is opened. Where the server still has
 * what they were written over, they simply go on; where it has moved on, the person decides.
 */

import { sameJson } from '../../../contract/src/same-json.ts';
import type { LeftoverValue } from './device.ts';
import { entryName } from './entry-name.ts';
import { isOneOf } from './three-way.ts';
import type { Changes, ValuePath } from './value-path.ts';

export interface Sorted {
  readonly goOn: readonly LeftoverValue[];
  readonly toDecide: readonly LeftoverValue[];
  /** The server has them, or there is nothing to them. */
  readonly arrived: readonly LeftoverValue[];
  /** What was typed there is no value yet, and goes on: the latest of each path, also where the value is among the others. */
  readonly unfinished: readonly LeftoverValue[];
}

/**
 * @param left the latest first: of two values at one path, the one that was written last can go on
 * @param acknowledged the server's value at a path
 */
export function sortLeft(left: readonly LeftoverValue[], acknowledged: (path: ValuePath) => unknown): Sorted {
  const goOn = new Map<ValuePath, LeftoverValue>();
  const toDecide: LeftoverValue[] = [];
  const arrived: LeftoverValue[] = [];
  const unfinished = new Map<ValuePath, LeftoverValue>();
  for (const value of left) {
    const { path, mine, base, sent } = value;
    const theirs = acknowledged(path);
    const later = goOn.get(path);
    if (value.unfinished !== undefined && !unfinished.has(path)) unfinished.set(path, value);
    const isNoChange = sent.length === 0 && sameJson(base, mine);
    if (isNoChange || sameJson(theirs, mine) || (later !== undefined && sameJson(later.mine, mine)))
      arrived.push(value);
    else if (later === undefined && isOneOf([base, ...sent], theirs)) goOn.set(path, value);
    else toDecide.push(value);
  }
  const kept = new Set(unfinished.values());
  return {
    goOn: [...goOn.values()],
    toDecide,
    arrived: arrived.filter((value) => !kept.has(value)),
    unfinished: [...kept],
  };
}

/** The values by their entry: never empty, in the order in which they came. */
export function byEntry(left: readonly LeftoverValue[]): readonly (readonly [LeftoverValue, ...LeftoverValue[]])[] {
  const entries = new Map<string, [LeftoverValue, ...LeftoverValue[]]>();
  for (const value of left) {
    const name = entryName(value.address);
    const others = entries.get(name);
    if (others === undefined) entries.set(name, [value]);
    else others.push(value);
  }
  return [...entries.values()];
}

/** The latest of each value. @param values the latest first */
export function latestOf(values: readonly LeftoverValue[]): Changes {
  return new Map(values.toReversed().map(({ path, mine }) => [path, mine]));
}
