/** The requests that bring a content type of the target into its merged state. Pure. */
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { WholeContentType } from '../../../model/content-types/content-types.ts';
import type { Slots } from './slots.ts';
import { type FieldState, fieldIn, idIn, shownLayout, type TypeState } from './type-state.ts';

/** The type in the target. */
interface TargetType {
  readonly type: ContentType;
  readonly slots: Slots;
}

/**
 * Returns the requests in order; the last one produces the merged state. Two are needed when one field gives up its id and another
 * takes it: in a single request they would be the same field.
 * @param target undefined for a new type
 */
export function typeRequests(
  merged: TypeState,
  target: TargetType | undefined,
  base: TypeState | undefined,
): WholeContentType[] {
  const last = requestOf(merged, target, base);
  if (target === undefined) return [last];
  const isNew = (slot: string) => ![...target.slots.values()].includes(slot);
  /** Whether a field of the target has this id and gives it up, because it is removed or renamed. */
  const isLeft = ({ id, settings }: FieldState) =>
    target.type.fields.some((field) => {
      const after = fieldIn(merged, slotIn(target, field.number));
      return field.id === id && (after === undefined ? field.type === settings.type : after.id !== id);
    });
  const again = merged.fields.filter((field) => isNew(field.slot) && isLeft(field));
  if (again.length === 0) return [last];
  const without = { ...merged, fields: merged.fields.filter((field) => !again.includes(field)) };
  // By then the others have their new ids.
  const fields = last.fields?.map((field) => ({ ...(field as object), previous_id: undefined }));
  return [requestOf(without, target, base), { ...last, ...(fields && { fields }) }];
}

function requestOf(merged: TypeState, target: TargetType | undefined, base: TypeState | undefined): WholeContentType {
  const { name, description } = merged;
  const idOf = (slot: string | null) => (slot === null ? null : (fieldIn(merged, slot)?.id ?? null));
  return {
    ...(merged.kind === undefined ? {} : { kind: merged.kind }),
    name,
    description,
    display_field: idOf(merged.displayField),
    slug_field: idOf(merged.slugField),
    preview_url: merged.previewUrl,
    preview_picture: merged.previewPicture ?? null,
    ...(merged.deliverFormerIds === true ? { deliver_former_ids: true } : {}),
    layout: shownLayout(merged.layout, (slot) => idIn(merged, slot)),
    fields: merged.fields.map(({ slot, id, settings }) => ({ id, ...originOf(slot, id), ...settings })),
  };

  /** Where the field's values come from in the target. */
  function originOf(slot: string, id: string): object {
    const before = target?.type.fields.find(({ number }) => slotIn(target, number) === slot);
    if (before === undefined) return { restore: base !== undefined && fieldIn(base, slot) !== undefined };
    const { id: former } = before;
    const previous = former === id ? {} : { previous_id: former };
    return before.former_ids === undefined ? previous : { former_ids: [], ...previous };
  }
}

function slotIn({ slots }: TargetType, number: number): string {
  return slots.get(number) ?? '';
}
