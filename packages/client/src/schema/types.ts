/** What content types and their fields are in code. */
import type { ContentTypeKind } from '../../../contract/src/content-types.ts';
import type { FieldTypeName, ItemTypeName } from '../../../contract/src/fields.ts';
import type { FieldGroup, Layout } from '../../../contract/src/layout.ts';

/** Types are known by it, as the program and the code of a project may each have this module. */
export const BRAND = Symbol.for('@lectern/client/schema');

/** A type, or the `api_id` of one that is not in the code. */
export type Named<T> = T | string;
/** Types, named when all of them are there: they may link to each other, and to themselves. */
export type Lazily<T> = () => Named<T> | readonly Named<T>[];

/** A field. Types and components are named by functions. */
export interface Field<T extends FieldTypeName = FieldTypeName> {
  readonly type: T;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The types that it may link to, or the components that it takes. */
  readonly types?: Lazily<EntryType | ComponentType>;
  /** The items of a list. */
  readonly items?: Field<ItemTypeName>;
}

/** How the form of an entry is laid out. */
export interface TypeLayout extends Partial<Omit<Layout, 'groups'>> {
  readonly groups?: readonly (Pick<FieldGroup, 'id' | 'name'> & Partial<FieldGroup>)[];
}

/** What a component may be set to. */
export interface ComponentSettings {
  /** For people. */
  readonly name: string;
  readonly description?: string;
  /** The field that is shown for the whole: a string, text or slug. */
  readonly display?: string;
  /** The key of an image asset that shows what it looks like. */
  readonly previewPicture?: string;
  /** Whether sites get values under the former ids of their fields too. */
  readonly deliverFormerIds?: boolean;
  readonly layout?: TypeLayout;
  /** By their ids, in order. */
  readonly fields: Readonly<Record<string, Field>>;
}

/** What a type may be set to. */
export interface TypeSettings extends ComponentSettings {
  /** The field that is its slug. */
  readonly slug?: string;
  /** The page that shows a draft, with `{slug}`, `{id}`, `{key}`, `{locale}`, `{environment}` and `{preview}` to be filled in. */
  readonly previewUrl?: string;
}

/** A content type. @template K whether entries are made of it */
export interface ContentType<K extends ContentTypeKind = ContentTypeKind> {
  readonly [BRAND]: true;
  readonly kind: K;
  readonly apiId: string;
  readonly settings: TypeSettings;
}
export type EntryType = ContentType<'entry'>;
export type ComponentType = ContentType<'component'>;
