/** The rows of a list that are in sight, and a few around them. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

interface RowsParts {
  readonly viewport: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Pixels of each. */
  readonly height: number;
  /** How many are in the page above and below those in sight. */
  readonly around: number;
  /** With so many left below, more are asked for. */
  readonly ahead: number;
  readonly more: () => void;
  /** Names the rows, where they are not as high as `height` says: what was measured of a row goes with it. */
  readonly keyOf?: (index: number) => string | number;
}

/** Asks for more before the last of them is reached. */
export function useRowsInSight({ viewport, count, height, around, ahead, more, keyOf }: RowsParts) {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => viewport.current,
    estimateSize: () => height,
    overscan: around,
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are as high as the way of showing them says
  useEffect(() => rows.measure(), [height]);
  const last = rows.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && last + ahead >= count) more();
  }, [last, count, ahead, more]);
  return rows;
}
