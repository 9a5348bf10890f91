/** Where the focus goes after something was added, moved or removed. */
import type { RefObject } from 'react';

const FOCUSABLE =
  'input:not([type="hidden"]):not([readonly]), textarea:not([readonly]), select, [contenteditable="true"], button:enabled';
/** Frames in which what was added is made. */
const FRAMES_MOST = 60;

/**
 * Gives the focus to the first input inside of the element, once it is there, or else to the first button. Whoever presses something
 * meanwhile keeps the focus where they have it.
 */
export function focusFirst(element: RefObject<HTMLElement | null> | (() => HTMLElement | null)): void {
  const pressed = new AbortController();
  const stop = () => pressed.abort();
  for (const kind of ['keydown', 'pointerdown'])
    document.addEventListener(kind, stop, { capture: true, once: true, signal: pressed.signal });
  look(FRAMES_MOST);

  function look(frames: number): void {
    requestAnimationFrame(() => {
      if (pressed.signal.aborted) return;
      const found = typeof element === 'function' ? element() : element.current;
      const all = [...(found?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
      const target = all.find((one) => one.tagName !== 'BUTTON') ?? (frames === 0 ? all[0] : undefined);
      if (target === undefined && frames > 0) return look(frames - 1);
      stop();
      target?.focus();
    });
  }
}
