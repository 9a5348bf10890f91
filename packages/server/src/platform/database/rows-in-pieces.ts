/** Reads lists that may be long in pieces, so that no statement holds the event loop for long. */
import { giveWay } from './savepoint.ts';

const ROWS_AT_ONCE = 1_000;

/**
 * All rows, in the order of their keys; others have their turn between the pieces.
 * @param read the first rows behind a key, in the order of their keys
 */
export async function rowsInPieces<R>(
  read: (after: string, limit: number) => Promise<R[]>,
  keyOf: (row: R) => string,
): Promise<R[]> {
  const rows: R[] = [];
  for (let after = ''; ; ) {
    const piece = await read(after, ROWS_AT_ONCE);
    rows.push(...piece);
    const last = piece.at(-1);
    if (last === undefined || piece.length < ROWS_AT_ONCE) return rows;
    after = keyOf(last);
    await giveWay();
  }
}
