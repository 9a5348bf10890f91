/**
 * Remembers, within a fixed number of bytes, what was seen recently. Invariant: apart from hash collisions it never
 * claims to have seen something new, and it may forget anything.
 */

const PLACES = 65_536;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export class SeenBefore {
  readonly #hashes = new Uint32Array(PLACES);

  /** Whether the text was seen before; marks it as seen. */
  look(text: string): boolean {
    const hash = hashOf(text);
    const place = hash % PLACES;
    if (this.#hashes[place] === hash) return true;
    this.#hashes[place] = hash;
    return false;
  }
}

/** FNV-1a over the UTF-16 code units, mixed once more so that the low bits differ; never 0, which means empty. */
function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  hash ^= hash >>> 15;
  return hash >>> 0 || 1;
}
