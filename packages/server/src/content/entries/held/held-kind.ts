/**
 * What only one entry of a type may hold at a time, such as a slug: an entry holds what follows from its states, and
 * what it holds is stored as the difference of its states before a write and after it.
 */
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { Model } from '../../../model/content-types/model.ts';
import type { Field } from '../../../model/fields/field.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import type { DomainError } from '../../../platform/errors/domain-error.ts';
import type { StoredEntry, TypedWork } from '../entry.ts';

/** The states of an entry. */
export type States = Pick<StoredEntry, 'draft' | 'published'>;

/** The states of an entry before a write and after it; null if there is none. */
export interface StatesChange {
  readonly before: States | null;
  readonly after: States | null;
}

/** Where something is held: numbers of an environment and a content type. */
export interface HeldPlace {
  readonly environment: number;
  readonly contentType: number;
}

/** What taking and releasing needs. */
type HeldWork = Pick<TypedWork, 'writer' | 'type' | 'model'>;

/** The statements on the rows of one kind. */
interface HeldRows<Held> {
  /** Gives no row if another entry holds it. */
  readonly insert: (writer: Writer, row: HeldPlace & { entry: number } & Held) => Promise<object[]>;
  /** Deletes it if it is the entry that holds it. */
  readonly remove: (writer: Writer, row: HeldPlace & { entry: number } & Held) => Promise<unknown>;
  readonly removeOfType: (writer: Writer, place: HeldPlace) => Promise<unknown>;
  readonly holder: (db: Reader, place: HeldPlace & Held) => Promise<{ key: string }[]>;
}

/** What one kind is. */
interface HeldTraits<Held> {
  readonly rows: HeldRows<Held>;
  /** Those fields of a type that have what is held. */
  readonly fields: (type: ContentType) => readonly Field[];
  /** What an entry with the states holds. */
  readonly heldIn: (states: States, type: ContentType, model: Pick<Model, 'locales'>) => readonly Held[];
  /** Tells it from all others of the kind in one type. */
  readonly nameOf: (held: Held) => string;
  /** Why a write is refused that would take what others hold. */
  readonly refusal: (work: TypedWork, taken: readonly Taken<Held>[]) => DomainError;
}

/** Something that another entry holds. */
export interface Taken<Held> {
  readonly held: Held;
  /** Key of the entry that holds it; undefined if it is gone by now. */
  readonly holder: string | undefined;
}

export class HeldKind<Held> {
  readonly #traits: HeldTraits<Held>;
  readonly fields: HeldTraits<Held>['fields'];

  constructor(traits: HeldTraits<Held>) {
    this.#traits = traits;
    this.fields = traits.fields;
  }

  /** What an entry holds, by name. @param states null for none */
  heldIn(states: States | null, type: ContentType, model: Pick<Model, 'locales'>): Map<string, Held> {
    const { heldIn, nameOf } = this.#traits;
    return new Map((states === null ? [] : heldIn(states, type, model)).map((held) => [nameOf(held), held]));
  }

  /** Makes an entry hold what its new states have, and release the rest. @throws what refuses what another one holds */
  async keep(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
    const { gone, added } = this.#difference(work, states);
    await this.#remove(work, entry, gone);
    const taken = await this.#take(work, entry, added);
    if (taken.length > 0) throw this.#traits.refusal(work, taken);
  }

  /** Releases what an entry will not hold any more, so that others can take it first. */
  async release(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
    await this.#remove(work, entry, this.#difference(work, states).gone);
  }

  /**
   * Makes an entry that holds nothing hold what its states have.
   * @returns who holds something of it already: keys, or undefined for who is gone by now
   */
  async keepAll(work: HeldWork, entry: number, states: States): Promise<(string | undefined)[]> {
    const taken = await this.#take(work, entry, this.heldIn(states, work.type, work.model).values());
    return taken.map(({ holder }) => holder);
  }

  /** Key of the entry that holds it; undefined if none does. */
  async holderOf(db: Reader, place: HeldPlace, held: Held): Promise<string | undefined> {
    const [holder] = await this.#traits.rows.holder(db, { ...place, ...held });
    return holder?.key;
  }

  /** Releases everything that the entries of a type hold. */
  async releaseType(writer: Writer, place: HeldPlace): Promise<void> {
    await this.#traits.rows.removeOfType(writer, place);
  }

  #difference({ type, model }: HeldWork, { before, after }: StatesChange): { gone: Held[]; added: Held[] } {
    if (before?.draft === after?.draft && before?.published === after?.published) return { gone: [], added: [] };
    const [had, has] = [this.heldIn(before, type, model), this.heldIn(after, type, model)];
    const without = (some: Map<string, Held>, others: Map<string, Held>) =>
      [...some].flatMap(([name, held]) => (others.has(name) ? [] : [held]));
    return { gone: without(had, has), added: without(has, had) };
  }

  async #take(work: HeldWork, entry: number, wanted: Iterable<Held>): Promise<Taken<Held>[]> {
    const place = placeOf(work);
    const taken: Taken<Held>[] = [];
    for (const held of wanted) {
      const [made] = await this.#traits.rows.insert(work.writer, { ...place, entry, ...held });
      if (made === undefined) taken.push({ held, holder: await this.holderOf(work.writer, place, held) });
    }
    return taken;
  }

  async #remove(work: HeldWork, entry: number, gone: readonly Held[]): Promise<void> {
    for (const held of gone) await this.#traits.rows.remove(work.writer, { ...placeOf(work), entry, ...held });
  }
}

function placeOf({ model, type }: HeldWork): HeldPlace {
  return { environment: model.environment, contentType: type.number };
}
