/**
 * Cuts long texts into pieces that a model can work on: between paragraphs if possible, else between lines, sentences,
 * words, and at last characters. Joined, the pieces are the text.
 */

/** Where to cut, best first; the cut is after the match. */
const BREAKS: readonly RegExp[] = [/\n{2,}/g, /\n/g, /[.!?。！？]["'”’)]?\s+/g, /\s+/g];

/** A piece, with the white space around it, which no model has to repeat. */
export interface Piece {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/** The pieces of a text, each of at most that many characters. */
export function piecesOf(text: string, charactersMax: number): Piece[] {
  const pieces: Piece[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.length <= charactersMax ? rest.length : cutIn(rest.slice(0, charactersMax));
    pieces.push(trimmed(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return pieces;
}

/** Whether there is anything to read in a text: letters, of any script. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Where the text that goes on after `start` is cut: in its second half, so that pieces do not get too small. */
function cutIn(start: string): number {
  for (const pattern of BREAKS) {
    const last = [...start.matchAll(pattern)].at(-1);
    const end = last === undefined ? 0 : last.index + last[0].length;
    if (end > start.length / 2) return end;
  }
  // Never between the halves of a character.
  return /[\uD800-\uDBFF]$/.test(start) ? start.length - 1 : start.length;
}

function trimmed(text: string): Piece {
  const body = text.trim();
  const start = body === '' ? text.length : text.indexOf(body);
  return { before: text.slice(0, start), text: body, after: text.slice(start + body.length) };
}
