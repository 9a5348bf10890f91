/** Inputs of text that the browser fills as somebody types: React is no part of showing a character. */
import { type ChangeEvent, type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { shownLines, typedInto } from './line-ends.ts';
import { changeShown } from './shown-already.ts';
import { textOf } from './text-value.ts';

interface TypedText<Element> {
  readonly ref: RefObject<Element | null>;
  readonly defaultValue: string;
  onChange(event: ChangeEvent<Element>): void;
}

/**
 * Keeps an input and a value alike.
 * @param value that of the store; what is no text is shown as none
 * @param onChange takes the text that is typed, undefined without any, and has it in the store when it returns
 * @returns properties of the input
 */
export function useTypedText<Element extends HTMLInputElement | HTMLTextAreaElement>(
  value: unknown,
  onChange: (value: string | undefined) => void,
): TypedText<Element> {
  const text = textOf(value);
  const ref = useRef<Element>(null);
  const latest = useRef(text);
  const [defaultValue] = useState(() => shownLines(text));
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);

  // Usually the input shows the value already, as it was typed into it.
  useLayoutEffect(() => {
    latest.current = text;
    const input = ref.current;
    const shown = shownLines(text);
    if (input === null || input.value === shown) return;
    input.value = shown;
    // An area measures how high its text is as it is rendered.
    renderAgain();
  });

  function type({ currentTarget }: ChangeEvent<Element>): void {
    latest.current = typedInto(latest.current, currentTarget.value);
    changeShown(() => onChange(latest.current || undefined));
  }

  return { ref, defaultValue, onChange: type };
}
