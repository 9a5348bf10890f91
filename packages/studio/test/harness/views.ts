/** How the screens are looked at: in few views that differ in everything, or, with `STUDIO_VIEWS=all`, in all eight. */
import type { View } from '../../../server/test/pages/accessible.ts';

/** Whether each screen is looked at in every view. */
export const everyView = process.env.STUDIO_VIEWS === 'all';

/** All of them. */
export const ALL_VIEWS: readonly View[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ([360, 1_280] as const).flatMap((width) =>
    (['ltr', 'rtl'] as const).map((direction) => ({ colorScheme, width, direction })),
  ),
);

/** Two views without anything in common. */
export const OPPOSITE_VIEWS: readonly View[] = [
  { colorScheme: 'light', width: 1_280, direction: 'ltr' },
  { colorScheme: 'dark', width: 360, direction: 'rtl' },
];
