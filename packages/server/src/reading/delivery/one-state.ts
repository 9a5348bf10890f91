/**
 * Reads content so that every part of a response shows one state of it. Responses come from memory; where the content
 * or its model moved while one was put together, it is put together again, at last from a snapshot of the database.
 */

import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import { after, inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import type { Basis } from './basis.ts';
import type { NamedResources } from './named-resources.ts';
import type { ReadPlane } from './view.ts';

/** How often a response is put together from memory before a snapshot is taken. */
const ATTEMPTS_MAX = 3;

/** What an attempt gave. */
export interface Shown<T> {
  readonly response: T;
  /** The oldest revision in it. */
  readonly revision: number;
  /** Whether all of it is known to show that revision. */
  readonly isOfOneRevision: boolean;
  readonly basis: Basis;
  readonly named: NamedResources;
}

/** Undefined where an entry moved meanwhile. */
export type Attempted<T> = Shown<T> | undefined;

export interface OneStateParts {
  readonly database: Pick<Database, 'snapshot'>;
  readonly heads: Pick<Heads, 'of' | 'confirmed'>;
  readonly models: Pick<Models, 'current'>;
}

/** Puts a response together with a model, from a snapshot where one is given. */
export type Attempt<T> = (model: Model, within?: Reader) => MaybePromise<Attempted<T>>;

/** An environment as it stood when the request came. */
interface ReadState {
  readonly environment: Environment;
  readonly head: Head;
  readonly model: Model;
}

/** Where a request reads. */
export interface ReadingPlace extends ReadState {
  /** How long ago the database confirmed that state, in seconds, as it is away; null while it is not. */
  readonly staleSeconds: number | null;
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
  read<T>(place: ReadState, plane: ReadPlane, attempt: Attempt<T>): MaybePromise<Shown<T>> {
    return inSteps(this.#read(place, plane, attempt));
  }

  /**
   * The same in the past, which does not change: each part of a response may be read at another time.
   * @param fromMemory whether it can be put together without a snapshot
   */
  readThen<T>(
    { model, revision }: { readonly model: Model; readonly revision: number },
    fromMemory: boolean,
    attempt: Attempt<T>,
  ): MaybePromise<Shown<T>> {
    return after(inSteps(this.#readThen(model, fromMemory, attempt)), (shown) => ({ ...shown, revision }));
  }

  *#readThen<T>(model: Model, fromMemory: boolean, attempt: Attempt<T>): Steps<Shown<T>> {
    for (let count = 1; fromMemory && count <= ATTEMPTS_MAX; count++) {
      const attempted = yield* settled(attempt(model));
      if (attempted !== undefined) return attempted;
    }
    const attempted = yield* settled(this.#parts.database.snapshot(async (within) => attempt(model, within)));
    if (attempted === undefined) throw unavailable();
    return attempted;
  }

  *#read<T>(place: ReadState, plane: ReadPlane, attempt: Attempt<T>): Steps<Shown<T>> {
    const { models, database } = this.#parts;
    const { head } = place;
    let { model } = place;
    for (let count = 1; count <= ATTEMPTS_MAX; count++) {
      const attempted = yield* settled(attempt(model));
      if (attempted !== undefined) {
        const isOfHead = attempted.isOfOneRevision && attempted.revision === head.revision && model === place.model;
        if (isOfHead || (yield* settled(this.#isStillCurrent(model, plane, attempted)))) return attempted;
      }
      model = yield* settled(models.current(place.environment));
    }
    const attempted = yield* settled(database.snapshot(async (within) => attempt(model, within)));
    if (attempted === undefined) throw unavailable();
    return attempted;
  }

  /** Whether nothing that the plane shows has changed since the response's revision, and the model is the one of that. */
  async #isStillCurrent(
    model: Model,
    plane: ReadPlane,
    { revision, basis, isOfOneRevision }: Shown<unknown>,
  ): Promise<boolean> {
    const { heads } = this.#parts;
    // Parts of several revisions, and assets, which have no versions, may be newer than the head known so far.
    const isSure = isOfOneRevision && !basis.restsOnAssets;
    const head = await (isSure ? heads.of(model.environment) : heads.confirmed(model.environment));
    if (head === undefined) return true;
    const moved = plane === 'delivery' ? head.published_revision : head.revision;
    return moved <= revision && head.model_revision <= model.revision;
  }
}
