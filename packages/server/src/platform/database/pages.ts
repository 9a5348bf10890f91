/** Reads rows by their ids, a page at a time, so that a table of any size takes little memory. */

/** Rows of a page. */
const PAGE_ROWS = 500;

/** Where a page begins, and how many rows it has. */
export interface Page {
  /** The id before the first row. */
  readonly after: string;
  readonly limit: number;
}

/** All rows, in the order of their ids. @param read the rows of a page, in this order */
export async function* inPages<Row extends { readonly id: string }>(
  read: (page: Page) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await read({ after, limit: PAGE_ROWS });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = last.id;
  }
}

/** A text as a pattern of LIKE that finds it anywhere, with `\` as the escape. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
