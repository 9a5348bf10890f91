/** Which texts can be slugs: the part of a URL that names an entry, of any script, in Unicode normal form NFC. */

export const SLUG_CHARACTERS_MAX = 200;
/** Characters of a slug made from a title: there is room for `-` and a number where it is taken. */
export const MADE_SLUG_CHARACTERS_MAX = SLUG_CHARACTERS_MAX - 12;

const SHAPE = new RegExp(`^[\\p{L}\\p{M}\\p{N}._~/-]{1,${SLUG_CHARACTERS_MAX}}$`, 'u');

/** Whether a text, once it is in normal form, can be a slug. */
export function isSlug(text: string): boolean {
  return SHAPE.test(text.normalize('NFC'));
}
