/**
 * A field of a content type as the running service holds it, and the documents whose values it describes.
 * A field's `number` never changes, its `id` (the API name) may: values are stored under the number.
 */

export const fieldTypeNames = [
  'string',
  'text',
  'rich_text',
  'slug',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'json',
  'location',
  'entry',
  'asset',
  'array',
] as const;
export type FieldTypeName = (typeof fieldTypeNames)[number];

export const itemTypeNames = ['string', 'integer', 'number', 'entry', 'asset'] as const;
export type ItemTypeName = (typeof itemTypeNames)[number];

export const valueFormats = ['email', 'url', 'color', 'uuid'] as const;

/** Limits on a value. The field type decides which of them a field may have. */
export interface Validations {
  readonly min?: number | string;
  readonly max?: number | string;
  readonly min_length?: number;
  readonly max_length?: number;
  /** RE2 syntax, linear time; a match anywhere in the text counts, as with a JavaScript `test`. */
  readonly pattern?: string;
  readonly in?: readonly (string | number)[];
  readonly format?: (typeof valueFormats)[number];
  /** api_ids that a linked entry may have. */
  readonly content_types?: readonly string[];
  /** Media types that a linked asset may have: `image/png` or `image/*`. */
  readonly mime_types?: readonly string[];
  /** Largest size of a linked asset, in bytes. */
  readonly max_size?: number;
  readonly min_items?: number;
  readonly max_items?: number;
  readonly unique_items?: boolean;
  /** Rich text nodes allowed, beside `doc`, `paragraph` and `text`. */
  readonly nodes?: readonly string[];
  /** Rich text marks allowed. */
  readonly marks?: readonly string[];
}

export interface Field {
  /** Immutable, unique in the content type; values are stored under it. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly type: FieldTypeName;
  readonly required: boolean;
  readonly localized: boolean;
  readonly unique: boolean;
  /** Plain value applied at creation, in the default locale; as given in the request, already checked. */
  readonly default?: unknown;
  readonly help?: string;
  readonly items?: { readonly type: ItemTypeName; readonly validations?: Validations };
  readonly validations?: Validations;
  /**
   * The locale whose values and those of no locale count as one: the default locale at the last change of `localized`.
   * Null if it never changed.
   */
  readonly home: number | null;
}

/** Locale number under which values of fields that are not localized are stored. */
export const NO_LOCALE = 0;

/** The values of one entry: field number → locale number (`NO_LOCALE` if not localized) → stored value. */
export type Document = Readonly<Record<string, LocaleValues>>;
export type LocaleValues = Readonly<Record<string, unknown>>;

/** A link as it is stored: by kind and key, so that documents are the same in every environment. */
export interface Link {
  readonly kind: 'entry' | 'asset';
  readonly key: string;
}
