/**
 * A field of a content type as the running service represents it, and the documents whose values it describes. A field's `number`
 * never changes, but its `id` (the API name) may: values are stored under the number.
 */
import type { FieldDefinition } from '../../../../contract/src/fields.ts';

export interface Field extends FieldDefinition {
  /** Immutable, unique in the content type; values are stored under it. */
  readonly number: number;
  /**
   * The locale whose values count as the non-localized value and vice versa: the default locale when `localized` last changed. Null
   * if it never changed.
   */
  readonly home: number | null;
}

/** The locale number for values of fields that are not localized. */
export const NO_LOCALE = 0;

/** The values of one entry: field number → locale number (`NO_LOCALE` if not localized) → stored value. */
export type Document = Readonly<Record<string, LocaleValues>>;
export type LocaleValues = Readonly<Record<string, unknown>>;

/** A link as stored: by kind and key, so that documents are the same in every environment. */
export interface Link {
  readonly kind: 'entry' | 'asset';
  readonly key: string;
}

/** A content type of kind `component`, by which the values inside of values are read. */
export interface Component {
  /** Number of the content type; values are stored under it. */
  readonly number: number;
  readonly apiId: string;
  /** The visible fields, in order. */
  readonly fields: readonly Field[];
  /** Removed fields that held data. */
  readonly hiddenFields: readonly Field[];
}

/** The components of a model. */
export interface Components {
  componentByNumber(number: number): Component | undefined;
  componentByApiId(apiId: string): Component | undefined;
}

/** Those of values that have nothing inside. */
export const NO_COMPONENTS: Components = { componentByNumber: () => undefined, componentByApiId: () => undefined };

/** One component in a stored value: what a field of type `component` holds, or one item of a field of type `blocks`. */
export interface Block {
  /** Unique in its value; absent in a field of type `component`. */
  readonly id?: string;
  /** Number of the component. */
  readonly type: number;
  readonly fields: Document;
}
