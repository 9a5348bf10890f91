/**
 * Remembers what query strings were read as, since most come again. What was read by another model is read anew, and
 * what is refused is not remembered.
 */
import type { Model } from '../../../model/content-types/model.ts';
import { SteadyMap } from '../../../platform/kit/steady-map.ts';
import type { ReadPlane } from '../view.ts';

const WISHES_KEPT = 500;
const SEARCH_CHARACTERS_MAX = 1_000;

export class WishMemory<T> {
  readonly #read: (search: string, model: Model, plane: ReadPlane) => T;
  readonly #known = new SteadyMap<string, { readonly model: Model; readonly wish: T }>(WISHES_KEPT);

  /** @param read reads a query string, the same each time */
  constructor(read: (search: string, model: Model, plane: ReadPlane) => T) {
    this.#read = read;
  }

  /** @throws what reading throws */
  read(search: string, model: Model, plane: ReadPlane): T {
    const name = `${model.environment} ${plane} ${search}`;
    const known = this.#known.get(name);
    if (known?.model === model) return known.wish;
    const wish = this.#read(search, model, plane);
    if (search.length <= SEARCH_CHARACTERS_MAX) this.#known.set(name, { model, wish });
    return wish;
  }
}
