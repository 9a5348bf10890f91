/** Line ends: the inputs of browsers know `\n` alone, while a value may have come with others, which stay where nobody typed. */

const FOREIGN_ENDS = /\r\n?/g;
/** One match for each UTF-16 unit of the text as it is shown. */
const SHOWN_UNITS = /\r\n|./gs;

/** The text as an input holds it. */
export function shownLines(text: string): string {
  return text.replaceAll(FOREIGN_ENDS, '\n');
}

export function hasLineEnds(text: string): boolean {
  return /[\r\n]/.test(text);
}

/**
 * What a text becomes by typing.
 * @param text the value until now
 * @param typed what the input holds now
 */
export function typedInto(text: string, typed: string): string {
  if (!text.includes('\r')) return typed;
  const units = text.match(SHOWN_UNITS) ?? [];
  const shown = shownLines(text);
  const most = Math.min(shown.length, typed.length);
  let start = 0;
  while (start < most && shown[start] === typed[start]) start += 1;
  let end = 0;
  while (end < most - start && shown.at(-1 - end) === typed.at(-1 - end)) end += 1;
  const middle = typed.slice(start, typed.length - end);
  const fresh = text.includes('\r\n') ? middle.replaceAll('\n', '\r\n') : middle;
  return units.slice(0, start).join('') + fresh + units.slice(units.length - end).join('');
}
