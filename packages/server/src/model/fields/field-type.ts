/**
 * What a field type is. Each type is one file in this folder, listed in `registry.ts`; no other code in the product
 * depends on which type a field has.
 */
import type { FieldTraits, FieldTypeName } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Block, Component, Document, Field, Link } from './field.ts';

/** What a type needs to parse a value of a request. */
export interface ParseContext {
  readonly field: Pick<Field, 'type' | 'items' | 'validations' | 'component' | 'components'>;
  /** Path of the value, such as `fields.title.en-US`. */
  readonly path: string;
  /** Turns an id or key into a key of this environment; null for an id of another environment or kind. */
  readonly linkKey: (kind: Link['kind'], idOrKey: string) => string | null;
  /** Receives the violations. A value with violations is not stored. */
  readonly violations: Violation[];
  /** Parses what stands inside of the value; absent where values cannot have anything inside. */
  readonly inside?: InsideParser;
}

/** How a type parses the components in a value. */
export interface InsideParser {
  /** What the paths of components begin with. */
  readonly path: string;
  component(apiId: string): Component | undefined;
  /**
   * Parses the fields of a component.
   * @param place its path, and whether it is known to be new, so that it gets the defaults of its fields
   * @returns undefined after adding violations
   */
  fields(
    component: Component,
    input: unknown,
    place: { readonly path: string; readonly isNew: boolean },
  ): Document | undefined;
}

/** What a type needs to render a value. */
export interface RenderContext {
  /** The public id of the target of a link. */
  readonly linkId: (link: Link) => string;
  /** Shows a component in the value by its name; undefined if it is hidden. Absent where values have nothing inside. */
  readonly inside?: (block: Block) => ShownBlock | undefined;
}

/** The blocks that a value consists of. */
export interface BlocksInValue {
  /** Whether each has an id. */
  readonly haveIds: boolean;
  /** Those of a stored value, in order. */
  of(value: unknown): readonly Block[];
  /** The stored value that consists of them; undefined if there is no such value. */
  from(blocks: readonly Block[]): unknown;
}

/** A component as responses show it. */
export interface ShownBlock {
  /** The `api_id` of the component. */
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** JSON Schema for the output of a language model. Uses only keywords that every provider supports; limits are in descriptions. */
export type WrittenSchema = Readonly<Record<string, unknown>>;

/** How language models read and write the values of a type that contains text for people. */
export interface Prose {
  /** The texts in a value, in order, without text that is not for people, such as code. Also accepts rendered values. */
  texts(value: unknown): readonly string[];
  /** Returns the value with its texts replaced, one for each that `texts` returned. Everything else stays the same. */
  withTexts(value: unknown, texts: readonly string[]): unknown;
  /** The schema of a new value written by a model. */
  readonly schema: WrittenSchema;
  /** Converts a model's output to the plain value that a request would contain. */
  toInput(written: unknown): unknown;
}

/** One value of a field as the query engine stores it. */
export type IndexValue = string | number | boolean;

/** How the query engine treats the values of a type. */
export interface ColumnKind {
  /**
   * `exact`: text, compared in filters character by character in normal form NFC, and ordered ignoring case and accents;
   * `number` (also dates, as milliseconds); `boolean`; `link`: `entry:<key>` or `asset:<key>`; `presence`: can only be
   * filtered by `exists`.
   */
  readonly kind: 'exact' | 'number' | 'boolean' | 'link' | 'presence';
  /** Whether a value of the field is a list of index values (arrays). */
  readonly many: boolean;
}

/** The settings of a field that its type reads. */
export type TypeSettings = Pick<Field, 'items' | 'validations' | 'component' | 'components'>;

export interface FieldType extends FieldTraits {
  readonly name: FieldTypeName;
  /** Describes a value in one or two sentences of Markdown, for the documentation. */
  readonly description: string;
  /** Whether a plain value can be a JSON object, so that an object need not be a per-locale map. */
  readonly mayBeObject: boolean;
  /** Parses a plain value. Returns the value to store, or undefined after adding violations (`type`, `link`, …). */
  parse(input: unknown, context: ParseContext): unknown;
  /** Checks a stored value against the field's validations. Link targets are checked by the entry rules, which can see them. */
  validate(value: unknown, field: TypeSettings, path: string): Violation[];
  /** Checks the field's own settings (validations, items): min over max, a pattern that RE2 rejects, … */
  checkSettings(field: TypeSettings, path: string): Violation[];
  /** Whether the rendered JSON equals the stored JSON, so that callers can skip `render` and `links`. */
  rendersAsStored(field: Pick<Field, 'items'>): boolean;
  /** The value as responses show it: links as `{type, id}`. */
  render(value: unknown, context: RenderContext): unknown;
  /** What values of the field may link to, without what their components do. */
  linksTo(field: Pick<Field, 'items'>): readonly Link['kind'][];
  /** The links in a stored value, in order, without duplicates, and without those of its components. */
  links(value: unknown): readonly Link[];
  /** For types whose values consist of components: whatever looks into documents looks into them too. */
  readonly blocks: BlocksInValue | null;
  /** The searchable text of a stored value, without that of its components; '' if it has none. */
  text(value: unknown): string;
  /** How language models read and write values of the field; null if they are not text for people. */
  prose(field: TypeSettings): Prose | null;
  /** How the query engine stores values of the field. */
  column(field: Pick<Field, 'items'>): ColumnKind;
  /** A stored value in the form that the query engine stores: a list for a `many` column, `true` for `presence`. */
  indexValue(value: unknown, field: Pick<Field, 'items'>): IndexValue | readonly IndexValue[];
  /**
   * Parses a value of a query string; for an array, the value of one item. A link that is not an id or key of the environment is
   * also valid, but matches nothing.
   * @returns undefined if the text is not a value of the type
   */
  operand(
    text: string,
    field: Pick<Field, 'items'>,
    linkKey: ParseContext['linkKey'],
  ): IndexValue | readonly IndexValue[] | undefined;
}
