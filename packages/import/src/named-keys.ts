/** Keys and field ids made from the names that a source uses: the same ones in every run. */

import { createHash } from 'node:crypto';
import { FIELD_ID_PATTERN } from '../../contract/src/fields.ts';
import { isKey, KEY_CHARACTERS_MAX } from '../../contract/src/keys.ts';

const DIGEST_LENGTH = 12;
const FIELD_ID = new RegExp(`^${FIELD_ID_PATTERN}$`);

/** A key of prefix and name; a name that no key may hold is told apart by a digest. */
export function keyFor(prefix: string, name: string): string {
  const key = `${prefix}-${name}`;
  if (isKey(key) && key.length <= KEY_CHARACTERS_MAX) return key;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  const readable = `${prefix}-${name}`
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, KEY_CHARACTERS_MAX - DIGEST_LENGTH - 1);
  return `${readable}-${digest}`;
}

/** The id of a field with that name. */
export function fieldIdFor(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, KEY_CHARACTERS_MAX - 2);
  return FIELD_ID.test(letters) ? letters : `f_${letters}`;
}
