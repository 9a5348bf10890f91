/**
 * The code of each distinct value of a column. It uses many small maps instead of one: a map of a million values takes a tenth of
 * a second to grow, and blocks everything else meanwhile.
 */
import type { IndexValue } from '../../model/fields/field-type.ts';

const MAPS = 512;
/** Characters at the end of a text that choose its map: similar texts mostly differ there. */
const CHARACTERS = 4;
const FACTOR = 31;

export class ValueCodes {
  readonly #maps: (Map<IndexValue, number> | undefined)[] = Array.from({ length: MAPS }, () => undefined);

  get(value: IndexValue): number | undefined {
    return this.#maps[mapOf(value)]?.get(value);
  }

  set(value: IndexValue, code: number): void {
    const at = mapOf(value);
    const map = this.#maps[at];
    if (map === undefined) this.#maps[at] = new Map([[value, code]]);
    else map.set(value, code);
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
