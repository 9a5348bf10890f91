/** The types that the items of an array can have. Separate from the registry to avoid an import cycle with `array`. */

import { type ItemTypeName, itemTypeNames } from '../../../../contract/src/fields.ts';
import { assetType } from './asset.ts';
import { entryType } from './entry.ts';
import type { FieldType } from './field-type.ts';
import { integerType } from './integer.ts';
import { numberType } from './number.ts';
import { stringType } from './string.ts';

const itemTypes: Readonly<Record<ItemTypeName, FieldType>> = {
  string: stringType,
  integer: integerType,
  number: numberType,
  entry: entryType,
  asset: assetType,
};

/** The type of an array's items. */
export function itemType(name: ItemTypeName): FieldType {
  return itemTypes[name];
}

/** Whether an array can have items of the type with that name. */
export function isItemTypeName(name: unknown): name is ItemTypeName {
  return itemTypeNames.some((known) => known === name);
}
