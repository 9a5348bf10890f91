/** A list of results below a search field, walked through by the arrow keys while the focus stays in the field. */
import { type KeyboardEvent, useEffect, useState } from 'react';

interface ListKeys {
  /** Place of the result that Enter takes. */
  readonly active: number;
  setActive(index: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * @param ids of the results, in their order
 * @param columns results in a row: 1 for a list
 * @param take is called with the place of a result on Enter
 */
export function useListKeys(ids: readonly string[], columns: number, take: (index: number) => void): ListKeys {
  const [active, setActive] = useState(0);
  const shown = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results begin at the first one
  useEffect(() => setActive(0), [shown]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (ids.length > 0) take(active);
      return;
    }
    const step = { ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setActive(Math.max(0, Math.min(ids.length - 1, active + step)));
  }

  return { active: Math.min(active, Math.max(0, ids.length - 1)), setActive, onKeyDown };
}
