/**
 * Text as it is compared where case and accents do not count: orders, ranges, later search. Deterministic on every
 * machine: it depends on Unicode's own tables alone, never on a locale of the system.
 */

const IS_ASCII = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}+/gu;

/** The text without accents and case: `Crème Brûlée` and `creme brulee` are one, `Straße` and `STRASSE` too. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  // Upper case first, for what has two small forms or none of one letter: ς and σ, ß and ss.
  return text.normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
