/** Splitting what is read or sent into pieces of a bounded size. */

/**
 * Splits items, in their order, into pieces of at most so many bytes together; an item that is larger is a piece of its
 * own.
 */
export function inPieces<T>(items: readonly T[], bytesOf: (item: T) => number, bytesMax: number): T[][] {
  const pieces: T[][] = [];
  let room = 0;
  for (const item of items) {
    const bytes = bytesOf(item);
    if (pieces.length > 0 && bytes <= room) {
      pieces.at(-1)?.push(item);
      room -= bytes;
    } else {
      pieces.push([item]);
      room = bytesMax - bytes;
    }
  }
  return pieces;
}
