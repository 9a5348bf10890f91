/**
 * The code of each distinct value of a column. Many values are in many small maps instead of one: a map of a million values takes a
 * tenth of a second to grow, and blocks everything else meanwhile. Few are in one: the columns of many small tenants would take more
 * for maps than for values.
 */
import type { IndexValue } from '../../model/fields/field-type.ts';

const MAPS = 512;
/** Values up to which all are in one map. */
const VALUES_IN_ONE_MAX = 1_024;
/** Characters at the end of a text that choose its map: similar texts mostly differ there. */
const CHARACTERS = 4;
const FACTOR = 31;

export class ValueCodes {
  /** One, or `MAPS`. */
  #maps: (Map<IndexValue, number> | undefined)[] = [undefined];

  get(value: IndexValue): number | undefined {
    return this.#maps[this.#at(value)]?.get(value);
  }

  set(value: IndexValue, code: number): void {
    const at = this.#at(value);
    const map = this.#maps[at];
    if (map === undefined) this.#maps[at] = new Map([[value, code]]);
    else map.set(value, code);
    if (map !== undefined && this.#maps.length === 1 && map.size > VALUES_IN_ONE_MAX) this.#spread(map);
  }

  #at(value: IndexValue): number {
    return this.#maps.length === 1 ? 0 : mapOf(value);
  }

  /** Distributes the values of the only map over all maps. */
  #spread(values: ReadonlyMap<IndexValue, number>): void {
    this.#maps = Array.from({ length: MAPS }, () => undefined);
    for (const [value, code] of values) this.set(value, code);
  }
}

function mapOf(value: IndexValue): number {
  if (typeof value === 'number') return Math.abs(Math.trunc(value)) % MAPS;
  if (typeof value !== 'string') return 0;
  let spread = value.length;
  for (let at = Math.max(0, value.length - CHARACTERS); at < value.length; at++) {
    spread = (spread * FACTOR + value.charCodeAt(at)) | 0;
  }
  return (spread >>> 0) % MAPS;
}
