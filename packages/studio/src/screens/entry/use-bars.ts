/** How far down the bars over an entry reach: what sticks below them, and what is scrolled to, keeps clear of them. */
import { type RefObject, useLayoutEffect } from 'react';

/** Room for the toolbar of a text below the bars, when the caret or the focus goes up. */
const TOOLBAR_PIXELS = 48;

/** Keeps `--bars` of the screen as the lower end of its head, whose lines depend on the width. @param head is sticky */
export function useBars(head: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = head.current;
    const screen = shown?.parentElement;
    if (!shown || !screen) return;
    const root = document.documentElement.style;
    const update = () => {
      const end = Number.parseFloat(getComputedStyle(shown).insetBlockStart) + shown.offsetHeight;
      screen.style.setProperty('--bars', `${end}px`);
      root.scrollPaddingBlockStart = `${end + TOOLBAR_PIXELS}px`;
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(shown);
    return () => {
      sizes.disconnect();
      root.scrollPaddingBlockStart = '';
    };
  }, [head]);
}
