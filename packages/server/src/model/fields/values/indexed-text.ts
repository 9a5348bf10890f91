/**
 * What index rows and columns hold of a long text: its first characters. Filters compare it with texts of URLs, which are
 * shorter, so that these are as equal to it, as different and as much before or behind it as to all of it; and no order
 * is made of it. Invariant: what was shortened is not shortened again, and rows from before are shortened as they are read.
 */
import { fold } from '../../../platform/kit/fold.ts';

/**
 * So many characters without case and accents are more than an operand can have: a URL has 8,192 bytes, and no byte of it
 * becomes more than three.
 */
const FOLDED_CHARACTERS_MIN = 32_768;
const HIGH_SURROGATE = /[\ud800-\udbff]$/;

/** The text, or its first characters. */
export function indexedText(text: string): string {
  for (let length = FOLDED_CHARACTERS_MIN; length < text.length; length *= 2) {
    const first = text.slice(0, length).replace(HIGH_SURROGATE, '');
    // As a text of its own: a part of another one would keep all of it in memory.
    if (fold(first).length >= FOLDED_CHARACTERS_MIN - 1) return Buffer.from(first).toString();
  }
  return text;
}
