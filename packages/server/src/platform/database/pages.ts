/** Reads lists of any length page by page, so that no statement blocks the event loop for long. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { RowsWanted } from '../kit/page-position.ts';
import { yieldToReads } from './savepoint.ts';

/** Rows of a page. */
const PAGE_ROWS = 500;

/** Where a page begins, and its number of rows. */
export interface Page {
  /** The key after which the page begins. */
  readonly after: string;
  readonly limit: number;
}

/** All rows in id order, one page in memory at a time. @param read returns the rows of a page, in this order */
export async function* inPages<Row extends { readonly id: string }>(
  read: (page: Page) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for await (const rows of pages(read, ({ id }) => id)) yield* rows;
}

/** All rows at once, in key order. @param read returns the rows of a page, in this order */
export async function allInPages<Row>(
  read: (page: Page) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of pages(read, keyOf)) all.push(...rows);
  return all;
}

/** Lets other work run between the pages. */
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
    await yieldToReads();
  }
}

/** For `$call`: only the rows of a page, in the order of a column. */
export function inOrderOf(column: string, { after, skip, limit }: RowsWanted) {
  return <DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>) => {
    const page = query.orderBy(sql.ref(column)).limit(limit);
    return after === undefined ? page.offset(skip) : page.where(sql<boolean>`${sql.ref(column)} > ${after}`);
  };
}
