/** A content type as the running service holds it. */
import type { ContentTypeKind } from '../../../../contract/src/content-types.ts';
import type { Layout } from '../../../../contract/src/layout.ts';
import type { Field } from '../fields/field.ts';
import { fieldNamed } from './former-ids.ts';

/** A removed field whose values are kept. A new field with the same id and type can restore them. */
export interface HiddenField extends Field {
  /** Entries that held a value when the field was removed. */
  readonly entries: number;
}

export interface ContentType {
  /** Immutable, unique in the environment, from 1. */
  readonly number: number;
  /** Never changes. */
  readonly kind: ContentTypeKind;
  /** Its key: its name in the API. Never changes. */
  readonly apiId: string;
  readonly name: string;
  readonly description: string;
  /** Number of the display field; null if there is none. */
  readonly displayField: number | null;
  /** Number of the slug field; null for types without URLs of their own. */
  readonly slugField: number | null;
  /** Template of the address of the page that shows a draft; null if there is none. */
  readonly previewUrl: string | null;
  /** Of a component: key of the image asset that shows what it looks like, which may have been deleted; null for none. */
  readonly previewPicture: string | null;
  /** Whether delivery and preview show values under the former ids of their fields too. */
  readonly deliverFormerIds: boolean;
  /** How the form of entries is laid out, by the numbers of fields; null for the usual form. */
  readonly layout: Layout<number> | null;
  /** The visible fields, in order. */
  readonly fields: readonly Field[];
  /** Removed fields that held data, in the order of removal. */
  readonly hiddenFields: readonly HiddenField[];
  /** The number of the next new field. */
  readonly nextFieldNumber: number;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The fields of a content type whose values are stored: the visible and the hidden ones. */
export function allFields({ fields, hiddenFields }: Pick<ContentType, 'fields' | 'hiddenFields'>): readonly Field[] {
  return [...fields, ...hiddenFields];
}

/** The visible field that has that id, or else had it. */
export function fieldById(type: ContentType, id: string): Field | undefined {
  return fieldNamed(type.fields, id);
}

/** The visible field with that number. */
export function fieldByNumber(type: ContentType, number: number | null): Field | undefined {
  return number === null ? undefined : type.fields.find((field) => field.number === number);
}
