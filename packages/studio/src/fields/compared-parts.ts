/** What two texts share, and what is in one of them alone. */
import { diffArrays, diffLines, diffWordsWithSpace } from 'diff';
import { sameJson } from '../../../contract/src/same-json.ts';

/** Texts that take longer than this to compare are shown one after the other. */
const COMPARE_MS = 200;

export type PartKind = 'same' | 'added' | 'removed';

export interface Part<Value> {
  readonly kind: PartKind;
  readonly value: Value;
}

interface Change<Value> {
  readonly added: boolean;
  readonly removed: boolean;
  readonly value: Value;
}

export function comparedWords(before: string, after: string): readonly Part<string>[] {
  return partsOf(diffWordsWithSpace(before, after, { timeout: COMPARE_MS }), before, after);
}

export function comparedLines(before: string, after: string): readonly Part<string>[] {
  return partsOf(diffLines(before, after, { timeout: COMPARE_MS }), before, after);
}

export function comparedItems<Item>(before: readonly Item[], after: readonly Item[]): readonly Part<readonly Item[]>[] {
  return partsOf(diffArrays([...before], [...after], { comparator: sameJson, timeout: COMPARE_MS }), before, after);
}

function partsOf<Value>(
  changes: readonly Change<Value>[] | undefined,
  before: Value,
  after: Value,
): readonly Part<Value>[] {
  if (changes === undefined)
    return [
      { kind: 'removed', value: before },
      { kind: 'added', value: after },
    ];
  return changes.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', value }));
}
