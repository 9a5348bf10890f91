/** Cuts texts. Invariant: what is left is whole characters. */
const HALF_A_CHARACTER = /\p{Cs}$/u;

/** The beginning of a text, of at most so many UTF-16 units, and never half of a character. */
export function beginningOf(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : text.slice(0, unitsMax).replace(HALF_A_CHARACTER, '');
}
