/** What lists and the form of a field know of each type. Apart from `registry.ts`, as they load the types only to show or filter by a field. */
import type { FieldType as FieldTypeName } from '../api/types.ts';

interface Traits {
  /** Whether a list can be ordered by it. */
  readonly orderable: boolean;
  /** How the form of a field has its default, its bounds and its choices typed; null for a type without a default. */
  readonly typed: 'text' | 'date' | 'number' | 'boolean' | null;
  /** Shown where a bound that is a text is typed. */
  readonly example?: string;
}

/** Of every type, in the order in which the form of a field offers them. */
export const traits: Readonly<Record<FieldTypeName, Traits>> = {
  string: { orderable: true, typed: 'text' },
  text: { orderable: false, typed: 'text' },
  rich_text: { orderable: false, typed: null },
  slug: { orderable: true, typed: null },
  integer: { orderable: true, typed: 'number' },
  number: { orderable: true, typed: 'number' },
  boolean: { orderable: true, typed: 'boolean' },
  date: { orderable: true, typed: 'date' },
  datetime: { orderable: true, typed: 'text', example: '2026-11-21T10:00:00Z' },
  entry: { orderable: false, typed: null },
  asset: { orderable: false, typed: null },
  array: { orderable: false, typed: null },
  json: { orderable: false, typed: null },
  location: { orderable: false, typed: null },
};
