/**
 * What a field type is. Each type is one file in this folder, listed in `registry.ts`; no other code in the product
 * depends on which type a field has.
 */
import type { FieldTraits, FieldTypeName } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Field, Link } from './field.ts';

/** What a type needs to parse a value of a request. */
export interface ParseContext {
  readonly field: Pick<Field, 'type' | 'items' | 'validations'>;
  /** Path of the value, such as `fields.title.en-US`. */
  readonly path: string;
  /** Turns an id or key into a key of this environment; null for the id of another environment or kind. */
  readonly linkKey: (kind: Link['kind'], idOrKey: string) => string | null;
  /** Receives the violations; a value with any is not stored. */
  readonly violations: Violation[];
}

/** What a type needs to render a value. */
export interface RenderContext {
  /** The public id of the target of a link. */
  readonly linkId: (link: Link) => string;
}

/** JSON Schema of what a language model writes. Only keywords that every provider supports; limits are in descriptions. */
export type WrittenSchema = Readonly<Record<string, unknown>>;

/** How language models read and write the values of a type that holds text for people. */
export interface Prose {
  /** The texts in a value, in order; what is not for people, such as code, is left out. Also of a rendered value. */
  texts(value: unknown): readonly string[];
  /** The value with other texts, one for each that `texts` returned; everything else stays as it is. */
  withTexts(value: unknown, texts: readonly string[]): unknown;
  /** What a model writes as a new value. */
  readonly schema: WrittenSchema;
  /** The plain value that a request would have, from what a model wrote by the schema. */
  toInput(written: unknown): unknown;
}

/** One value of a field as the query engine keeps it. */
export type IndexValue = string | number | boolean;

/** How the query engine treats the values of a type. */
export interface ColumnKind {
  /**
   * `exact`: text, compared character by character in filters, ordered without regard to case and accents; `number`
   * (dates too, as milliseconds); `boolean`; `link`: `entry:<key>` or `asset:<key>`; `presence`: `exists` is the only
   * filter.
   */
  readonly kind: 'exact' | 'number' | 'boolean' | 'link' | 'presence';
  readonly orderable: boolean;
  /** Whether one value of the field is a list of index values (arrays). */
  readonly many: boolean;
}

/** The settings of a field that its type reads. */
export type TypeSettings = Pick<Field, 'items' | 'validations'>;

export interface FieldType extends FieldTraits {
  readonly name: FieldTypeName;
  /** What a value looks like, in one or two sentences of Markdown, for the documentation. */
  readonly description: string;
  /** Whether a plain value can be a JSON object, so that an object need not be a per-locale map. */
  readonly mayBeObject: boolean;
  /** Parses a plain value. Returns the value to store, or undefined after adding violations (`type`, `link`, …). */
  parse(input: unknown, context: ParseContext): unknown;
  /** Checks a stored value against the field's validations; the entry rules, which see link targets, check links. */
  validate(value: unknown, field: TypeSettings, path: string): Violation[];
  /** Checks the field's own settings (validations, items): min over max, a pattern that RE2 refuses, … */
  checkSettings(field: TypeSettings, path: string): Violation[];
  /** Whether the rendered JSON equals the stored JSON, so that callers can skip `render` and `links`. */
  rendersAsStored(field: Pick<Field, 'items'>): boolean;
  /** The value as responses show it: links as `{type, id}`. */
  render(value: unknown, context: RenderContext): unknown;
  /** The links in a stored value, in order, without duplicates. */
  links(value: unknown): readonly Link[];
  /** The searchable text of a stored value; '' if it has none. */
  text(value: unknown): string;
  /** How language models read and write values of the field; null if they are not text for people. */
  prose(field: TypeSettings): Prose | null;
  /** How the query engine keeps values of the field. */
  column(field: Pick<Field, 'items'>): ColumnKind;
  /** A stored value as the query engine keeps it: a list for a `many` column, `true` for `presence`. */
  indexValue(value: unknown, field: Pick<Field, 'items'>): IndexValue | readonly IndexValue[];
  /**
   * Parses a value of a query string; for an array, the value of one item. A link that is no id or key of the
   * environment is valid too and matches nothing.
   * @returns undefined if the text is no value of the type
   */
  operand(
    text: string,
    field: Pick<Field, 'items'>,
    linkKey: ParseContext['linkKey'],
  ): IndexValue | readonly IndexValue[] | undefined;
}
