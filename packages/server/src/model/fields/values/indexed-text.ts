/**
 * Index rows and columns store only the first characters of a long text. Filters compare these with values from URLs, which are
 * shorter, so every comparison gives the same result as with the full text; long texts are not sorted. Invariant: shortening a
 * shortened text changes nothing, and unshortened rows are shortened when they are read.
 */
import { fold } from '../../../../../contract/src/folded-text.ts';

/**
 * More characters, after folding case and accents, than an operand can have: a URL is limited to 8,192 bytes, and folding turns no
 * byte into more than three characters.
 */
const FOLDED_CHARACTERS_MIN = 32_768;
const HIGH_SURROGATE = /[\ud800-\udbff]$/;

export function indexedText(text: string): string {
  for (let length = FOLDED_CHARACTERS_MIN; length < text.length; length *= 2) {
    const first = text.slice(0, length).replace(HIGH_SURROGATE, '');
    // Copied, because a substring would keep the whole original in memory.
    if (fold(first).length >= FOLDED_CHARACTERS_MIN - 1) return Buffer.from(first).toString();
  }
  return text;
}
