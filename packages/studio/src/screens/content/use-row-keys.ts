/** The keys of a list of rows of which only those in sight are in the page. */
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { Entry } from '../../api/types.ts';

interface RowKeysParts {
  readonly entries: readonly Entry[];
  readonly viewport: RefObject<HTMLElement | null>;
  /** Pixels. */
  readonly rowHeight: number;
  /** Brings a row into sight, and so into the page. */
  readonly scrollTo: (row: number) => void;
  readonly open: (entry: Entry) => void;
  readonly openInTab: (entry: Entry) => void;
  readonly toggle: (entry: Entry) => void;
}

interface RowKeys {
  /** The row that Tab leads to. */
  readonly current: number;
  /** Notes that a row has the focus. */
  readonly reach: (row: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export function useRowKeys(parts: RowKeysParts): RowKeys {
  const { entries, viewport, rowHeight, scrollTo, open, openInTab, toggle } = parts;
  const [current, setCurrent] = useState(0);
  const last = entries.length - 1;

  const goTo = (index: number) => {
    const row = Math.max(0, Math.min(last, index));
    setCurrent(row);
    scrollTo(row);
    requestAnimationFrame(() => viewport.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const entry = entries[current];
    // The box of a row keeps its own keys; its link, which a press for another tab leaves the focus in, has none.
    if (!(event.target as HTMLElement).matches('[data-row], [data-row] a')) return;
    const page = Math.max(1, Math.floor((viewport.current?.clientHeight ?? 0) / rowHeight) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: last,
    };
    const move = moves[event.key];
    if (move !== undefined) goTo(move);
    else if (event.key === 'Enter' && entry !== undefined) {
      if (event.ctrlKey || event.metaKey) openInTab(entry);
      else open(entry);
    } else if (event.key === ' ' && entry !== undefined) toggle(entry);
    else return;
    event.preventDefault();
  };
  return { current: Math.min(current, last), reach: setCurrent, onKeyDown };
}
