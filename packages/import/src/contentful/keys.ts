/**
 * The keys of imported items: their own ids, which front ends know. Contentful's rule for ids is Lectern's rule for
 * keys except for a few shapes; those get a key made from the id, the same in every run.
 */

import { isKey, KEY_CHARACTERS_MAX } from '../../../contract/src/keys.ts';
import type { Notes } from '../notes.ts';

const SUBSTITUTE_PREFIX = 'imported-';

/** The key for the item with that id. Ids that are valid keys stay unchanged. */
export function keyFor(id: string): string {
  if (isKey(id)) return id;
  return `${SUBSTITUTE_PREFIX}${id.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`.slice(0, KEY_CHARACTERS_MAX);
}

/** Notes an id that could not be kept, with the key that replaces it. */
export function noteChangedKey(id: string, about: string, notes: Notes): void {
  const key = keyFor(id);
  if (key === id) return;
  notes.add('changed', about, `The id cannot be a key here; its key is "${key}", and links to it were changed too.`);
}
