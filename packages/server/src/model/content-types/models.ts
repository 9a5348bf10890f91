/**
 * Caches the models of environments by revision, and by each name of an environment. A model always matches its revision: the
 * revision is read again after the rows, until it is the same before and after. A write that changed the model sees its own change.
 */
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { waitForAll } from '../../platform/database/wait-for-all.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { Environment } from '../spaces/environment.ts';
import { type Heads, readHead } from '../spaces/heads.ts';
import { readLocales } from '../spaces/locales.ts';
import { Model } from './model.ts';
import * as store from './store.ts';

/** Maximum number of cached models. */
const MODELS_KEPT = 1_000;

interface LoadedModel {
  readonly model: Model;
  readonly epoch: string;
}

/** A model as one name of its environment shows it. */
interface NamedModel extends LoadedModel {
  readonly loaded: Model;
  readonly namesRevision: number;
}

/** What an open write locks while it works: one content type by its api_id, or all of them. */
export type ModelLock = { readonly contentType: string } | 'all';

export class Models {
  readonly #database: Database;
  readonly #heads: Heads;
  readonly #loaded = new Map<number, LoadedModel>();
  readonly #loading = new Map<number, Promise<LoadedModel>>();
  /** Keyed by the code of the name. */
  readonly #named = new Map<string, NamedModel>();
  /** Models that an open write has changed; undefined until they are reloaded. */
  readonly #changedModels = () => new Map<number, Model | undefined>();

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
   * Returns the model at this moment: never older than rows that were read before the call.
   * @throws `not_found` if the environment is gone
   */
  async confirmed(environment: Environment): Promise<Model> {
    return this.#of(environment, await this.#heads.confirmed(environment.number));
  }

  /** Returns the cached model at this head or later, under the name by which the environment was reached. */
  known({ epoch, model_revision }: Head, { code, namesRevision }: Environment): Model | undefined {
    const known = this.#named.get(code);
    if (known === undefined || known.epoch !== epoch || known.namesRevision !== namesRevision) return undefined;
    return known.model.revision >= model_revision ? known.model : undefined;
  }

  /**
   * The model for an open write.
   * @param lock what must not change until the write ends; omit it if the write only reads the model
   * @throws `not_found` if the environment is gone
   */
  async forWrite(writer: Writer, environment: Environment, lock?: ModelLock): Promise<Model> {
    // Read the head after the lock: the database executes the lock first.
    const [, head] = await waitForAll(lockTypes(writer, environment, lock), readHead(writer, environment.number));
    const changed = writer.memory(this.#changedModels);
    if (changed.has(environment.number)) return this.#ownModel(writer, environment, changed);
    if (head === undefined || head.status === 'deleting') throw notFound('environment');
    const known = this.#loaded.get(environment.number);
    if (known !== undefined && known.epoch === head.epoch && known.model.revision === head.model_revision)
      return this.#name(environment, known);
    // A write may still be rolled back, so only models read outside of it are cached.
    this.#loadOnce(environment).catch(() => undefined);
    return (await loadModel(writer, environment)).model;
  }

  /**
   * Returns the model as seen by a reader of one fixed database state, such as a snapshot.
   * @throws `not_found` if the environment is gone
   */
  async within(db: Reader, environment: Environment): Promise<Model> {
    const head = await readHead(db, environment.number);
    if (head === undefined || head.status === 'deleting') throw notFound('environment');
    const known = this.#loaded.get(environment.number);
    const isSame = known?.epoch === head.epoch && known.model.revision === head.model_revision;
    return isSame ? known.model.under(environment) : (await loadModel(db, environment)).model;
  }

  /** Call before a write changes the model of an environment, so that the write sees its own change. */
  changing(writer: Writer, environment: number): void {
    writer.memory(this.#changedModels).set(environment, undefined);
  }

  async #ownModel(writer: Writer, environment: Environment, changed: Map<number, Model | undefined>): Promise<Model> {
    const own = changed.get(environment.number) ?? (await loadModel(writer, environment)).model;
    changed.set(environment.number, own);
    return own;
  }

  /** Returns the model at this head or a later one. */
  async #of(environment: Environment, head: Head | undefined): Promise<Model> {
    if (head === undefined) throw notFound('environment');
    const known = this.known(head, environment);
    if (known !== undefined) return known;
    let loaded = this.#loaded.get(environment.number);
    while (loaded === undefined || loaded.epoch !== head.epoch || loaded.model.revision < head.model_revision) {
      // A load that is in progress may have started before the head moved.
      loaded = await this.#loadOnce(environment);
      if (loaded.epoch !== head.epoch) break;
    }
    return this.#name(environment, loaded);
  }

  #name(environment: Environment, { model, epoch }: LoadedModel): Model {
    const { code, namesRevision } = environment;
    const known = this.#named.get(code);
    if (known?.loaded === model && known.namesRevision === namesRevision) return known.model;
    const named = { loaded: model, model: model.under(environment), epoch, namesRevision };
    if (this.#named.size >= MODELS_KEPT) this.#named.clear();
    this.#named.set(code, named);
    return named.model;
  }

  #loadOnce(environment: Environment): Promise<LoadedModel> {
    const { number } = environment;
    const running = this.#loading.get(number);
    if (running !== undefined) return running;
    const loading = loadModel(this.#database.reader, environment)
      .then((loaded) => this.#keep(loaded))
      .finally(() => this.#loading.delete(number));
    this.#loading.set(number, loading);
    return loading;
  }

  #keep(loaded: LoadedModel): LoadedModel {
    if (this.#loaded.size >= MODELS_KEPT) this.#loaded.clear();
    this.#loaded.set(loaded.model.environment, loaded);
    return loaded;
  }
}

async function lockTypes(writer: Writer, { number }: Environment, lock: ModelLock | undefined): Promise<void> {
  if (lock === 'all') await store.lockTypesForShare(writer, number);
  else if (lock !== undefined) await store.lockTypeForShare(writer, number, lock.contentType);
}

async function loadModel(db: Reader, environment: Environment): Promise<LoadedModel> {
  for (;;) {
    const before = await readHead(db, environment.number);
    if (before === undefined) throw notFound('environment');
    const locales = await readLocales(db, environment.spaceId);
    const types = await store.listTypes(db, environment.number);
    const after = await readHead(db, environment.number);
    if (after?.model_revision !== before.model_revision || after.epoch !== before.epoch) continue;
    if (locales === undefined) throw notFound('environment');
    const { number, spaceId, code, ownCode, codes } = environment;
    const content = { environment: number, spaceId, revision: before.model_revision, locales, types };
    return { model: new Model({ ...content, code, ownCode, codes }), epoch: before.epoch };
  }
}
