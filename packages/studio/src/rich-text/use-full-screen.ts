/** A text over all else in the window: the keys that lead out of it, and the focus that stays in it. */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { slashMenuOf } from './actions/slash.ts';
import type { FullScreen } from './editor-props.ts';
import type { OpenEditor } from './open-editor.ts';

const STOPS = 'button:not([tabindex="-1"]), input, select, [contenteditable="true"], a[href]';

/** The properties of the frame of a text. @param full undefined where the text cannot fill the window */
export function useFullScreen(full: FullScreen | undefined, opened: OpenEditor | null, labelledBy: string) {
  const isFull = full?.isFull === true;
  const wasFull = useRef(isFull);
  const hadMenu = useRef(false);
  useLayoutEffect(() => {
    if (wasFull.current !== isFull) opened?.editor.commands.focus(null, { scrollIntoView: true });
    wasFull.current = isFull;
  }, [isFull, opened]);
  if (!isFull) return {};
  return {
    role: 'dialog',
    'aria-modal': true,
    'aria-labelledby': labelledBy,
    'data-full': true,
    // Before the text takes the key.
    onKeyDownCapture: () => {
      hadMenu.current = opened !== null && slashMenuOf(opened.editor.state) !== null;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // The text lets nothing else have Escape, whether or not it closes something with it.
      const isInText = opened?.editor.view.dom.contains(event.target as Node) === true;
      const isTaken = isInText ? hadMenu.current : event.defaultPrevented || isInMenu(event.target as Element);
      if (event.key === 'Tab') keepFocus(event);
      else if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isTaken) full.change(false);
    },
  };
}

/** Whether Escape closes a menu of the toolbar. */
function isInMenu(target: Element): boolean {
  return target.closest('[role="menu"], [aria-expanded="true"]') !== null;
}

/** Leads from the last stop of the Tab key to the first one, and back. */
function keepFocus(event: KeyboardEvent<HTMLElement>): void {
  const shown = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.checkVisibility());
  const [from, to] = event.shiftKey ? [shown.at(0), shown.at(-1)] : [shown.at(-1), shown.at(0)];
  if (event.defaultPrevented || document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
