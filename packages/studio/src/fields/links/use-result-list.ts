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

interface ResultListParts {
  /** Of the results, in their order. */
  readonly ids: readonly string[];
  /** Results in a row: 1 for a list. */
  readonly columns: number;
  /** Whether they are those of words that were typed before: Enter waits then for those of the words that are there. */
  readonly isBehind: boolean;
  /** Is called with the place of a result that is clicked, or active on Enter. */
  readonly take: (index: number) => void;
}

export function useResultList({ ids, columns, isBehind, take }: ResultListParts): ResultList {
  const id = useId();
  const [isEntered, setEntered] = useState(false);
  const [chosen, setChosen] = useState(0);
  const shown = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results begin at the first one
  useEffect(() => setChosen(0), [shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was entered is taken once, when the results are there
  useEffect(() => {
    if (!isEntered || isBehind) return;
    setEntered(false);
    if (ids.length > 0) take(0);
  }, [isEntered, isBehind]);
  const last = ids.length - 1;
  const active = Math.min(chosen, Math.max(0, last));
  const optionId = (index: number) => `${id}-${index}`;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const isEnter = event.key === 'Enter';
    setEntered(isEnter && isBehind);
    if (isEnter) {
      event.preventDefault();
      if (!isBehind && ids.length > 0) take(active);
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
