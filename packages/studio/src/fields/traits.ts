/** The name of each field type, and how the settings of a field of it are typed. Apart from `registry.ts`, as they load the types only to show or filter by a field. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldTypeName } from '../../../contract/src/fields.ts';

interface Traits {
  readonly name: MessageDescriptor;
  /** How the form of a field has its default, its bounds and its choices typed; null for a type without a default. */
  readonly typed: 'text' | 'date' | 'number' | 'boolean' | null;
  /** Shown where a bound that is a text is typed. */
  readonly example?: string;
}

/** Of every type. */
export const traits: Readonly<Record<FieldTypeName, Traits>> = {
  string: { name: msg`Short text`, typed: 'text' },
  text: { name: msg`Text`, typed: 'text' },
  rich_text: { name: msg`Rich text`, typed: null },
  slug: { name: msg`Slug`, typed: null },
  integer: { name: msg`Whole number`, typed: 'number' },
  number: { name: msg`Number`, typed: 'number' },
  boolean: { name: msg`Yes or no`, typed: 'boolean' },
  date: { name: msg`Date`, typed: 'date' },
  datetime: { name: msg`Date and time`, typed: 'text', example: '2026-11-21T10:00:00Z' },
  entry: { name: msg`Entry`, typed: null },
  asset: { name: msg`File`, typed: null },
  array: { name: msg`List`, typed: null },
  component: { name: msg`Component`, typed: null },
  blocks: { name: msg`Blocks`, typed: null },
  json: { name: msg`JSON`, typed: null },
  location: { name: msg`Location`, typed: null },
};
