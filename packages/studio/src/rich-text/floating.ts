/** Puts what floats over a text beside a part of it, in the room that is seen of it, and never over that part. */
import type { Editor, Range } from '@tiptap/core';
import { type RefObject, useLayoutEffect } from 'react';

const GAP_PIXELS = 6;
/** What is shown of a long list at least. */
const ROOM_MIN_PIXELS = 96;

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

/**
 * Places an element above or below a range, and makes it shorter where neither side has room for all of it. Where a range
 * leaves hardly any room, it is not shown, unless it has the focus.
 */
function placeBeside(floating: HTMLElement, { view, state }: Editor, { from, to }: Range, wanted: Side): void {
  const holder = floating.offsetParent;
  // The document may have become shorter before this was drawn again.
  const end = Math.min(to, state.doc.content.size);
  if (holder === null || from > end) return;
  floating.style.maxHeight = '';
  const frame = holder.getBoundingClientRect();
  const [first, last] = [view.coordsAtPos(from, 1), view.coordsAtPos(end, from === end ? 1 : -1)];
  const { offsetHeight: height, offsetWidth: width } = floating;
  const top = holder.querySelector('[role="toolbar"]')?.getBoundingClientRect().bottom ?? 0;
  const room = { above: first.top - GAP_PIXELS - top, below: innerHeight - last.bottom - GAP_PIXELS };
  const other = wanted === 'above' ? 'below' : 'above';
  const side = room[wanted] >= height || room[wanted] >= room[other] ? wanted : other;
  const shownHeight = Math.min(height, room[side]);
  const isInSight = last.bottom > top && first.top < innerHeight && shownHeight >= Math.min(height, ROOM_MIN_PIXELS);
  const isHidden = !isInSight && !floating.contains(document.activeElement);
  const begin = getComputedStyle(view.dom).direction === 'rtl' ? first.right - width : first.left;
  const left = Math.max(0, Math.min(begin - frame.left, frame.width - width));
  floating.style.visibility = isHidden ? 'hidden' : '';
  if (isInSight && shownHeight < height) floating.style.maxHeight = `${shownHeight}px`;
  floating.style.left = `${left}px`;
  const edge = side === 'above' ? first.top - GAP_PIXELS - Math.max(shownHeight, 0) : last.bottom + GAP_PIXELS;
  // In full screen, the frame scrolls.
  floating.style.top = `${edge - frame.top + holder.scrollTop}px`;
}
