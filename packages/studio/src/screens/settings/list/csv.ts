/** Tables as files that spreadsheets open. */

/** A column: its heading, and what a row has there. */
export interface CsvColumn<Item> {
  readonly heading: string;
  readonly value: (item: Item) => string | number | null;
}

/** Marks the text as UTF-8 for spreadsheets, which take it for something else otherwise. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Writes rows as CSV (RFC 4180). Text that would be a formula is made harmless. */
export function csvOf<Item>(columns: readonly CsvColumn<Item>[], items: readonly Item[]): string {
  const head = columns.map(({ heading }) => heading);
  const rows = items.map((item) => columns.map(({ value }) => value(item)));
  return `${BYTE_ORDER_MARK}${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
