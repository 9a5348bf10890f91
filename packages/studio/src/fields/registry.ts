/** All field types. A new one is a file of its own and a line here. */
import type { FieldType as FieldTypeName } from '../api/types.ts';
import { arrayType } from './array.tsx';
import { blocksType } from './blocks.tsx';
import { booleanType } from './boolean.tsx';
import { componentType } from './component.tsx';
import { dateType } from './date.tsx';
import { datetimeType } from './datetime.tsx';
import type { StudioFieldType, ValueModel } from './field-type.ts';
import { integerType } from './integer.tsx';
import { jsonType } from './json.tsx';
import { assetType } from './links/asset.tsx';
import { entryType } from './links/entry.tsx';
import { locationType } from './location.tsx';
import { numberType } from './number.tsx';
import { richTextType } from './rich-text.tsx';
import { slugType } from './slug.tsx';
import { stringType } from './string.tsx';
import { textType } from './text.tsx';

const types: Readonly<Record<FieldTypeName, StudioFieldType>> = {
  string: stringType,
  text: textType,
  rich_text: richTextType,
  slug: slugType,
  integer: integerType,
  number: numberType,
  boolean: booleanType,
  date: dateType,
  datetime: datetimeType,
  json: jsonType,
  location: locationType,
  entry: entryType,
  asset: assetType,
  array: arrayType,
  component: componentType,
  blocks: blocksType,
};

/** What Studio does with the values of a field. */
export function fieldTypeOf(field: Pick<ValueModel, 'type'>): StudioFieldType {
  return types[field.type];
}
