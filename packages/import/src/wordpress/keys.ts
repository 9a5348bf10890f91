/**
 * The keys of imported items. They are derived from what stays the same in WordPress: the number of a post, the slug of a term, the
 * login of an author. So a later export matches what an earlier one created. Invariant: no two kinds of things share a key: each has a
 * prefix of its own, in which no hyphen occurs.
 */
import { fieldIdFor, keyFor } from '../named-keys.ts';

const AUTHOR = 'author';
const MENU = 'menu';
const MENU_ITEM = 'menu_item';
/** The prefixes of WordPress's own taxonomies. */
const KNOWN_TAXONOMIES: ReadonlyMap<string, string> = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
]);
/** Prefixes that a type or taxonomy of a plugin may not have, whatever its name is. */
const TAKEN: ReadonlySet<string> = new Set([AUTHOR, MENU, MENU_ITEM, ...KNOWN_TAXONOMIES.values()]);
const OWN_TYPES: ReadonlySet<string> = new Set(['post', 'page']);
const NUMBER = /^\d+$/;

/** The key of a post of any type: WordPress numbers all types together. */
export function postKey(type: string, id: string): string {
  const prefix = fieldIdFor(type);
  return keyFor(TAKEN.has(prefix) ? `${prefix}_type` : prefix, id);
}

/** The key of an item of a menu. */
export function menuItemKey(menu: string, id: string): string {
  return keyFor(MENU_ITEM, menu === '' ? id : `${menu}-${id}`);
}

/** The key of a menu. */
export function menuKey(slug: string): string {
  return keyFor(MENU, slug);
}

/** The key of an attachment. */
export function assetKey(id: string): string {
  return keyFor('attachment', id);
}

/** The key of a term. A number as slug could be that of a post of a type with the same name. */
export function termKey(taxonomy: string, slug: string): string {
  const known = KNOWN_TAXONOMIES.get(taxonomy);
  if (known !== undefined) return keyFor(known, slug);
  const prefix = fieldIdFor(taxonomy);
  const isTaken = TAKEN.has(prefix) || OWN_TYPES.has(prefix) || NUMBER.test(slug);
  return keyFor(isTaken ? `${prefix}_taxonomy` : prefix, slug);
}

/** The key of an author. */
export function authorKey(login: string): string {
  return keyFor(AUTHOR, login);
}
