/** A content type as one side of a merge has it. A field is known by its slot, which means the same field on all sides. */
import { sameJson } from '../../../model/fields/document/changes.ts';

/** A field as one side has it. */
export interface FieldState {
  readonly slot: string;
  readonly id: string;
  /** Everything else of it that a request may give, such as `name`, `type` and `validations`. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A content type as one side has it. */
export interface TypeState {
  readonly name: string;
  readonly description: string;
  /** Slots; null for none. */
  readonly displayField: string | null;
  readonly slugField: string | null;
  readonly previewUrl: string | null;
  readonly fields: readonly FieldState[];
}

/** Whether two states of a type are the same in everything that is merged. */
export function sameType(one: TypeState, other: TypeState): boolean {
  return sameJson(one, other);
}

export function sameField(one: FieldState, other: FieldState): boolean {
  return one.id === other.id && sameJson(one.settings, other.settings);
}

export function fieldIn(type: TypeState | undefined, slot: string): FieldState | undefined {
  return type?.fields.find((field) => field.slot === slot);
}

/** The slots of types, each once. */
export function slotsOf(...types: readonly (TypeState | undefined)[]): string[] {
  return [...new Set(types.flatMap((type) => (type === undefined ? [] : type.fields.map(({ slot }) => slot))))];
}

export function idIn(type: TypeState | undefined, slot: string | null): string | undefined {
  return slot === null ? undefined : fieldIn(type, slot)?.id;
}

/** A type in a conflict: as a request gives it. */
export function shownType(type: TypeState): object {
  const { name, description, fields } = type;
  const named = {
    display_field: idIn(type, type.displayField) ?? null,
    slug_field: idIn(type, type.slugField) ?? null,
    preview_url: type.previewUrl,
  };
  return { name, description, ...named, fields: fields.map(shownField) };
}

export function shownField({ id, settings }: FieldState): object {
  return { id, ...settings };
}
