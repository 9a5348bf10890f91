/**
 * The keys that things of an export have here: their own ids, which front ends know. Contentful's rule for ids is
 * Lectern's rule for keys but for a few shapes; those get a key made from the id, the same at every run.
 */
import { isKey } from '../../../model/spaces/resource-id.ts';
import type { Notes } from '../notes.ts';

const SUBSTITUTE_PREFIX = 'imported-';
const KEY_LENGTH_MAX = 64;

/** What has a key of its own kind. */
export type KeyedKind = 'content type' | 'entry' | 'asset';

/** The key that a thing with that id has here. Ids that can be keys are kept, letter by letter. */
export function keyFor(id: string): string {
  if (isKey(id)) return id;
  return `${SUBSTITUTE_PREFIX}${id.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`.slice(0, KEY_LENGTH_MAX);
}

/** Notes every id that could not be kept, with the key that stands in its place. */
export function noteChangedKeys(kind: KeyedKind, ids: readonly string[], notes: Notes): void {
  for (const id of ids) {
    const key = keyFor(id);
    if (key !== id)
      notes.add(
        'changed',
        `${kind} ${id}`,
        `The id cannot be a key here; its key is "${key}", and links to it were changed too.`,
      );
  }
}
