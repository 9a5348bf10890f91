/**
 * The models of environments, cached by their revision. A model always matches its revision: the revision is read
 * again after the rows until it did not change in between. Inside a write that changed the model, that write sees
 * its own change.
 */
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { Environment } from '../spaces/environment.ts';
import { type Heads, readHead } from '../spaces/heads.ts';
import { readLocales } from '../spaces/locales.ts';
import { Model } from './model.ts';
import * as store from './store.ts';

/** Models in the cache; others are read again. */
const MODELS_KEPT = 1_000;

interface KnownModel {
  readonly model: Model;
  readonly epoch: string;
}

/** What an open write locks while it works: one content type by its api_id, or all of them. */
export type ModelLock = { readonly contentType: string } | 'all';

export class Models {
  readonly #database: Database;
  readonly #heads: Heads;
  readonly #known = new Map<number, KnownModel>();
  readonly #loading = new Map<number, Promise<KnownModel>>();
  /** Models that open writes have changed; undefined until they are read again. */
  readonly #changed = new WeakMap<Writer, Map<number, Model | undefined>>();

  constructor(parts: { database: Database; heads: Heads }) {
    this.#database = parts.database;
    this.#heads = parts.heads;
  }

  /**
   * The current model, as far as this node knows.
   * @throws `not_found` if the environment is gone
   */
  async current(environment: Environment): Promise<Model> {
    return this.#of(environment, await this.#heads.of(environment.number));
  }

  /**
   * The model at this moment: never older than rows that were read before the call.
   * @throws `not_found` if the environment is gone
   */
  async confirmed(environment: Environment): Promise<Model> {
    return this.#of(environment, await this.#heads.confirmed(environment.number));
  }

  /** The model of a head or a later one, if it is in memory. */
  known({ number, epoch, model_revision }: Head): Model | undefined {
    const known = this.#known.get(number);
    return known !== undefined && known.epoch === epoch && known.model.revision >= model_revision
      ? known.model
      : undefined;
  }

  /**
   * The model for an open write.
   * @param lock what must not change until the write ends; nothing if the write only reads the model
   * @throws `not_found` if the environment is gone
   */
  async forWrite(writer: Writer, environment: Environment, lock?: ModelLock): Promise<Model> {
    if (lock === 'all') await store.lockTypesForShare(writer, environment.number);
    else if (lock !== undefined) await store.lockTypeForShare(writer, environment.number, lock.contentType);
    const changed = this.#changed.get(writer);
    if (changed?.has(environment.number) === true) return this.#ownModel(writer, environment, changed);
    const head = await readHead(writer, environment.number);
    if (head === undefined || head.status === 'deleting') throw notFound('environment');
    const known = this.#known.get(environment.number);
    if (known !== undefined && known.epoch === head.epoch && known.model.revision === head.model_revision)
      return known.model;
    // A write may still be rolled back, so only models read outside of it are cached.
    this.#loadOnce(environment).catch(() => undefined);
    return (await loadModel(writer, environment)).model;
  }

  /** Called by a write before it changes the model of an environment, so that the write sees its own change. */
  changing(writer: Writer, environment: number): void {
    let changed = this.#changed.get(writer);
    if (changed === undefined) {
      changed = new Map();
      this.#changed.set(writer, changed);
    }
    changed.set(environment, undefined);
  }

  async #ownModel(writer: Writer, environment: Environment, changed: Map<number, Model | undefined>): Promise<Model> {
    const own = changed.get(environment.number) ?? (await loadModel(writer, environment)).model;
    changed.set(environment.number, own);
    return own;
  }

  /** The model of a head or a later one. */
  async #of(environment: Environment, head: Head | undefined): Promise<Model> {
    if (head === undefined) throw notFound('environment');
    const known = this.known(head);
    if (known !== undefined) return known;
    for (;;) {
      // A load that is in progress may have started before the head moved.
      const { model, epoch } = await this.#loadOnce(environment);
      if (epoch !== head.epoch || model.revision >= head.model_revision) return model;
    }
  }

  #loadOnce(environment: Environment): Promise<KnownModel> {
    const { number } = environment;
    const running = this.#loading.get(number);
    if (running !== undefined) return running;
    const loading = loadModel(this.#database.reader, environment)
      .then((loaded) => this.#keep(loaded))
      .finally(() => this.#loading.delete(number));
    this.#loading.set(number, loading);
    return loading;
  }

  #keep(loaded: KnownModel): KnownModel {
    if (this.#known.size >= MODELS_KEPT) this.#known.clear();
    this.#known.set(loaded.model.environment, loaded);
    return loaded;
  }
}

/** Reads a model with its revision. */
async function loadModel(db: Reader, environment: Environment): Promise<KnownModel> {
  for (;;) {
    const before = await readHead(db, environment.number);
    if (before === undefined) throw notFound('environment');
    const locales = await readLocales(db, environment.spaceId);
    const types = await store.listTypes(db, environment.number);
    const after = await readHead(db, environment.number);
    if (after?.model_revision !== before.model_revision || after.epoch !== before.epoch) continue;
    if (locales === undefined) throw notFound('environment');
    const { number, spaceId, code } = environment;
    return {
      model: new Model({ environment: number, spaceId, code, revision: before.model_revision, locales, types }),
      epoch: before.epoch,
    };
  }
}
