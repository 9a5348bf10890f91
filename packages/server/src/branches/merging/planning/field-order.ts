/** The order of the fields of a merged content type. Pure. */
import type { FieldState, TypeState } from './type-state.ts';

/**
 * Orders merged fields as in the target, or as in the source if only the source moved fields. A field that exists only on the other
 * side is placed after its predecessor there.
 */
export function mergedOrder(
  fields: readonly FieldState[],
  { base, target, source }: { base: TypeState | undefined; target: TypeState; source: TypeState },
): FieldState[] {
  const bySlot = new Map(fields.map((field) => [field.slot, field]));
  const slotsIn = (type: TypeState) => type.fields.map(({ slot }) => slot).filter((slot) => bySlot.has(slot));
  const [here, there] = [slotsIn(target), slotsIn(source)];
  const moved = (slots: readonly string[]) => base !== undefined && isMoved(slotsIn(base), slots);
  const [first, second] = moved(there) && !moved(here) ? [there, here] : [here, there];
  const order = [...first];
  for (const [index, slot] of second.entries()) {
    if (order.includes(slot)) continue;
    const before = second[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, slot);
  }
  return order.flatMap((slot) => bySlot.get(slot) ?? []);
}

/** Whether the slots common to both lists are in a different order. */
function isMoved(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  const common = after.filter((slot) => known.has(slot));
  const kept = new Set(common);
  return before.filter((slot) => kept.has(slot)).join(' ') !== common.join(' ');
}
