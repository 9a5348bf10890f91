/**
 * Where the entry of a key stands, over all tables of one environment and state. Many small maps instead of one, so
 * that none is ever large enough for its growth to hold up the event loop.
 */

const MAPS = 1_024;
/** Tables that can be told apart in one number. */
const TABLES_MAX = 4_096;
/** Bytes of one key's place in a map. */
export const BYTES_PER_KEY_PLACE = 40;

export interface KeyPlace {
  /** Place of the table in the order in which tables were made. */
  readonly table: number;
  readonly row: number;
}

export class KeyIndex {
  readonly #maps: Map<string, number>[] = Array.from({ length: MAPS }, () => new Map());

  get(key: string): KeyPlace | undefined {
    const place = this.#mapOf(key).get(key);
    return place === undefined ? undefined : { table: place % TABLES_MAX, row: Math.floor(place / TABLES_MAX) };
  }

  set(key: string, { table, row }: KeyPlace): void {
    if (table >= TABLES_MAX) throw new Error(`More than ${TABLES_MAX} content types in one environment.`);
    this.#mapOf(key).set(key, row * TABLES_MAX + table);
  }

  delete(key: string): void {
    this.#mapOf(key).delete(key);
  }

  #mapOf(key: string): Map<string, number> {
    const end = key.length;
    // The last characters of generated keys are random, those of numbered ones differ.
    const spread =
      (key.charCodeAt(end - 1) * 31 + (key.charCodeAt(end - 2) || 0)) * 31 + (key.charCodeAt(end - 3) || 0);
    return this.#maps[spread % MAPS] as Map<string, number>;
  }
}
