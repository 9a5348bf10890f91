/** The keys of a list of items of which only those in sight are in the page, in one column or in several. */
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { Toggle } from './use-selection.ts';

interface ItemKeysParts<Item> {
  readonly items: readonly Item[];
  /** How many stand beside one another. */
  readonly columns: number;
  readonly viewport: RefObject<HTMLElement | null>;
  /** Pixels. */
  readonly rowHeight: number;
  /** Brings an item into sight, and so into the page. */
  readonly scrollTo: (index: number) => void;
  readonly open: (item: Item) => void;
  readonly openInTab: (item: Item) => void;
  readonly toggle: Toggle;
  readonly selectAll: () => void;
}

interface ItemKeys {
  /** The item that Tab leads to. */
  readonly current: number;
  /** Notes that an item has the focus. */
  readonly reach: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Each item is an element with `data-row`, its place in the list. */
export function useItemKeys<Item extends { readonly id: string }>(parts: ItemKeysParts<Item>): ItemKeys {
  const { items, viewport, scrollTo, open, openInTab, toggle, selectAll } = parts;
  const [chosen, setCurrent] = useState(0);
  const current = Math.max(0, Math.min(chosen, items.length - 1));

  const goTo = (index: number) => {
    setCurrent(index);
    scrollTo(index);
    requestAnimationFrame(() => viewport.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    // A press of the box or, for another tab, of the link leaves the focus in them. The box keeps its own key.
    if (!target.matches('[data-row], [data-row] a, [data-row] input')) return;
    const item = items[current];
    if (item === undefined || (event.key === ' ' && target.matches('input'))) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const move = movesOf(parts, current)[event.key];
    if (move !== undefined) {
      const next = Math.max(0, Math.min(items.length - 1, move));
      goTo(next);
      if (event.shiftKey) toggle((items[next] as Item).id, { from: item.id });
    } else if (event.key === 'Enter') (isCommand ? openInTab : open)(item);
    else if (event.key === ' ' || (event.key === 'x' && !isCommand)) toggle(item.id);
    else if (event.key === 'a' && isCommand) selectAll();
    else return;
    event.preventDefault();
  };
  return { current, reach: setCurrent, onKeyDown };
}

/** Where keys lead from an item. */
function movesOf<Item>({ items, columns, viewport, rowHeight }: ItemKeysParts<Item>, from: number) {
  const element = viewport.current;
  const page = Math.max(1, Math.floor((element?.clientHeight ?? 0) / rowHeight) - 1) * columns;
  const onwards = element?.matches(':dir(rtl)') ? -1 : 1;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: items.length - 1,
  };
  const both: Readonly<Record<string, number>> = { ArrowRight: from + onwards, ArrowLeft: from - onwards };
  return columns === 1 ? moves : { ...moves, ...both };
}
