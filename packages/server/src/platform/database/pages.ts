/** Reads lists of any length a page at a time, so that no statement holds the event loop for long. */
import { giveWay } from './savepoint.ts';

/** Rows of a page. */
const PAGE_ROWS = 500;

/** Where a page begins, and how many rows it has. */
export interface Page {
  /** The key before the first row. */
  readonly after: string;
  readonly limit: number;
}

/** All rows, in the order of their ids, a page of them in memory. @param read the rows of a page, in this order */
export async function* inPages<Row extends { readonly id: string }>(
  read: (page: Page) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for await (const rows of pages(read, ({ id }) => id)) yield* rows;
}

/** All rows at once, in the order of their keys. @param read the rows of a page, in this order */
export async function allInPages<Row>(
  read: (page: Page) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of pages(read, keyOf)) all.push(...rows);
  return all;
}

/** Others have their turn between the pages. */
async function* pages<Row>(
  read: (page: Page) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<readonly Row[]> {
  for (let after = ''; ; ) {
    const rows = await read({ after, limit: PAGE_ROWS });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = keyOf(last);
    await giveWay();
  }
}
