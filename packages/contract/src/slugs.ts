/** Which texts are valid slugs. A slug is the part of a URL that names an entry: any script, in Unicode normal form NFC. */

export const SLUG_CHARACTERS_MAX = 200;
/** Characters in a slug made from a title. Leaves room for `-` and a number in case the slug is taken. */
export const GENERATED_SLUG_CHARACTERS_MAX = SLUG_CHARACTERS_MAX - 12;

const SHAPE = new RegExp(`^[\\p{L}\\p{M}\\p{N}._~/-]{1,${SLUG_CHARACTERS_MAX}}$`, 'u');

/** Whether a text is a valid slug once it is in normal form. */
export function isSlug(text: string): boolean {
  return SHAPE.test(text.normalize('NFC'));
}
