/**
 * What a field type is. Each type is one file in this folder, listed in `registry.ts`; nothing else in the product
 * asks which type a field has.
 */
import type { TSchema } from 'typebox';
import type { Violation } from '../../platform/errors/domain-error.ts';
import type { Field, FieldTypeName, Link, Validations } from './field.ts';

/** What a type has to know to read a value that came in. */
export interface ParseContext {
  readonly field: Pick<Field, 'type' | 'items' | 'validations'>;
  /** Where the value stands, such as `fields.title.en-US`. */
  readonly path: string;
  /** Turns an id or key into a key of this environment; null for the id of another environment or kind. */
  readonly linkKey: (kind: Link['kind'], idOrKey: string) => string | null;
  /** Where violations are put; a value with any is not stored. */
  readonly violations: Violation[];
}

/** What a type has to know to write a value out. */
export interface RenderContext {
  /** The public id of what a link points to. */
  readonly linkId: (link: Link) => string;
}

/** One value of a field as the query engine keeps it. */
export type IndexValue = string | number | boolean;

/** How the query engine treats the values of a type. */
export interface ColumnKind {
  /**
   * `exact`: text compared to the letter in filters and without case and accents in order; `number` (dates too, as
   * milliseconds); `boolean`; `link`: `entry:<key>` or `asset:<key>`; `presence`: only `exists` can be asked.
   */
  readonly kind: 'exact' | 'number' | 'boolean' | 'link' | 'presence';
  readonly orderable: boolean;
  /** Whether one value of the field is a list of index values (arrays). */
  readonly many: boolean;
}

export interface FieldType {
  readonly name: FieldTypeName;
  /** JSON Schema of a plain value as it comes in and goes out, for OpenAPI. */
  readonly valueSchema: TSchema;
  /** Names of the validations that a field of the type may carry. */
  readonly validations: readonly (keyof Validations)[];
  /** Whether a plain value can be a JSON object, so that an object need not be a per-locale map. */
  readonly mayBeObject: boolean;
  /** Whether `unique` may be set. */
  readonly mayBeUnique: boolean;
  /** Whether the type may be a content type's display field. */
  readonly mayBeDisplayed: boolean;
  /** Reads a plain value. Gives the value to store, or undefined after it has put violations (rule `type`, `link`, …). */
  parse(input: unknown, context: ParseContext): unknown;
  /** Checks a stored value against the field's validations; links are checked by the entry rules, which see targets. */
  validate(value: unknown, field: Pick<Field, 'items' | 'validations'>, path: string): Violation[];
  /** Checks the field's own settings (validations, items): min over max, a pattern that RE2 refuses, … */
  checkSettings(field: Pick<Field, 'items' | 'validations'>, path: string): Violation[];
  /** Whether values go out as the very JSON that is stored, so that `render` and `links` need not be asked. */
  rendersAsStored(field: Pick<Field, 'items'>): boolean;
  /** The stored value as it goes out: links as `{type, id}`. */
  render(value: unknown, context: RenderContext): unknown;
  /** The links in a stored value, in order, repeats left out. */
  links(value: unknown): readonly Link[];
  /** The text of a stored value that search reads; '' where there is none. */
  text(value: unknown): string;
  /** How the query engine keeps values of the field. */
  column(field: Pick<Field, 'items'>): ColumnKind;
  /** A stored value as the query engine keeps it: a list where `many`, `true` where `presence`. */
  indexValue(value: unknown, field: Pick<Field, 'items'>): IndexValue | readonly IndexValue[];
  /**
   * Reads a value out of a query string. A link that is no id or key of the environment is a value too, which
   * matches nothing; of an array it is the value of one item.
   * @returns undefined where the text cannot be a value of the type
   */
  operand(
    text: string,
    field: Pick<Field, 'items'>,
    linkKey: ParseContext['linkKey'],
  ): IndexValue | readonly IndexValue[] | undefined;
}
