/** The functions that make fields, one for each field type. What a field is wrongly set to is said by `defineType`, which knows its name. */
import type { FieldTypeName, ItemTypeName, ValueFormat } from '../../../contract/src/fields.ts';
import type { MarkName, optionalNodes } from '../../../contract/src/rich-text.ts';
import { BRAND, type ComponentType, type EntryType, type Field, type Lazily, type Named } from './types.ts';

/** What every field may be set to. @template V a value */
interface Settings<V> {
  /** For people; the id of the field if nothing is said. */
  readonly name?: string;
  /** Help for people who write. */
  readonly help?: string;
  readonly required?: boolean;
  /** Whether it has a value in each locale. */
  readonly localized?: boolean;
  /** The value of new entries, in the default locale. */
  readonly default?: V;
  /** The id that the field had before, or several, the latest last. Values stay, and queries go on taking these ids. */
  readonly previously?: string | readonly string[];
  /** Whether the values of a removed field of this id come back. */
  readonly restore?: boolean;
}
interface Unique {
  /** Whether no two entries of the type have the same value. */
  readonly unique?: boolean;
}
interface Lengths {
  /** Characters. */
  readonly min?: number;
  readonly max?: number;
}
interface Range<V> {
  readonly min?: V;
  readonly max?: V;
}
interface OneOf<V> {
  /** The values that it may have. */
  readonly in?: readonly V[];
}
interface Pattern {
  /** A regular expression in the syntax of RE2. It may match anywhere in the text. */
  readonly pattern?: string;
}
interface Files {
  /** `image/png` or `image/*`. */
  readonly mimeTypes?: readonly string[];
  /** Bytes. */
  readonly maxSize?: number;
}

type SlugSettings = Settings<string> & Unique & Lengths & Pattern & OneOf<string>;
type TextSettings = SlugSettings & { readonly format?: ValueFormat };
type NumberSettings = Settings<number> & Unique & Range<number> & OneOf<number>;
type TimeSettings = Settings<string> & Unique & Range<string>;
type RichTextSettings = Settings<unknown> &
  Lengths &
  Files & {
    /** Nodes that are allowed in addition to paragraphs. */
    readonly nodes?: readonly (keyof typeof optionalNodes)[];
    readonly marks?: readonly MarkName[];
    /** The types that it may link to; all if nothing is said. */
    readonly links?: Lazily<EntryType>;
  };
type ListSettings = Settings<readonly unknown[]> & Lengths & { readonly uniqueItems?: boolean };
type BlocksSettings = Omit<Settings<never>, 'default'> & Lengths;

/** A line of text. */
export function string(settings: TextSettings = {}): Field<'string'> {
  return made('string', settings);
}

/** Text of several lines. */
export function text(settings: TextSettings = {}): Field<'text'> {
  return made('text', settings);
}

/** The last part of an address. A type has at most one. */
export function slug(settings: SlugSettings = {}): Field<'slug'> {
  return made('slug', settings);
}

/** Formatted text, with links to entries and assets. */
export function richText({ links, ...settings }: RichTextSettings = {}): Field<'rich_text'> {
  return made('rich_text', settings, links === undefined ? {} : { types: links });
}

/** A whole number. */
export function integer(settings: NumberSettings = {}): Field<'integer'> {
  return made('integer', settings);
}

/** A number. */
export function number(settings: NumberSettings = {}): Field<'number'> {
  return made('number', settings);
}

/** Yes or no. */
export function boolean(settings: Settings<boolean> = {}): Field<'boolean'> {
  return made('boolean', settings);
}

/** A day: `2026-11-29`. */
export function date(settings: TimeSettings = {}): Field<'date'> {
  return made('date', settings);
}

/** A moment: `2026-11-29T10:00:00Z`. */
export function datetime(settings: TimeSettings = {}): Field<'datetime'> {
  return made('datetime', settings);
}

/** Anything that JSON can say. */
export function json(settings: Settings<unknown> = {}): Field<'json'> {
  return made('json', settings);
}

/** A place on earth. */
export function location(settings: Settings<unknown> = {}): Field<'location'> {
  return made('location', settings);
}

/** A link to an entry: of one of the types, or of any if none are named. */
export function entry(settings?: Settings<string>): Field<'entry'>;
export function entry(types: Lazily<EntryType>, settings?: Settings<string>): Field<'entry'>;
export function entry(first: Lazily<EntryType> | Settings<string> = {}, more: Settings<string> = {}): Field<'entry'> {
  // A type in the place of the function is told as such by `defineType`.
  const namesTypes = typeof first === 'function' || BRAND in first;
  return namesTypes ? made('entry', more, { types: first as Lazily<EntryType> }) : made('entry', first);
}

/** A link to an asset. */
export function asset(settings: Settings<string> & Files = {}): Field<'asset'> {
  return made('asset', settings);
}

/** A list. Its items say what each of them may be. */
export function list(items: Field<ItemTypeName>, settings: ListSettings = {}): Field<'array'> {
  return made('array', settings, { items });
}

/** The fields of a component, inside of the value. */
export function component(
  type: () => Named<ComponentType>,
  settings: Omit<Settings<never>, 'default'> = {},
): Field<'component'> {
  return made('component', settings, { types: type });
}

/** A list of components, in an order that people choose. */
export function blocks(types: Lazily<ComponentType>, settings: BlocksSettings = {}): Field<'blocks'> {
  return made('blocks', settings, { types });
}

function made<T extends FieldTypeName>(
  type: T,
  settings: object,
  more: Pick<Field, 'types'> | Pick<Field, 'items'> = {},
): Field<T> {
  return { type, settings: { ...settings }, ...more };
}
