/**
 * Caches the models of environments by revision, and by each name of an environment. A model always matches its revision: the
 * revision is read again after the rows, until it is the same before and after. A write that changed the model sees its own change.
 * What the models take is reserved in the memory budget of the process, so that those of many tenants give way to each other.
 */
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { waitForAll } from '../../platform/database/wait-for-all.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { MemoryBudget, Reservation } from '../../platform/kit/memory-budget.ts';
import type { Environment } from '../spaces/environment.ts';
import { type Heads, readHead } from '../spaces/heads.ts';
import { readLocales } from '../spaces/locales.ts';
import { Model } from './model.ts';
import * as store from './store.ts';

/** What a model takes beside its content types: with its locales, names, and what else is known of its environment. */
const MODEL_BYTES = 8_000;
/** What a content type takes beside its stored text, and for each character of that. Measured. */
const TYPE_BYTES = 1_000;
const BYTES_PER_CHARACTER = 2;

interface LoadedModel {
  readonly model: Model;
  readonly epoch: string;
  readonly bytes: number;
  /** The model as the names of its environment show it, by the code of the name. */
  readonly named: Map<string, NamedModel>;
}

interface NamedModel {
  readonly model: Model;
  readonly namesRevision: number;
}

interface KeptModel extends LoadedModel {
  readonly reservation: Reservation;
}

/** What an open write locks while it works: one content type by its api_id, or all of them. */
export type ModelLock = { readonly contentType: string } | 'all';

export class Models {
  readonly #database: Database;
  readonly #heads: Heads;
  readonly #memory: MemoryBudget;
  readonly #kept = new Map<number, KeptModel>();
  readonly #loading = new Map<number, Promise<LoadedModel>>();
  /** Models that an open write has changed; undefined until they are reloaded. */
  readonly #changedModels = () => new Map<number, Model | undefined>();

  /** @param parts.memory what they may take together with everything else that reserves there */
  constructor(parts: { database: Database; heads: Heads; memory: MemoryBudget }) {
    this.#database = parts.database;
    this.#heads = parts.heads;
    this.#memory = parts.memory;
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
  known({ epoch, model_revision }: Head, { number, code, namesRevision }: Environment): Model | undefined {
    const kept = this.#kept.get(number);
    if (kept === undefined || kept.epoch !== epoch || kept.model.revision < model_revision) return undefined;
    kept.reservation.touch();
    const named = kept.named.get(code);
    return named?.namesRevision === namesRevision ? named.model : undefined;
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
    const known = this.#keptOf(environment);
    if (known !== undefined && known.epoch === head.epoch && known.model.revision === head.model_revision)
      return nameIn(known, environment);
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
    const known = this.#keptOf(environment);
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
    let loaded: LoadedModel | undefined = this.#keptOf(environment);
    while (loaded === undefined || loaded.epoch !== head.epoch || loaded.model.revision < head.model_revision) {
      // A load that is in progress may have started before the head moved.
      loaded = await this.#loadOnce(environment);
      if (loaded.epoch !== head.epoch) break;
    }
    return nameIn(loaded, environment);
  }

  #keptOf({ number }: Environment): KeptModel | undefined {
    const kept = this.#kept.get(number);
    kept?.reservation.touch();
    return kept;
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
    const { environment } = loaded.model;
    this.#kept.get(environment)?.reservation.release();
    this.#kept.delete(environment);
    // Not cheap to make: nothing can be read or written without it.
    const reservation = this.#memory.reserve(loaded.bytes, () => this.#kept.delete(environment), true);
    if (reservation !== null) this.#kept.set(environment, { ...loaded, reservation });
    return loaded;
  }
}

/** The model under the name by which the environment was reached. */
function nameIn({ model, named }: LoadedModel, environment: Environment): Model {
  const { code, namesRevision } = environment;
  const known = named.get(code);
  if (known?.namesRevision === namesRevision) return known.model;
  const fresh = { model: model.under(environment), namesRevision };
  named.set(code, fresh);
  return fresh.model;
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
    const { types, characters } = await store.readTypes(db, environment.number);
    const after = await readHead(db, environment.number);
    if (after?.model_revision !== before.model_revision || after.epoch !== before.epoch) continue;
    if (locales === undefined) throw notFound('environment');
    const { number, spaceId, code, ownCode, codes } = environment;
    const content = { environment: number, spaceId, revision: before.model_revision, locales, types };
    const model = new Model({ ...content, code, ownCode, codes });
    const bytes = MODEL_BYTES + types.length * TYPE_BYTES + characters * BYTES_PER_CHARACTER;
    return { model, epoch: before.epoch, bytes, named: new Map() };
  }
}
