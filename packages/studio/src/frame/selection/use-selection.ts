/** Which items of a list are selected, and how check boxes and keys change that: one by one, in ranges, all that are loaded. */
import { useCallback, useRef } from 'react';

export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
}

/**
 * Selects an item, or deselects it.
 * @param id of the item
 * @param range selects all from another one to it; without `from`, from the one that was changed last
 */
export type Toggle = (id: string, range?: { readonly from?: string }) => void;

/** The function that check boxes and keys call. It stays the same, so that it makes no row render again. @param items in order */
export function useToggle(items: readonly { readonly id: string }[], { selected, select }: Selection): Toggle {
  const latest = useRef({ items, selected, select });
  latest.current = { items, selected, select };
  const last = useRef<string | null>(null);
  return useCallback((id, range) => {
    const now = latest.current;
    const from = range === undefined ? null : (range.from ?? last.current);
    last.current = id;
    now.select(withToggled(now.items, now.selected, { id, from }));
  }, []);
}

/** The range that a press of a box asks for: with Shift, from the box that was pressed last. */
export function rangeOf(event: Event): { readonly from?: string } | undefined {
  return 'shiftKey' in event && event.shiftKey === true ? {} : undefined;
}

/**
 * The selection after an item was toggled.
 * @param from where a range begins: all up to the item are selected; null, or what is not listed, for the item alone
 */
export function withToggled(
  items: readonly { readonly id: string }[],
  selected: ReadonlySet<string>,
  { id, from }: { readonly id: string; readonly from: string | null },
): ReadonlySet<string> {
  const [start, end] = [from, id].map((one) => items.findIndex((item) => item.id === one)).toSorted((a, b) => a - b);
  if (from !== null && start !== undefined && end !== undefined && start >= 0)
    return new Set([...selected, ...items.slice(start, end + 1).map((item) => item.id)]);
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
