/**
 * The keys and api_ids of imported items. They follow from what WordPress keeps: the number of a post, the slug of a term,
 * the login of an author; so a later export finds what an earlier one made.
 */
import { createHash } from 'node:crypto';
import { isKey } from '../service-rules.ts';

const KEY_LENGTH_MAX = 64;
const DIGEST_LENGTH = 12;
const FIELD_ID = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** A key of prefix and name; a name that no key may hold is told apart by a digest. */
export function keyFor(prefix: string, name: string): string {
  const key = `${prefix}-${name}`;
  if (isKey(key) && key.length <= KEY_LENGTH_MAX) return key;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGEST_LENGTH);
  const readable = `${prefix}-${name}`
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, KEY_LENGTH_MAX - DIGEST_LENGTH - 1);
  return `${readable}-${digest}`;
}

/** The key of a post, whatever its type: WordPress numbers them all in one row. */
export function postKey(type: string, id: string): string {
  return keyFor(type, id);
}

/** The key of an item of a menu. */
export function menuItemKey(menu: string, id: string): string {
  return keyFor('menu-item', menu === '' ? id : `${menu}-${id}`);
}

/** The key of an attachment. */
export function assetKey(id: string): string {
  return keyFor('attachment', id);
}

/** The key of a term. */
export function termKey(taxonomy: string, slug: string): string {
  return keyFor(taxonomy === 'post_tag' ? 'tag' : taxonomy, slug);
}

/** The key of an author. */
export function authorKey(login: string): string {
  return keyFor('author', login);
}

/** The id of a field named after a taxonomy. */
export function fieldIdFor(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, KEY_LENGTH_MAX - 2);
  return FIELD_ID.test(letters) ? letters : `f_${letters}`;
}
