/** A list of results below a search field, walked through by the arrow keys while the focus stays in the field. */
import { type KeyboardEvent, useEffect, useId, useState } from 'react';

export interface ResultList {
  /** Id of the element with the role `listbox`. */
  readonly id: string;
  /** What makes the search field the one that walks through the list. */
  readonly field: {
    readonly role: 'combobox';
    readonly 'aria-expanded': true;
    readonly 'aria-controls': string;
    readonly 'aria-activedescendant': string | undefined;
    onKeyDown(event: KeyboardEvent): void;
  };
  /** What makes an element the result at a place. @param isSelected by default, the active one is */
  option(index: number, isSelected?: boolean): ResultOption;
}

export interface ResultOption {
  readonly id: string;
  readonly role: 'option';
  readonly 'aria-selected': boolean;
  readonly 'data-active': true | undefined;
  onClick(): void;
  onMouseMove(): void;
}

/**
 * @param ids of the results, in their order
 * @param columns results in a row: 1 for a list
 * @param take is called with the place of a result that is clicked, or active on Enter
 */
export function useResultList(ids: readonly string[], columns: number, take: (index: number) => void): ResultList {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const shown = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results begin at the first one
  useEffect(() => setChosen(0), [shown]);
  const last = ids.length - 1;
  const active = Math.min(chosen, Math.max(0, last));
  const optionId = (index: number) => `${id}-${index}`;

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
    setChosen(Math.max(0, Math.min(last, active + step)));
  }

  return {
    id,
    field: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': id,
      'aria-activedescendant': ids.length === 0 ? undefined : optionId(active),
      onKeyDown,
    },
    option: (index, isSelected = index === active) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': isSelected,
      'data-active': index === active || undefined,
      onClick: () => take(index),
      onMouseMove: () => setChosen(index),
    }),
  };
}
