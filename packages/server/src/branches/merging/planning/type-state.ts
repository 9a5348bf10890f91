/** A content type on one side of a merge. A field is identified by its slot, which means the same field on all sides. */
import type { ContentTypeKind } from '../../../../../contract/src/content-types.ts';
import { type Layout, renamedLayout } from '../../../../../contract/src/layout.ts';
import { sameJson } from '../../../../../contract/src/same-json.ts';

/** A field on one side. */
export interface FieldState {
  readonly slot: string;
  readonly id: string;
  /** All other settings that a request may contain, such as `name`, `type` and `validations`. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A content type on one side. */
export interface TypeState {
  /** Never changes; entry by default. */
  readonly kind?: ContentTypeKind | undefined;
  readonly name: string;
  readonly description: string;
  /** Slots; null for none. */
  readonly displayField: string | null;
  readonly slugField: string | null;
  readonly previewUrl: string | null;
  /** Key of an asset. */
  readonly previewPicture?: string | null | undefined;
  readonly deliverFormerIds?: boolean | undefined;
  /** By slots; null for none. */
  readonly layout?: Layout | null | undefined;
  readonly fields: readonly FieldState[];
}

/** Whether two states of a type are equal in everything that is merged. */
export function sameType(one: TypeState, other: TypeState): boolean {
  return sameJson(one, other);
}

export function sameField(one: FieldState, other: FieldState): boolean {
  return one.id === other.id && sameJson(one.settings, other.settings);
}

export function fieldIn(type: TypeState | undefined, slot: string): FieldState | undefined {
  return type?.fields.find((field) => field.slot === slot);
}

/** The distinct slots of the types. */
export function slotsOf(...types: readonly (TypeState | undefined)[]): string[] {
  return [...new Set(types.flatMap((type) => (type === undefined ? [] : type.fields.map(({ slot }) => slot))))];
}

export function idIn(type: TypeState | undefined, slot: string | null): string | undefined {
  return slot === null ? undefined : fieldIn(type, slot)?.id;
}

/** The layout of a type as a request has it, without the slots that have no id. */
export function shownLayout(
  layout: Layout | null | undefined,
  idOf: (slot: string) => string | undefined,
): Layout | null {
  return layout === null || layout === undefined ? null : renamedLayout(layout, idOf);
}

/** The id of a slot on the first of the sides that has it. */
export function idInAny(types: readonly (TypeState | undefined)[], slot: string | null): string | undefined {
  return types.map((type) => idIn(type, slot)).find((id) => id !== undefined);
}

/** A type in a conflict, in the form of a request. */
export function shownType(type: TypeState): object {
  const { kind, name, description, fields } = type;
  const named = {
    display_field: idIn(type, type.displayField) ?? null,
    slug_field: idIn(type, type.slugField) ?? null,
    preview_url: type.previewUrl,
    ...(type.previewPicture ? { preview_picture: type.previewPicture } : {}),
    ...(type.deliverFormerIds === true ? { deliver_former_ids: true } : {}),
    layout: shownLayout(type.layout, (slot) => idIn(type, slot)),
  };
  return { ...(kind === 'component' ? { kind } : {}), name, description, ...named, fields: fields.map(shownField) };
}

export function shownField({ id, settings }: FieldState): object {
  return { id, ...settings };
}
