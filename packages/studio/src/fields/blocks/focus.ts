/** Where the focus goes after something was added, moved or removed. */
import type { RefObject } from 'react';

const FOCUSABLE =
  'input:not([type="hidden"]):not([readonly]), textarea:not([readonly]), select, [contenteditable="true"], button:enabled';
/** Frames in which what was added is made. */
const FRAMES_MOST = 60;

/** Gives the focus to the first input inside of the element, once it is there: of the inputs first, else of the buttons. */
export function focusFirst(
  element: RefObject<HTMLElement | null> | (() => HTMLElement | null),
  frames = FRAMES_MOST,
): void {
  requestAnimationFrame(() => {
    const found = typeof element === 'function' ? element() : element.current;
    const all = [...(found?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const target = all.find((one) => one.tagName !== 'BUTTON') ?? (frames === 0 ? all[0] : undefined);
    if (target !== undefined) target.focus();
    else if (frames > 0) focusFirst(element, frames - 1);
  });
}
