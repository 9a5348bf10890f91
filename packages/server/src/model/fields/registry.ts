/** The one list of field types. A new type is a file of its own, its name in the contract, and a line here. */

import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import { arrayType } from './array.ts';
import { assetType } from './asset.ts';
import { blocksType } from './blocks.ts';
import { booleanType } from './boolean.ts';
import { componentType } from './component.ts';
import { dateType } from './date.ts';
import { datetimeType } from './datetime.ts';
import { entryType } from './entry.ts';
import type { FieldType } from './field-type.ts';
import { integerType } from './integer.ts';
import { jsonType } from './json.ts';
import { locationType } from './location.ts';
import { numberType } from './number.ts';
import { richTextType } from './rich-text.ts';
import { slugType } from './slug.ts';
import { stringType } from './string.ts';
import { textType } from './text.ts';

const byName: Readonly<Record<FieldTypeName, FieldType>> = {
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

/** Every field type, in documentation order. */
export const fieldTypes: readonly FieldType[] = Object.values(byName);

/** The field type with that name. */
export function fieldType(name: FieldTypeName): FieldType {
  return byName[name];
}
