/**
 * Values that only one entry of a type may have at a time, such as a slug. They are derived from an entry's states, and stored rows
 * are updated with the difference between its states before and after a write.
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

/** Where such values apply: numbers of an environment and a content type. */
export interface HeldPlace {
  readonly environment: number;
  readonly contentType: number;
}

/** What taking and releasing requires. */
type HeldWork = Pick<TypedWork, 'writer' | 'type' | 'model'>;

/** The statements on the rows of one kind. */
interface HeldRows<Held> {
  /** Returns no row if another entry has it. */
  readonly insert: (writer: Writer, row: HeldPlace & { entry: number } & Held) => Promise<object[]>;
  /** Deletes the value if this entry has it. */
  readonly remove: (writer: Writer, row: HeldPlace & { entry: number } & Held) => Promise<unknown>;
  readonly removeOfType: (writer: Writer, place: HeldPlace) => Promise<unknown>;
  readonly holder: (db: Reader, place: HeldPlace & Held) => Promise<{ key: string }[]>;
}

/** What defines one kind. */
interface HeldTraits<Held> {
  readonly rows: HeldRows<Held>;
  /** The fields of a type that contain such values. */
  readonly fields: (type: ContentType) => readonly Field[];
  /** The values of an entry with these states. */
  readonly heldIn: (states: States, type: ContentType, model: Pick<Model, 'locales'>) => readonly Held[];
  /** Identifies a value among all others of the kind in one type. */
  readonly nameOf: (held: Held) => string;
  /** The error for a write that would take values of other entries. */
  readonly refusal: (work: TypedWork, taken: readonly Taken<Held>[]) => DomainError;
}

/** A value that another entry has. */
export interface Taken<Held> {
  readonly held: Held;
  /** Key of the entry that has it; undefined if that entry is gone by now. */
  readonly holder: string | undefined;
}

export class HeldKind<Held> {
  readonly #traits: HeldTraits<Held>;
  readonly fields: HeldTraits<Held>['fields'];

  constructor(traits: HeldTraits<Held>) {
    this.#traits = traits;
    this.fields = traits.fields;
  }

  /** An entry's values, by name. @param states null for none */
  heldIn(states: States | null, type: ContentType, model: Pick<Model, 'locales'>): Map<string, Held> {
    const { heldIn, nameOf } = this.#traits;
    return new Map((states === null ? [] : heldIn(states, type, model)).map((held) => [nameOf(held), held]));
  }

  /** Takes the values of an entry's new states, and releases the rest. @throws the refusal if another entry has one of them */
  async keep(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
    const { gone, added } = this.#difference(work, states);
    await this.#remove(work, entry, gone);
    const taken = await this.#take(work, entry, added);
    if (taken.length > 0) throw this.#traits.refusal(work, taken);
  }

  /** Releases the values that an entry gives up, so that other entries can take them first. */
  async release(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
    await this.#remove(work, entry, this.#difference(work, states).gone);
  }

  /**
   * Takes the values of an entry that has none yet.
   * @returns the keys of entries that already have one of them; undefined for an entry that is gone by now
   */
  async keepAll(work: HeldWork, entry: number, states: States): Promise<(string | undefined)[]> {
    const taken = await this.#take(work, entry, this.heldIn(states, work.type, work.model).values());
    return taken.map(({ holder }) => holder);
  }

  /** Key of the entry that has the value; undefined if none does. */
  async holderOf(db: Reader, place: HeldPlace, held: Held): Promise<string | undefined> {
    const [holder] = await this.#traits.rows.holder(db, { ...place, ...held });
    return holder?.key;
  }

  /** Releases all values of a type's entries. */
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
