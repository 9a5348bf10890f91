/** Which types a list can be ordered by. Apart from `registry.ts`, as lists load the types only to show or filter by a field. */
import type { FieldType as FieldTypeName } from '../api/types.ts';

export const orderable: Readonly<Record<FieldTypeName, boolean>> = {
  string: true,
  text: false,
  rich_text: false,
  slug: true,
  integer: true,
  number: true,
  boolean: true,
  date: true,
  datetime: true,
  json: false,
  location: false,
  entry: false,
  asset: false,
  array: false,
};
