/** Puts what floats over a text beside a part of it, in the room that is seen of it, and never over that part. */
import type { Editor, Range } from '@tiptap/core';
import { type RefObject, useLayoutEffect } from 'react';

const GAP_PIXELS = 6;

export type Side = 'above' | 'below';

/**
 * Keeps an element beside a range, as long as it is shown.
 * @param shown is positioned in the frame of the text
 * @param range null while nothing is shown
 * @param wanted where it stands if there is room
 */
export function useFloating(
  shown: RefObject<HTMLElement | null>,
  editor: Editor,
  range: Range | null,
  wanted: Side,
): void {
  const [from, to] = [range?.from ?? null, range?.to ?? null];
  useLayoutEffect(() => {
    const floating = shown.current;
    if (floating === null || from === null || to === null) return;
    const place = () => placeBeside(floating, editor, { from, to }, wanted);
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(floating);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [shown, editor, from, to, wanted]);
}

/** Places an element above or below a range; where neither is in sight, it is not shown, unless it has the focus. */
function placeBeside(floating: HTMLElement, { view, state }: Editor, { from, to }: Range, wanted: Side): void {
  const holder = floating.offsetParent;
  // The document may have become shorter before this was drawn again.
  const end = Math.min(to, state.doc.content.size);
  if (holder === null || from > end) return;
  const frame = holder.getBoundingClientRect();
  const [first, last] = [view.coordsAtPos(from, 1), view.coordsAtPos(end, from === end ? 1 : -1)];
  const { offsetHeight: height, offsetWidth: width } = floating;
  const seen = {
    top: holder.querySelector('[role="toolbar"]')?.getBoundingClientRect().bottom ?? 0,
    bottom: innerHeight,
  };
  const above = first.top - height - GAP_PIXELS;
  const below = last.bottom + GAP_PIXELS;
  const fits = { above: above >= seen.top, below: below >= seen.top && below + height <= seen.bottom };
  const other = wanted === 'above' ? 'below' : 'above';
  const side = fits[wanted] ? wanted : fits[other] ? other : null;
  const isHidden = side === null && !floating.contains(document.activeElement);
  const begin = getComputedStyle(view.dom).direction === 'rtl' ? first.right - width : first.left;
  const left = Math.max(0, Math.min(begin - frame.left, frame.width - width));
  floating.style.visibility = isHidden ? 'hidden' : '';
  floating.style.left = `${left}px`;
  // In full screen, the frame scrolls.
  floating.style.top = `${(side === 'above' ? above : below) - frame.top + holder.scrollTop}px`;
}
