/** How the settings of a field of each type are typed. Apart from `registry.ts`, as they load the types only to show or filter by a field. */
import type { FieldType as FieldTypeName } from '../api/types.ts';

interface Traits {
  /** How the form of a field has its default, its bounds and its choices typed; null for a type without a default. */
  readonly typed: 'text' | 'date' | 'number' | 'boolean' | null;
  /** Shown where a bound that is a text is typed. */
  readonly example?: string;
}

/** Of every type, in the order in which the form of a field offers them. */
export const traits: Readonly<Record<FieldTypeName, Traits>> = {
  string: { typed: 'text' },
  text: { typed: 'text' },
  rich_text: { typed: null },
  slug: { typed: null },
  integer: { typed: 'number' },
  number: { typed: 'number' },
  boolean: { typed: 'boolean' },
  date: { typed: 'date' },
  datetime: { typed: 'text', example: '2026-11-21T10:00:00Z' },
  entry: { typed: null },
  asset: { typed: null },
  array: { typed: null },
  json: { typed: null },
  location: { typed: null },
};
