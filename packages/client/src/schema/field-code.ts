/** How types and fields stand in code. Invariant: a field type, or a limit that it takes, does not compile before it is here. */
import type { ContentTypeKind } from '../../../contract/src/content-types.ts';
import type { FieldTypeName, ValidationName } from '../../../contract/src/fields.ts';

/** The functions that define content types. */
export const definers = { entry: 'defineType', component: 'defineComponent' } as const satisfies Record<
  ContentTypeKind,
  string
>;

/** The function that makes a field of a type, and what its settings call the limits on values. */
export interface FieldCode {
  readonly builder: string;
  /** By the name in code. `content_types` is not among them: links name the types themselves. */
  readonly limits: Readonly<Partial<Record<string, ValidationName>>>;
}

const lengths = { min: 'min_length', max: 'max_length' } as const;
const items = { min: 'min_items', max: 'max_items' } as const;
const range = { min: 'min', max: 'max' } as const;
const words = { ...lengths, pattern: 'pattern', in: 'in', format: 'format' } as const;
const files = { mimeTypes: 'mime_types', maxSize: 'max_size' } as const;

export const fieldCode: Readonly<Record<FieldTypeName, FieldCode>> = {
  string: { builder: 'string', limits: words },
  text: { builder: 'text', limits: words },
  rich_text: { builder: 'richText', limits: { ...lengths, nodes: 'nodes', marks: 'marks', ...files } },
  slug: { builder: 'slug', limits: { ...lengths, pattern: 'pattern', in: 'in' } },
  integer: { builder: 'integer', limits: { ...range, in: 'in' } },
  number: { builder: 'number', limits: { ...range, in: 'in' } },
  boolean: { builder: 'boolean', limits: {} },
  date: { builder: 'date', limits: range },
  datetime: { builder: 'datetime', limits: range },
  json: { builder: 'json', limits: {} },
  location: { builder: 'location', limits: {} },
  entry: { builder: 'entry', limits: {} },
  asset: { builder: 'asset', limits: files },
  array: { builder: 'list', limits: { ...items, uniqueItems: 'unique_items' } },
  component: { builder: 'component', limits: {} },
  blocks: { builder: 'blocks', limits: items },
};

/** What the settings of every field may say beside limits, as the service names it. */
export const commonSettings = {
  name: 'name',
  help: 'help',
  required: 'required',
  localized: 'localized',
  unique: 'unique',
  default: 'default',
  restore: 'restore',
} as const;
