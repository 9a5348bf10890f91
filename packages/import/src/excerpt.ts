/** Shortens a text for a message: between words if possible, and never within a character. */

const ELLIPSIS = '…';

/** The text, or its beginning with an ellipsis if it is longer than that many characters. */
export function excerpt(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const start = characters.slice(0, charactersMax).join('');
  const isCutInWord = /\S/.test(characters[charactersMax] ?? '');
  const words = isCutInWord ? start.replace(/\s+\S*$/, '') : start.trimEnd();
  return `${words === '' ? start : words}${ELLIPSIS}`;
}
