/** The keys of entries, assets and content types, and the form of their public ids, `ent_<code>_<key>`. */

export const KEY_CHARACTERS_MAX = 64;

/** Source of a regular expression for a public id: its kind, the code of its environment and its key. */
export const ID_PATTERN = '(ent|ast|ctp|chg)_([a-z0-9]{6})_([A-Za-z0-9._-]{1,64})';
export const ID_SHAPE = new RegExp(`^${ID_PATTERN}$`);
const KEY_SHAPE = /^[A-Za-z0-9._-]{1,64}$/;

/** Whether a text is a valid key for an entry or asset: only key characters, not a path segment, and not a public id. */
export function isKey(text: string): boolean {
  return KEY_SHAPE.test(text) && text !== '.' && text !== '..' && !ID_SHAPE.test(text);
}
