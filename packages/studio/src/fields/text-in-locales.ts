/** Which of the texts that a value has in several locales is shown in one line. */
import { fold } from '../../../contract/src/folded-text.ts';

/** Words are compared as far as this: endings differ where the server found another form of a word. */
const CHARACTERS_COMPARED = 4;

export interface ShownText {
  readonly text: string;
  /** The code of its locale where that is not the one that was asked for; null if it is. */
  readonly other: string | null;
}

/**
 * The text in a locale, else in any; null if there is none.
 * @param words a search that found it: a text in which more of them stand is shown instead
 */
export function shownText(values: Readonly<Record<string, unknown>>, locale: string, words = ''): ShownText | null {
  const sought = words.split(/\s+/).map((word) => fold(word).slice(0, CHARACTERS_COMPARED));
  let best: ShownText | null = null;
  let most = -1;
  for (const code of new Set([locale, ...Object.keys(values)])) {
    const value = values[code];
    if (!isText(value)) continue;
    const text = String(value);
    const folded = fold(text);
    const fitting = sought.filter((word) => word !== '' && folded.includes(word)).length;
    if (fitting <= most) continue;
    most = fitting;
    best = { text, other: code === locale ? null : code };
  }
  return best;
}

function isText(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}
