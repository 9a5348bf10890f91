/** Keys and field ids derived from a source's names, the same in every run. */

import { createHash } from 'node:crypto';
import { FIELD_ID_PATTERN } from '../../contract/src/fields.ts';
import { isKey, KEY_CHARACTERS_MAX } from '../../contract/src/keys.ts';

const DIGEST_LENGTH = 12;
const FIELD_ID = new RegExp(`^${FIELD_ID_PATTERN}$`);

/** A key from prefix and name. If the name contains characters that a key may not, a digest keeps it distinct. */
export function keyFor(prefix: string, name: string): string {
  const key = `${prefix}-${name}`;
  if (isKey(key) && key.length <= KEY_CHARACTERS_MAX) return key;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  const readable = `${prefix}-${name}`
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, KEY_CHARACTERS_MAX - DIGEST_LENGTH - 1);
  return `${readable}-${digest}`;
}

/** The id of a field with that name. What every object has, such as `constructor`, is no id. */
export function fieldIdFor(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, KEY_CHARACTERS_MAX - 2);
  const isReserved = letters in {} || letters === 'prototype';
  return FIELD_ID.test(letters) && !isReserved ? letters : `f_${letters}`;
}
