/**
 * The keys and api_ids of imported items. They are derived from what stays the same in WordPress: the number of a post, the slug of
 * a term, the login of an author. So a later export matches what an earlier one created.
 */
import { keyFor } from '../named-keys.ts';

/** The key of a post of any type: WordPress numbers all types together. */
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
