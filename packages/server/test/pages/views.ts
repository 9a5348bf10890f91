/** How pages are looked at: each in one view, by turns, or, with `STUDIO_VIEWS=all`, in all of them. */
import type { View } from './accessible.ts';

/** Whether each page is looked at in every view. */
export const everyView = process.env.STUDIO_VIEWS === 'all';

/** From left to right, and from right to left. */
const ALL_VIEWS: readonly View[] = (['ltr', 'rtl'] as const).flatMap((direction) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    ([360, 1_280] as const).map((width) => ({ colorScheme, width, direction })),
  ),
);
/** Those of pages that are in no language which is written from right to left. */
export const LEFT_TO_RIGHT: readonly View[] = ALL_VIEWS.filter(({ direction }) => direction === 'ltr');

/** One after the other: all four colours and widths in each direction. */
const ORDER = [1, 6, 3, 4, 0, 7, 2, 5];

/** The views of one of several pages: one, another for each of them, or all. @param index which of the pages it is */
export function viewsInTurn(index: number, views = ALL_VIEWS): readonly View[] {
  if (everyView) return views;
  return views.slice((ORDER[index % ORDER.length] as number) % views.length).slice(0, 1);
}
