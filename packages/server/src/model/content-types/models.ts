/**
 * The models of environments, kept in memory by their revision. A model and its revision always belong together: the
 * revision is read again after the rows, until both stand still. Inside a write that changed the model, that write
 * sees its own change.
 */
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { type Head, type Heads, readHead } from '../../platform/journal/heads.ts';
import type { Environment } from '../spaces/environment.ts';
import { readLocales } from '../spaces/locales.ts';
import { Model } from './model.ts';
import * as store from './store.ts';

/** Models remembered; the rest are read again. */
const MODELS_KEPT = 1_000;

interface KnownModel {
  readonly model: Model;
  readonly epoch: string;
}

/** What an open write needs kept still while it works: one content type by its api_id, or all of them. */
export type ModelLock = { readonly contentType: string } | 'all';

export class Models {
  readonly #database: Database;
  readonly #heads: Heads;
  readonly #known = new Map<number, KnownModel>();
  readonly #loading = new Map<number, Promise<KnownModel>>();
  /** Models that open writes have changed; undefined until one is asked for again. */
  readonly #changed = new WeakMap<Writer, Map<number, Model | undefined>>();

  constructor(parts: { database: Database; heads: Heads }) {
    this.#database = parts.database;
    this.#heads = parts.heads;
  }

  /**
   * The model as it stands now, as far as this node has heard.
   * @throws `not_found` where the environment is gone
   */
  async current(environment: Environment): Promise<Model> {
    return this.#of(environment, await this.#heads.of(environment.number));
  }

  /**
   * The model as it is at this moment: rows that were read before this was called are of no newer one.
   * @throws `not_found` where the environment is gone
   */
  async confirmed(environment: Environment): Promise<Model> {
    return this.#of(environment, await this.#heads.confirmed(environment.number));
  }

  /** The model of a head or a later one, where it is in memory. */
  known({ number, epoch, model_revision }: Head): Model | undefined {
    const known = this.#known.get(number);
    return known !== undefined && known.epoch === epoch && known.model.revision >= model_revision
      ? known.model
      : undefined;
  }

  /**
   * The model for a write that is under way.
   * @param lock what must not change until the write ends; none where the write only reads the model
   * @throws `not_found` where the environment is gone
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
    // What an open write sees may never be committed, so that only what the reader sees is kept.
    this.#loadOnce(environment).catch(() => undefined);
    return (await loadModel(writer, environment)).model;
  }

  /** Told by a write before it changes the model of an environment, so that it sees its own change from then on. */
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
      // One that was under way may have begun before the head was moved.
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
