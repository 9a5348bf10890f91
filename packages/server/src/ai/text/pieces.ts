/**
 * Cuts long texts into pieces that a model can work on: between paragraphs if possible, otherwise between lines, sentences or
 * words, and as a last resort between characters. Joining the pieces gives the original text.
 */

/** Where to cut, best first. The cut comes after the match. */
const BREAKS: readonly RegExp[] = [/\n{2,}/g, /\n/g, /[.!?。！？]["'”’)]?\s+/g, /\s+/g];

/** A piece, and the white space around it, which the model does not need to repeat. */
export interface Piece {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/** Splits a text into pieces of at most `charactersMax` characters. */
export function piecesOf(text: string, charactersMax: number): Piece[] {
  const pieces: Piece[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.length <= charactersMax ? rest.length : cutIn(rest.slice(0, charactersMax));
    pieces.push(trimmed(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return pieces;
}

/** Whether a text contains anything to read: letters of any script. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Where to cut a text that continues after `start`. Cuts in the second half of `start`, so that pieces do not get too small. */
function cutIn(start: string): number {
  for (const pattern of BREAKS) {
    const last = [...start.matchAll(pattern)].at(-1);
    const end = last === undefined ? 0 : last.index + last[0].length;
    if (end > start.length / 2) return end;
  }
  // Never cut between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(start) ? start.length - 1 : start.length;
}

function trimmed(text: string): Piece {
  const body = text.trim();
  const start = body === '' ? text.length : text.indexOf(body);
  return { before: text.slice(0, start), text: body, after: text.slice(start + body.length) };
}
