/**
 * The form of a generated model, which `lectern types` writes. Plain values and what leads elsewhere stand apart, `fields` and
 * `links`: a query resolves its links alone, and the compiler never walks through the rest.
 */

/** A link to an entry of one of the types. */
export interface ToEntry<T extends string> {
  kind: 'entry';
  to: T;
}

/** A list of links to entries of the types. */
export interface ToEntries<T extends string> {
  kind: 'entries';
  to: T;
}

/** A link to an asset. */
export interface ToAsset {
  kind: 'asset';
  to: never;
}

/** A list of links to assets. */
export interface ToAssets {
  kind: 'assets';
  to: never;
}

/** Rich text with links to entries of the types. */
export interface WithLinks<T extends string> {
  kind: 'text';
  to: T;
}

/** A component. */
export interface OfComponent<C extends string> {
  kind: 'component';
  to: C;
}

/** A list of blocks of the components. */
export interface OfBlocks<C extends string> {
  kind: 'blocks';
  to: C;
}

/** The fields of a content type or a component. */
export interface FieldSet {
  /** Values that lead nowhere, by field. */
  fields: object;
  /** What leads to entries, assets and components, by field. */
  links: object;
  /** Names of the localized fields. */
  localized: string;
}

/** A content type of kind `entry`. */
export interface TypeModel extends FieldSet {
  /** Names of the fields that lists can be ordered by. */
  order: string;
}

/** What a generated model has. */
export interface AnyModel {
  locale: string;
  /** Locales in which a required value may be missing: optional ones that fall back on no other. */
  sparse: string;
  types: Record<string, TypeModel>;
  components: Record<string, FieldSet>;
}

export type TypeName<M extends AnyModel> = keyof M['types'] & string;
