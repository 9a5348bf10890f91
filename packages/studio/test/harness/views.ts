/** How the screens are looked at: each in one view, by turns, or, with `STUDIO_VIEWS=all`, in all eight. */
import type { View } from '../../../server/test/pages/accessible.ts';

/** Whether each screen is looked at in every view. */
export const everyView = process.env.STUDIO_VIEWS === 'all';

/** All of them. */
export const ALL_VIEWS: readonly View[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ([360, 1_280] as const).flatMap((width) =>
    (['ltr', 'rtl'] as const).map((direction) => ({ colorScheme, width, direction })),
  ),
);

/** One after the other: all four colours and widths in each direction. */
const ORDER = [2, 5, 6, 1, 0, 7, 4, 3];

/** The views of one of several screens: one, another for each of them, or all. @param index which of the screens it is */
export function viewsInTurn(index: number): readonly View[] {
  const inTurn = ORDER[index % ORDER.length];
  return ALL_VIEWS.filter((_, place) => everyView || place === inTurn);
}
