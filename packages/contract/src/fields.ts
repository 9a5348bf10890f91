/** The field types, the settings that each type accepts, and the limits on values. */

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
  'component',
  'blocks',
] as const;

export type FieldTypeName = (typeof fieldTypeNames)[number];

/** The types that the items of an array may have. */
export const itemTypeNames = ['string', 'integer', 'number', 'entry', 'asset'] as const;

export type ItemTypeName = (typeof itemTypeNames)[number];

export const valueFormats = ['email', 'url', 'color', 'uuid'] as const;

export type ValueFormat = (typeof valueFormats)[number];

export const FIELD_ID_CHARACTERS_MAX = 64;
/** Source of a regular expression that must match the whole id of a field. */
export const FIELD_ID_PATTERN = `[A-Za-z][A-Za-z0-9_]{0,${FIELD_ID_CHARACTERS_MAX - 1}}`;
/** Characters in a value of type `string`. */
export const STRING_CHARACTERS_MAX = 512;
/** Items in a value of type `array`. */
export const ITEMS_MAX = 1000;
/** Blocks in a value of type `blocks`. */
export const BLOCKS_MAX = 200;
/** Components inside of each other: a page with a gallery with a picture with a caption has three. */
export const COMPONENT_LEVELS_MAX = 3;
export const BLOCK_ID_CHARACTERS_MAX = 32;
/** Source of a regular expression that must match the whole id of a block. */
export const BLOCK_ID_PATTERN = `[A-Za-z0-9_-]{1,${BLOCK_ID_CHARACTERS_MAX}}`;

/** Limits on a value. The field type decides which of them apply. */
export interface Validations {
  readonly min?: number | string;
  readonly max?: number | string;
  readonly min_length?: number;
  readonly max_length?: number;
  /** RE2 syntax, so matching takes linear time. It may match anywhere in the text, as with JavaScript's `test`. */
  readonly pattern?: string;
  readonly in?: readonly (string | number)[];
  readonly format?: ValueFormat;
  /** The `api_id`s that a linked entry's type may have. */
  readonly content_types?: readonly string[];
  /** Media types that a linked asset may have: `image/png` or `image/*`. */
  readonly mime_types?: readonly string[];
  /** Largest size of a linked asset, in bytes. */
  readonly max_size?: number;
  readonly min_items?: number;
  readonly max_items?: number;
  readonly unique_items?: boolean;
  /** Allowed rich text nodes, in addition to `doc`, `paragraph` and `text`. */
  readonly nodes?: readonly string[];
  /** Rich text marks allowed. */
  readonly marks?: readonly string[];
}

export type ValidationName = keyof Validations;

/** A field as the definition of its content type has it. */
export interface FieldDefinition {
  readonly id: string;
  /** Ids that the field had before, the latest last. */
  readonly former_ids?: readonly string[];
  readonly name: string;
  readonly type: FieldTypeName;
  readonly required: boolean;
  readonly localized: boolean;
  readonly unique: boolean;
  /** Plain value applied at creation, in the default locale. */
  readonly default?: unknown;
  readonly help?: string;
  readonly items?: { readonly type: ItemTypeName; readonly validations?: Validations };
  /** For type `component`: the `api_id` of the component whose fields the value has. */
  readonly component?: string;
  /** For type `blocks`: the `api_id`s of the components that the blocks may be of. */
  readonly components?: readonly string[];
  readonly validations?: Validations;
}

/** The `api_id`s of the components that values of the field may have. */
export function componentsOf({
  component,
  components = [],
}: Pick<FieldDefinition, 'component' | 'components'>): readonly string[] {
  return component === undefined ? components : [component];
}

/** The limits on each value of a field; where it is a list, on each of its items. */
export function limitsOnValues({ items, validations }: WithLimits): Validations {
  return (items === undefined ? validations : items.validations) ?? {};
}

interface WithLimits {
  readonly items?: { readonly validations?: Validations };
  readonly validations?: Validations;
}

/** Which settings a field of a given type accepts. */
export interface FieldTraits {
  /** The validations that the field may use. */
  readonly validations: readonly ValidationName[];
  /** Whether `unique` may be set. */
  readonly mayBeUnique: boolean;
  /** Whether the field may be the display field of its content type. */
  readonly mayBeDisplayed: boolean;
  /** Whether lists can be ordered by it. */
  readonly mayBeOrdered: boolean;
}

const words: FieldTraits = {
  validations: ['min_length', 'max_length', 'pattern', 'in', 'format'],
  mayBeUnique: true,
  mayBeDisplayed: true,
  mayBeOrdered: true,
};
const numbers: FieldTraits = {
  validations: ['min', 'max', 'in'],
  mayBeUnique: true,
  mayBeDisplayed: false,
  mayBeOrdered: true,
};
const times: FieldTraits = {
  validations: ['min', 'max'],
  mayBeUnique: true,
  mayBeDisplayed: false,
  mayBeOrdered: true,
};

export const fieldTraits: Readonly<Record<FieldTypeName, FieldTraits>> = {
  string: words,
  text: { ...words, mayBeOrdered: false },
  rich_text: plain('nodes', 'marks', 'min_length', 'max_length', 'content_types', 'mime_types', 'max_size'),
  slug: { ...words, validations: ['min_length', 'max_length', 'pattern', 'in'] },
  integer: numbers,
  number: numbers,
  boolean: { ...plain(), mayBeOrdered: true },
  date: times,
  datetime: times,
  json: plain(),
  location: plain(),
  entry: { ...plain('content_types'), mayBeOrdered: true },
  asset: { ...plain('mime_types', 'max_size'), mayBeOrdered: true },
  array: plain('min_items', 'max_items', 'unique_items'),
  component: plain(),
  blocks: plain('min_items', 'max_items'),
};

function plain(...validations: ValidationName[]): FieldTraits {
  return { validations, mayBeUnique: false, mayBeDisplayed: false, mayBeOrdered: false };
}
