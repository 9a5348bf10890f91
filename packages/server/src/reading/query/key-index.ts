/**
 * Finds the entry of a key, over all tables of one environment and state: hash tables of places, which read the keys from the
 * tables themselves. Many keys are in many small ones instead of one, so that none grows so large that resizing it blocks the
 * event loop; few keys are in one, because the small environments of many tenants would take more for parts than for keys.
 * Invariant: a key is in its table from before its place is set until its place is deleted.
 */
import type { KeyColumn } from './key-column.ts';

const PARTS = 1_024;
/** Slots up to which all keys are in one part. */
const SLOTS_IN_ONE_MAX = 4_096;
/** Tables that a place can distinguish. */
const TABLES_MAX = 4_096;
const SLOTS_FIRST = 4;
const BYTES_PER_SLOT = 12;
/** The objects of a part: itself, two arrays and their buffers. */
const BYTES_PER_PART = 500;
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
  /** One, or `PARTS`. */
  #parts: (Part | undefined)[] = [undefined];
  readonly #keysOf: (table: number) => KeyColumn | undefined;
  #partsMade = 0;
  #slots = 0;

  /** @param keysOf the keys of a table */
  constructor(keysOf: (table: number) => KeyColumn | undefined) {
    this.#keysOf = keysOf;
  }

  /** Approximate bytes in use. */
  get bytes(): number {
    return this.#slots * BYTES_PER_SLOT + this.#partsMade * BYTES_PER_PART;
  }

  get(key: string): KeyPlace | undefined {
    const hash = hashOf(key);
    const part = this.#partOf(hash);
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
    this.#put(part, hash, place);
    return undefined;
  }

  delete(key: string): void {
    const hash = hashOf(key);
    const part = this.#partOf(hash);
    const slot = part === undefined ? -1 : this.#find(part, hash, key);
    if (part !== undefined && slot >= 0) part.places[slot] = DELETED;
  }

  #partOf(hash: number): Part | undefined {
    return this.#parts[hash & (this.#parts.length - 1)];
  }

  #partFor(hash: number): Part {
    const known = this.#partOf(hash);
    if (known !== undefined) return known;
    const fresh: Part = { places: new Float64Array(SLOTS_FIRST), hashes: new Int32Array(SLOTS_FIRST), used: 0 };
    this.#parts[hash & (this.#parts.length - 1)] = fresh;
    this.#partsMade += 1;
    this.#slots += SLOTS_FIRST;
    return fresh;
  }

  /** Adds a place, after making room for it. */
  #put(part: Part, hash: number, place: number): void {
    if (part.used + 1 <= part.places.length * TAKEN_PART_MAX) put(part, hash, place);
    else if (this.#parts.length === 1 && part.places.length >= SLOTS_IN_ONE_MAX) this.#spread(part, hash, place);
    else {
      this.#grow(part);
      put(part, hash, place);
    }
  }

  /** Distributes what is in the only part over all parts, with one place more. */
  #spread({ places, hashes }: Part, hash: number, place: number): void {
    this.#parts = Array.from({ length: PARTS }, () => undefined);
    this.#partsMade = 0;
    this.#slots = 0;
    for (let slot = 0; slot < places.length; slot++) {
      const one = hashes[slot] as number;
      if ((places[slot] as number) > EMPTY) this.#put(this.#partFor(one), one, places[slot] as number);
    }
    this.#put(this.#partFor(hash), hash, place);
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

/** By other bits than those that name the part. */
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
