/** How many words a text gained and lost, counted as a bag of words: in time linear in its length, as it is counted at every save. */

/** Longer texts are not counted. */
const CHARACTERS_MAX = 200_000;
/** Shorter texts are read as a whole: their words are not counted. */
const WORDS_LEAST = 10;
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;

export interface WordChanges {
  readonly added: number;
  readonly removed: number;
}

/** Null where the words were only moved, or are too few or too many to be counted. */
export function wordChanges(before: string, after: string): WordChanges | null {
  if (Math.max(before.length, after.length) > CHARACTERS_MAX) return null;
  const [had, has] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  if (Math.max(had.length, has.length) < WORDS_LEAST) return null;
  const left = new Map<string, number>();
  for (const word of had) left.set(word, (left.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of has) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    kept++;
  }
  const [added, removed] = [has.length - kept, had.length - kept];
  return added + removed === 0 ? null : { added, removed };
}
