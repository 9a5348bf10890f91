/**
 * What changes of the model have to know and do about stored content. Content types and locales ask through this
 * interface; the entries fulfil it (`entries/stored-content.ts`), handed over by `composition/`.
 * All of it runs inside the write that changes the model.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Environment } from '../spaces/environment.ts';
import type { Model } from './model.ts';

/** Where a field of a content type lies. */
export interface FieldPlace {
  readonly environment: number;
  readonly contentType: number;
  /** Number of the field. */
  readonly field: number;
}

/** The open write in which a content type changes, and what the model is after it. */
export interface TypeChange {
  readonly writer: Writer;
  readonly change: Change;
  readonly environment: Environment;
  readonly model: Model;
}

export interface StoredContent {
  /** How many entries there are of a type, in any status. */
  countOfType(writer: Writer, environment: number, contentType: number): Promise<number>;
  /** How many entries hold a value in the field, in their draft or published state. */
  countWithField(writer: Writer, place: FieldPlace): Promise<number>;
  /** How many entries hold a value in the field in a locale other than the one that stays. */
  countWithOtherLocales(writer: Writer, place: FieldPlace & { readonly kept: number }): Promise<number>;
  /** How many entries of the environment hold a value in the locale, in their draft or published state. */
  countWithLocale(writer: Writer, environment: number, locale: number): Promise<number>;
  /**
   * Works out anew which slugs the entries of these types hold under the changed model.
   * @throws `conflict` with `entries` (public ids) where two entries would resolve to one slug
   */
  rebuildSlugs(writer: Writer, model: Model, contentTypes: readonly number[]): Promise<void>;
  /**
   * Works out anew which values the published entries hold in fields that are unique.
   * @throws `conflict` with `entries` where two entries hold one value
   */
  rebuildUniqueValues(writer: Writer, model: Model, contentType: number): Promise<void>;
  /** Works out anew what the entries of a type link to; tells the change of those of which it is something else now. */
  rebuildLinks(work: TypeChange, contentType: number): Promise<void>;
  /**
   * Removes a bounded number of the rows of content of an environment that is deleted, each in any order.
   * @returns whether none is left
   */
  removeEnvironment(writer: Writer, environment: number): Promise<boolean>;
}
