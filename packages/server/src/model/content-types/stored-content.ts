/**
 * What changes to the model need from stored content. Content types and locales call this interface; the entries
 * implement it (`entries/stored-content.ts`), and `composition/` passes the implementation in.
 * All of it runs inside the write that changes the model.
 */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { FieldWithBlocks } from '../fields/document/own-values.ts';
import type { Field } from '../fields/field.ts';
import type { Environment } from '../spaces/environment.ts';
import type { Model } from './model.ts';

/** Address of a field of a content type. A component's values stand inside of those of the types that have it. */
export interface FieldPlace {
  readonly environment: number;
  readonly contentType: number;
  /** Number of the field. */
  readonly field: number;
}

/** The values of a removed field, in the entries of its content type, or of all types that have components inside. */
export interface RemovedValues extends FieldPlace {
  /** `ALL_TYPES` for a field of a component. */
  readonly contentType: number;
  /** Number of the component whose field it is, in values of the entries; 0 for a field of the entries themselves. */
  readonly component: number;
  /** The fields that have components in them, by number of their type. Kept, as the model goes on changing. */
  readonly inside: Readonly<Record<number, readonly FieldWithBlocks[]>>;
}

/** Entries that were counted. */
export interface EntryCount {
  readonly entries: number;
  /** Keys of the first ones. */
  readonly examples: readonly string[];
}

/** Entries named as examples of those counted. */
export const EXAMPLES_MAX = 10;

/** A field of a content type whose rules change. */
export interface ChangedRules {
  /** Null if it is new. */
  readonly before: Field | null;
  readonly after: Field;
}

/** Entries that break a rule in their draft or published state. */
export interface RuleCount extends EntryCount {
  readonly rule: Violation['rule'];
  /** Those whose published state breaks it. */
  readonly published: number;
}

/** The open write that changes a content type, and the model after it. */
export interface TypeChange {
  readonly writer: Writer;
  readonly change: Change;
  readonly environment: Environment;
  readonly model: Model;
}

export interface StoredContent {
  /** Number of entries of a type, in any status. */
  countOfType(db: Reader, environment: number, contentType: number): Promise<number>;
  /** The entries that have a value in the field, in their draft or published state. */
  countWithField(db: Reader, model: Model, place: FieldPlace): Promise<EntryCount>;
  /** Those that have a value in the field in any locale except `kept`. */
  countWithOtherLocales(db: Reader, model: Model, place: FieldPlace & { readonly kept: number }): Promise<EntryCount>;
  /** Number of entries that have the component in a value, shown or hidden. */
  countWithComponent(db: Reader, model: Model, component: number): Promise<number>;
  /** The entries that have one of the components in the field. @param place.savedSince leaves out what was not saved since */
  countWithComponents(
    db: Reader,
    model: Model,
    place: FieldPlace & { readonly components: readonly number[]; readonly savedSince?: number },
  ): Promise<EntryCount>;
  /** The entries with localized values inside of the field in any locale except `kept`. */
  countWithLocalesInside(db: Reader, model: Model, place: FieldPlace & { readonly kept: number }): Promise<EntryCount>;
  /** The media type of the asset with that key, null if it has no file; undefined if there is no such asset. */
  mediaTypeOf(db: Reader, environment: number, asset: string): Promise<string | null | undefined>;
  /** Counts the entries that break rules which changes of fields bring, and did not break before, by number of the field. */
  countBreaking(
    db: Reader,
    model: Model,
    place: { readonly contentType: number; readonly fields: readonly ChangedRules[] },
  ): Promise<ReadonlyMap<number, readonly RuleCount[]>>;
  /** Number of entries of the environment that have a value in the locale, in their draft or published state. */
  countWithLocale(writer: Writer, model: Model, locale: number): Promise<number>;
  /**
   * Recomputes the slugs of the entries of these types under the changed model.
   * @throws `conflict` with `entries` (public ids) if two entries would resolve to one slug
   */
  rebuildSlugs(writer: Writer, model: Model, contentTypes: readonly number[]): Promise<void>;
  /**
   * Recomputes the values of published entries in unique fields.
   * @throws `conflict` with `entries` (public ids) if two entries have the same value
   */
  rebuildUniqueValues(writer: Writer, model: Model, contentType: number): Promise<void>;
  /**
   * Recomputes the links of a type's entries, and records a change of those whose links differ. Where values have components, also
   * what queries find by these.
   */
  rebuildLinks(work: TypeChange, contentType: number): Promise<void>;
  /**
   * Removes the values of a field from a bounded number of rows, including old versions and deleted entries.
   * @param progress the previous call's result; null for the first call
   * @returns where to continue; null once no value is left
   */
  removeFieldValues(writer: Writer, values: RemovedValues, progress: string | null): Promise<string | null>;
  /**
   * Removes a bounded number of content rows of a deleted environment, in any order.
   * @returns whether none is left
   */
  removeEnvironment(writer: Writer, environment: number): Promise<boolean>;
}
