/** The limits of a value that the model tells, and which of them a value breaks. The server has the last word. */
import type { StudioFieldType, ValueModel } from './field-type.ts';

/** The validations that a field may have, as the API names them. */
export interface Limits {
  readonly min?: number | string;
  readonly max?: number | string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly pattern?: string;
  readonly in?: readonly (string | number)[];
  readonly format?: 'email' | 'url' | 'color' | 'uuid';
  readonly content_types?: readonly string[];
  readonly mime_types?: readonly string[];
  readonly max_size?: number;
  readonly min_items?: number;
  readonly max_items?: number;
  readonly unique_items?: boolean;
  readonly nodes?: readonly string[];
  readonly marks?: readonly string[];
}

export function limitsOf(field: ValueModel): Limits {
  return (field.validations ?? {}) as Limits;
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

/** Characters as people and the server count them: code points, not UTF-16 units. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
