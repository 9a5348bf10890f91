/**
 * Text for comparisons without case and accents: orders, ranges, search. Deterministic on every machine: it depends
 * only on Unicode's own tables, never on the system locale.
 */

const IS_ASCII = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}+/gu;

/** The text without accents and case: `Crème Brûlée` and `creme brulee` are one, `Straße` and `STRASSE` too. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  // Upper case first, for letters with two lower-case forms or none: ς and σ, ß and ss.
  return text.normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
