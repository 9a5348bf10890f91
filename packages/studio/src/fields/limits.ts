/** The limits of a value that the model tells, and which of them a value breaks. The server has the last word. */
import type { Validations } from '../../../contract/src/fields.ts';
import type { StudioFieldType, ValueModel } from './field-type.ts';

export function limitsOf(field: ValueModel): Validations {
  return (field.validations ?? {}) as Validations;
}

/** A pattern of hex digits behind a hash, of one length or several. */
const COLOUR_PATTERN = /^\^?#(?:\(\?:)?\[[0-9a-fA-F-]+\]/;
/** Whether the model says that the field holds a colour. */
export function isColour(field: ValueModel): boolean {
  const { format, pattern } = limitsOf(field);
  return format === 'color' || (pattern !== undefined && COLOUR_PATTERN.test(pattern));
}

/** How long a value is and may be. */
export interface LengthCheck {
  readonly length: number;
  readonly least: number;
  /** Infinity without a limit. */
  readonly most: number;
  readonly unit: 'characters' | 'items';
  readonly broken: boolean;
}

/** The share of the most characters from which on somebody who writes wants to know how many are left. */
const NEAR_SHARE = 0.8;

/** Whether the length of a value is worth a word: one of text only near a limit or beyond it. */
export function isLengthTold({ length, least, most, unit }: Omit<LengthCheck, 'broken'>): boolean {
  if (least === 0 && most === Number.POSITIVE_INFINITY) return false;
  return unit === 'items' || length < least || length >= most * NEAR_SHARE;
}

/** Compares the length of a value with what the model allows; null for types without a length. An absent value breaks nothing. */
export function checkLength(type: StudioFieldType, field: ValueModel, value: unknown): LengthCheck | null {
  if (type.length === undefined) return null;
  const { unit } = type.length;
  const limits = limitsOf(field);
  const least = (unit === 'items' ? limits.min_items : limits.min_length) ?? 0;
  const most = (unit === 'items' ? limits.max_items : limits.max_length) ?? Number.POSITIVE_INFINITY;
  const length = type.length.of(value);
  return { length, least, most, unit, broken: value !== undefined && (length < least || length > most) };
}
