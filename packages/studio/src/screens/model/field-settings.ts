/** What the model may say of a field of each type. The server knows the same and has the last word. */
import type { FieldType } from '../../api/types.ts';

export const VALIDATIONS = [
  'in',
  'format',
  'pattern',
  'min_length',
  'max_length',
  'min',
  'max',
  'min_items',
  'max_items',
  'unique_items',
  'content_types',
  'mime_types',
  'max_size',
  'nodes',
  'marks',
] as const;
export type Validation = (typeof VALIDATIONS)[number];

interface TypeSettings {
  readonly validations: readonly Validation[];
  readonly mayBeUnique: boolean;
  /** Whether it can be what entries are called by. */
  readonly mayBeDisplayed: boolean;
  /** Whether a value to begin with can be typed in one line. */
  readonly mayHaveDefault: boolean;
}

const words: readonly Validation[] = ['in', 'format', 'pattern', 'min_length', 'max_length'];
const nothing: TypeSettings = { validations: [], mayBeUnique: false, mayBeDisplayed: false, mayHaveDefault: false };
const single: TypeSettings = { ...nothing, mayHaveDefault: true };

/** The types in the order in which they are offered, with what each takes. */
export const fieldSettings: Readonly<Record<FieldType, TypeSettings>> = {
  string: { ...single, validations: words, mayBeUnique: true, mayBeDisplayed: true },
  text: { ...single, validations: words, mayBeUnique: true, mayBeDisplayed: true },
  rich_text: {
    ...nothing,
    validations: ['nodes', 'marks', 'min_length', 'max_length', 'content_types', 'mime_types', 'max_size'],
  },
  slug: {
    ...nothing,
    validations: ['pattern', 'min_length', 'max_length', 'in'],
    mayBeUnique: true,
    mayBeDisplayed: true,
  },
  integer: { ...single, validations: ['min', 'max', 'in'], mayBeUnique: true },
  number: { ...single, validations: ['min', 'max', 'in'], mayBeUnique: true },
  boolean: single,
  date: { ...single, validations: ['min', 'max'], mayBeUnique: true },
  datetime: { ...single, validations: ['min', 'max'], mayBeUnique: true },
  entry: { ...nothing, validations: ['content_types'] },
  asset: { ...nothing, validations: ['mime_types', 'max_size'] },
  array: { ...nothing, validations: ['min_items', 'max_items', 'unique_items'] },
  json: nothing,
  location: nothing,
};

/** The types that items of an array may have. */
export const itemTypes = ['string', 'integer', 'number', 'entry', 'asset'] as const;

/** The nodes and marks of rich text that a field can allow (INTERFACE.md §4). */
export const richTextNodes = [
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'hardBreak',
  'table',
  'entryBlock',
  'entryInline',
  'assetBlock',
] as const;
export const richTextMarks = [
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'superscript',
  'subscript',
  'link',
  'entryLink',
  'assetLink',
] as const;
