/** What arrays know of the types that their items can have. */
import type { FieldType as FieldTypeName } from '../api/types.ts';

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
