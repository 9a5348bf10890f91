/**
 * Finds the entry of a key, over all tables of one environment and state: hash tables of places, which read the keys from the
 * tables themselves. There are many small ones instead of one, so that none grows so large that resizing it blocks the event loop.
 * Invariant: a key is in its table from before its place is set until its place is deleted.
 */
import type { KeyColumn } from './key-column.ts';

const PARTS = 1_024;
/** Tables that a place can distinguish. */
const TABLES_MAX = 4_096;
const SLOTS_FIRST = 4;
const BYTES_PER_SLOT = 12;
/** Share of slots that may be in use, so that probes stay short. */
const TAKEN_PART_MAX = 0.75;
const EMPTY = 0;
const DELETED = -1;
/** The offset basis of FNV-1a. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

export interface KeyPlace {
  /** Index of the table in the order of creation. */
  readonly table: number;
  readonly row: number;
}

/** Keys whose hashes end alike. The number of slots is a power of two. */
interface Part {
  /** Each place plus one, or one of the marks above. */
  places: Float64Array;
  /** The hashes of the keys, so that few different keys have to be compared. */
  hashes: Int32Array;
  /** Slots that are not empty. */
  used: number;
}

export class KeyIndex {
  readonly #parts: (Part | undefined)[] = Array.from({ length: PARTS }, () => undefined);
  readonly #keysOf: (table: number) => KeyColumn | undefined;
  #slots = 0;

  /** @param keysOf the keys of a table */
  constructor(keysOf: (table: number) => KeyColumn | undefined) {
    this.#keysOf = keysOf;
  }

  /** Approximate bytes in use. */
  get bytes(): number {
    return this.#slots * BYTES_PER_SLOT;
  }

  get(key: string): KeyPlace | undefined {
    const hash = hashOf(key);
    const part = this.#parts[partOf(hash)];
    const slot = part === undefined ? -1 : this.#find(part, hash, key);
    return part === undefined || slot < 0 ? undefined : placeIn(part.places[slot] as number);
  }

  /**
   * Sets the place of a key.
   * @returns its previous place
   */
  set(key: string, { table, row }: KeyPlace): KeyPlace | undefined {
    if (table >= TABLES_MAX) throw new Error(`More than ${TABLES_MAX} content types in one environment.`);
    const hash = hashOf(key);
    const part = this.#partFor(hash);
    const place = row * TABLES_MAX + table + 1;
    const slot = this.#find(part, hash, key);
    if (slot >= 0) {
      const before = placeIn(part.places[slot] as number);
      part.places[slot] = place;
      return before;
    }
    if (part.used + 1 > part.places.length * TAKEN_PART_MAX) this.#grow(part);
    put(part, hash, place);
    return undefined;
  }

  delete(key: string): void {
    const hash = hashOf(key);
    const part = this.#parts[partOf(hash)];
    const slot = part === undefined ? -1 : this.#find(part, hash, key);
    if (part !== undefined && slot >= 0) part.places[slot] = DELETED;
  }

  #partFor(hash: number): Part {
    const known = this.#parts[partOf(hash)];
    if (known !== undefined) return known;
    const fresh: Part = { places: new Float64Array(SLOTS_FIRST), hashes: new Int32Array(SLOTS_FIRST), used: 0 };
    this.#parts[partOf(hash)] = fresh;
    this.#slots += SLOTS_FIRST;
    return fresh;
  }

  /** The slot of a key; -1 if it has none. */
  #find({ places, hashes }: Part, hash: number, key: string): number {
    for (let slot = firstSlot(hash, places); places[slot] !== EMPTY; slot = (slot + 1) & (places.length - 1)) {
      if (hashes[slot] !== hash || places[slot] === DELETED) continue;
      const { table, row } = placeIn(places[slot] as number);
      if (this.#keysOf(table)?.holds(row, key) === true) return slot;
    }
    return -1;
  }

  /** Doubles the slots, or only rehashes if most of them belong to deleted keys. */
  #grow(part: Part): void {
    const { places, hashes } = part;
    let kept = 0;
    for (const place of places) if (place > EMPTY) kept += 1;
    const length = kept * 2 > places.length * TAKEN_PART_MAX ? places.length * 2 : places.length;
    this.#slots += length - places.length;
    part.places = new Float64Array(length);
    part.hashes = new Int32Array(length);
    part.used = 0;
    for (let slot = 0; slot < places.length; slot++) {
      const place = places[slot] as number;
      if (place > EMPTY) put(part, hashes[slot] as number, place);
    }
  }
}

/** A 32-bit hash that spreads keys evenly. */
function hashOf(key: string): number {
  let hash = HASH_START;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), HASH_FACTOR);
  return hash ^ (hash >>> 15);
}

function partOf(hash: number): number {
  return hash & (PARTS - 1);
}

function firstSlot(hash: number, { length }: Float64Array): number {
  return Math.floor((hash >>> 0) / PARTS) & (length - 1);
}

function placeIn(value: number): KeyPlace {
  return { table: (value - 1) % TABLES_MAX, row: Math.floor((value - 1) / TABLES_MAX) };
}

function put(part: Part, hash: number, place: number): void {
  const { places, hashes } = part;
  let slot = firstSlot(hash, places);
  while (places[slot] !== EMPTY) slot = (slot + 1) & (places.length - 1);
  places[slot] = place;
  hashes[slot] = hash;
  part.used += 1;
}
