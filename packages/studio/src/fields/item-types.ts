/** What arrays know of the types that their items can have. */
import type { FieldType as FieldTypeName } from '../api/types.ts';
import type { ValueModel } from './field-type.ts';

interface ItemType {
  /** The kind of what is linked to; missing for values. */
  readonly link?: 'entry' | 'asset';
  readonly numeric?: boolean;
}

export const itemTypes: Partial<Readonly<Record<FieldTypeName, ItemType>>> = {
  string: {},
  integer: { numeric: true },
  number: { numeric: true },
  entry: { link: 'entry' },
  asset: { link: 'asset' },
};

/** The items of an array as a field of their own. */
export function itemModel(field: ValueModel): ValueModel {
  const { type = 'string', validations } = field.items ?? {};
  return { id: field.id, name: field.name, type, ...(validations === undefined ? {} : { validations }) };
}
