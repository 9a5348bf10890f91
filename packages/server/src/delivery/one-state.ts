/**
 * Reads content so that every part of an answer shows one state of it. Answers come from memory; where the content
 * or its model moved while one was put together, it is put together again, at last from a snapshot of the database.
 */

import type { Model } from '../content-types/model.ts';
import type { Models } from '../content-types/models.ts';
import type { Database, Reader } from '../database/database.ts';
import { unavailable } from '../database/unavailable.ts';
import type { Heads } from '../journal/heads.ts';
import type { Environment } from '../spaces/environment.ts';
import type { Basis } from './basis.ts';
import type { ReadPlane } from './view.ts';

/** How often an answer is put together from memory before a snapshot is taken. */
const ATTEMPTS_MAX = 3;

/** What an attempt gave. */
export interface Shown<T> {
  readonly answer: T;
  /** The oldest revision in it. */
  readonly revision: number;
  readonly basis: Basis;
}

/** Undefined where an entry moved meanwhile. */
export type Attempted<T> = Shown<T> | undefined;

export interface OneStateParts {
  readonly database: Pick<Database, 'snapshot'>;
  readonly heads: Pick<Heads, 'of' | 'confirmed'>;
  readonly models: Pick<Models, 'current'>;
}

/** Puts an answer together with a model, from a snapshot where one is given. */
export type Attempt<T> = (model: Model, within?: Reader) => Promise<Attempted<T>>;

/** An environment and its model. */
export interface ReadingPlace {
  readonly environment: Environment;
  readonly model: Model;
}

export class OneState {
  readonly #parts: OneStateParts;

  constructor(parts: OneStateParts) {
    this.#parts = parts;
  }

  /**
   * @param place where to read: an environment with its model as it was read for this request
   * @param attempt called until what it gives shows one state
   * @throws what `attempt` throws, and `unavailable` where even a snapshot does not hold together
   */
  async read<T>(place: ReadingPlace, plane: ReadPlane, attempt: Attempt<T>): Promise<Shown<T>> {
    const { models, database } = this.#parts;
    let { model } = place;
    for (let count = 1; count <= ATTEMPTS_MAX; count++) {
      const attempted = await attempt(model);
      if (attempted !== undefined && (await this.#standsStill(model, plane, attempted))) return attempted;
      model = await models.current(place.environment);
    }
    const attempted = await database.snapshot((within) => attempt(model, within));
    if (attempted === undefined) throw unavailable();
    return attempted;
  }

  /** Whether nothing that the plane shows has changed since the answer's revision, and the model is the one of that. */
  async #standsStill(model: Model, plane: ReadPlane, { revision, basis }: Shown<unknown>): Promise<boolean> {
    const { heads } = this.#parts;
    // Entries are found by their versions; assets have none, so what was read may be newer than the head known so far.
    const head = await (basis.restsOnAssets ? heads.confirmed(model.environment) : heads.of(model.environment));
    if (head === undefined) return true;
    const moved = plane === 'delivery' ? head.published_revision : head.revision;
    return moved <= revision && head.model_revision <= model.revision;
  }
}
