/**
 * The keys and api_ids of imported items. They follow from what WordPress keeps: the number of a post, the slug of a term,
 * the login of an author; so a later export finds what an earlier one made.
 */
import { keyFor } from '../named-keys.ts';

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
