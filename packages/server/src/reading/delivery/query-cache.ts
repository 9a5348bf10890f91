/**
 * Caches what query strings were read as, since most of them come again. A query that was read under another model is
 * read anew, and one that is refused is not cached.
 */
import type { Model } from '../../model/content-types/model.ts';
import { BoundedMap } from '../../platform/kit/bounded-map.ts';
import type { ReadPlane } from './view.ts';

const QUERIES_MAX = 500;
const SEARCH_CHARACTERS_MAX = 1_000;

export class QueryCache<T> {
  readonly #read: (search: string, model: Model, plane: ReadPlane) => T;
  readonly #known = new BoundedMap<string, { readonly model: Model; readonly query: T }>(QUERIES_MAX);

  /** @param read reads a query string, the same each time */
  constructor(read: (search: string, model: Model, plane: ReadPlane) => T) {
    this.#read = read;
  }

  /** @throws what reading throws */
  read(search: string, model: Model, plane: ReadPlane): T {
    const name = `${model.code} ${plane} ${search}`;
    const known = this.#known.get(name);
    if (known?.model === model) return known.query;
    const query = this.#read(search, model, plane);
    if (search.length <= SEARCH_CHARACTERS_MAX) this.#known.set(name, { model, query });
    return query;
  }
}
