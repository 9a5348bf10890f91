/** What two texts share, and what is in one of them alone. */
import { diffArrays, diffLines, diffWordsWithSpace } from 'diff';
import { sameJson } from '../../../contract/src/same-json.ts';

/** Between words of one line. */
const SPACES = /^[^\S\n]+$/;

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
  return phrases(partsOf(diffWordsWithSpace(before, after, { timeout: COMPARE_MS }), before, after));
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

/** Words that differ one after the other are one change: what was there stands before what is there, rather than each word. */
function phrases(parts: readonly Part<string>[]): readonly Part<string>[] {
  const joined: Part<string>[] = [];
  const open = { removed: '', added: '' };
  const close = () => {
    for (const kind of ['removed', 'added'] as const) {
      if (open[kind] !== '') joined.push({ kind, value: open[kind] });
      open[kind] = '';
    }
  };
  for (const [place, part] of parts.entries()) {
    const isBetween = place > 0 && place < parts.length - 1 && SPACES.test(part.value);
    if (part.kind !== 'same') {
      open[part.kind] += part.value;
    } else if (isBetween) {
      open.removed += part.value;
      open.added += part.value;
    } else {
      close();
      joined.push(part);
    }
  }
  close();
  return joined;
}
