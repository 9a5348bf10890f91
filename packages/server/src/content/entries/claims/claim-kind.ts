/**
 * Values that only one entry of a type may have at a time, such as a slug. They are derived from an entry's states, and stored rows
 * are updated with the difference between its states before and after a write.
 */
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { DocumentModel } from '../../../model/fields/document/own-values.ts';
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
export interface ClaimPlace {
  readonly environment: number;
  readonly contentType: number;
}

/** What taking and releasing requires. */
type ClaimWork = Pick<TypedWork, 'writer' | 'type' | 'model'>;

/** The statements on the rows of one kind. */
interface ClaimRows<Claim> {
  /** Returns no row if another entry has it. */
  readonly insert: (writer: Writer, row: ClaimPlace & { entry: number } & Claim) => Promise<object[]>;
  /** Deletes the value if this entry has it. */
  readonly remove: (writer: Writer, row: ClaimPlace & { entry: number } & Claim) => Promise<unknown>;
  readonly removeOfType: (writer: Writer, place: ClaimPlace) => Promise<unknown>;
  readonly holder: (db: Reader, place: ClaimPlace & Claim) => Promise<{ key: string }[]>;
}

/** What defines one kind. */
interface ClaimTraits<Claim> {
  readonly rows: ClaimRows<Claim>;
  /** The fields of a type that contain such values. */
  readonly fields: (type: ContentType) => readonly Field[];
  /** The values of an entry with these states. */
  readonly claimsIn: (states: States, type: ContentType, model: DocumentModel) => readonly Claim[];
  /** Identifies a value among all others of the kind in one type. */
  readonly nameOf: (claim: Claim) => string;
  /** The error for a write that would take values of other entries. */
  readonly refusal: (work: TypedWork, taken: readonly Taken<Claim>[]) => DomainError;
}

/** A value that another entry has. */
export interface Taken<Claim> {
  readonly claim: Claim;
  /** Key of the entry that has it; undefined if that entry is gone by now. */
  readonly holder: string | undefined;
}

export class ClaimKind<Claim> {
  readonly #traits: ClaimTraits<Claim>;
  readonly fields: ClaimTraits<Claim>['fields'];

  constructor(traits: ClaimTraits<Claim>) {
    this.#traits = traits;
    this.fields = traits.fields;
  }

  /** An entry's values, by name. @param states null for none */
  claimsIn(states: States | null, type: ContentType, model: DocumentModel): Map<string, Claim> {
    const { claimsIn, nameOf } = this.#traits;
    return new Map((states === null ? [] : claimsIn(states, type, model)).map((claim) => [nameOf(claim), claim]));
  }

  /** Takes the values of an entry's new states, and releases the rest. @throws the refusal if another entry has one of them */
  async update(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
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
  async takeAll(work: ClaimWork, entry: number, states: States): Promise<(string | undefined)[]> {
    const taken = await this.#take(work, entry, this.claimsIn(states, work.type, work.model).values());
    return taken.map(({ holder }) => holder);
  }

  /** Key of the entry that has the value; undefined if none does. */
  async holderOf(db: Reader, place: ClaimPlace, claim: Claim): Promise<string | undefined> {
    const [holder] = await this.#traits.rows.holder(db, { ...place, ...claim });
    return holder?.key;
  }

  /** Releases all values of a type's entries. */
  async releaseType(writer: Writer, place: ClaimPlace): Promise<void> {
    await this.#traits.rows.removeOfType(writer, place);
  }

  #difference({ type, model }: ClaimWork, { before, after }: StatesChange): { gone: Claim[]; added: Claim[] } {
    if (before?.draft === after?.draft && before?.published === after?.published) return { gone: [], added: [] };
    const [had, has] = [this.claimsIn(before, type, model), this.claimsIn(after, type, model)];
    const without = (some: Map<string, Claim>, others: Map<string, Claim>) =>
      [...some].flatMap(([name, claim]) => (others.has(name) ? [] : [claim]));
    return { gone: without(had, has), added: without(has, had) };
  }

  async #take(work: ClaimWork, entry: number, wanted: Iterable<Claim>): Promise<Taken<Claim>[]> {
    const place = placeOf(work);
    const taken: Taken<Claim>[] = [];
    for (const claim of wanted) {
      const [made] = await this.#traits.rows.insert(work.writer, { ...place, entry, ...claim });
      if (made === undefined) taken.push({ claim, holder: await this.holderOf(work.writer, place, claim) });
    }
    return taken;
  }

  async #remove(work: ClaimWork, entry: number, gone: readonly Claim[]): Promise<void> {
    for (const claim of gone) await this.#traits.rows.remove(work.writer, { ...placeOf(work), entry, ...claim });
  }
}

function placeOf({ model, type }: ClaimWork): ClaimPlace {
  return { environment: model.environment, contentType: type.number };
}
