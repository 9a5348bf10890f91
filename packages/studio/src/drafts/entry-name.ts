/**
 * The name of an entry in a place: the draft itself, or one release. What is written in one place has another name than what is
 * written in another, so that neither takes the words of the other.
 */
import type { EntryAddress } from './types.ts';

/** No key, and no id of a release, has it. */
const BETWEEN = ':';

/** A name of the whole address. */
export function entryName(address: EntryAddress): string {
  return `${address.space}/${address.environment}/${nameInPlace(address)}`;
}

/** A name within the environment. */
export function nameInPlace({ key, release }: Pick<EntryAddress, 'key' | 'release'>): string {
  return release === undefined ? key : release + BETWEEN + key;
}

/** What such a name stands for. */
export function placeNamed(name: string): Pick<EntryAddress, 'key' | 'release'> {
  const at = name.indexOf(BETWEEN);
  return at === -1 ? { key: name } : { release: name.slice(0, at), key: name.slice(at + 1) };
}
