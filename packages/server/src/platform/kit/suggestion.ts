/**
 * Finds the name that was probably meant. Knows nothing of the product; only names within a typo's distance are
 * suggested, so that a suggestion is worth reading.
 */
import { beginningOf } from './beginning-of.ts';

/** Longer words are not compared: the cost grows with the square of their length. */
const WORD_CHARACTERS_MAX = 64;
/** Pairs of letters that are compared for one suggestion, about half a millisecond; words beyond are not looked at. */
const COMPARISONS_MAX = 30_000;

/**
 * The one of `words` closest to `word`: the same but for case, else with at most a third of its letters different.
 * @returns undefined if none is close
 */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  if (word.length > WORD_CHARACTERS_MAX) return undefined;
  const target = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(target.length / 3)) + 1;
  let comparisons = 0;
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    comparisons += word.length * candidate.length;
    if (comparisons > COMPARISONS_MAX) break;
    const distance = editDistance(target, candidate.toLowerCase());
    if (distance < bestDistance && distance < candidate.length) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** ` Did you mean "title"?` with a leading space, or '' if nothing is close: ready to follow a sentence. */
export function didYouMean(word: string, words: Iterable<string>): string {
  const suggestion = nearest(word, words);
  return suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
}

/** A name from a request for use in a message: quoted, and shortened if it is long. */
export function quoted(word: string): string {
  return word.length <= WORD_CHARACTERS_MAX ? `"${word}"` : `"${beginningOf(word, WORD_CHARACTERS_MAX)}…"`;
}

/** Letters to insert, delete, replace or swap with a neighbour until `a` is `b` (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let distance = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) distance = Math.min(distance, at(beforeLast, column - 2) + 1);
      current.push(distance);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}
