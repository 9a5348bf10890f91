/** Random texts for tests with random values: any characters, at little cost. */
import fc from 'fast-check';

const CODE_POINT_MAX = 0x10_ffff;

/**
 * Random texts of any characters, without halves of surrogate pairs. The unit `binary` of fast-check gives the same, and
 * takes two seconds of each process to make a table of all characters.
 * @param maxLength in characters
 */
export function anyText(maxLength = 10): fc.Arbitrary<string> {
  const character = fc
    .integer({ min: 0, max: CODE_POINT_MAX })
    .map((code) => String.fromCodePoint(code).toWellFormed());
  return fc.string({ unit: character, maxLength });
}
