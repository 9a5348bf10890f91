/** What is promised of Studio: the targets, each beside the row of the table that shows whether it is kept. */
import type { Table } from './report.ts';

const THROTTLED = '4 × CPU throttle';
export const OPENING = `Studio: opening entries, ${THROTTLED}`;
export const NODES = 'Studio: nodes in the page on opening an entry';
export const SIZES = 'Studio: what comes over the line, gzip';
export const TYPING = `Studio: a key into the entry screen, ${THROTTLED}`;
export const LIST = 'Studio: a content list over 100,000 entries';
export const PICKER = 'Studio: a picker over 100,000 entries, not throttled';

/** The first cell of a row that has a target is the same here and in the file that measures it. */
export const WHAT = {
  cold: 'cold to editable, an entry with every field type',
  coldLarge: 'cold to editable, 40 fields × 6 locales and 500 rows',
  nextFromList: 'next entry, from the list to editable',
  nextByLink: 'next entry, by a link of the open one to editable',
  nodes: 'an entry with every field type',
  nodesLarge: '40 fields × 6 locales and 500 rows, 3 locales shown',
  listScripts: 'scripts until the list, KB',
  listStyles: 'styles until the list, KB',
  editorScripts: 'scripts from the list to an entry with rich text, KB',
  firstRows: 'from the answer to the first rows, not throttled',
  dropped: `frames dropped while 5,000 rows are scrolled through, ${THROTTLED}`,
  memory: 'memory of the tab after that',
  pickerRequests: 'requests for a word typed, most',
  pickerRows: 'from the last key to the rows, worst median',
  keyP50: (size: string) => `p50, ${size}`,
  keyP95: (size: string) => `p95, ${size}`,
} as const;

/** Entries that keys are typed into: values, a tenth of them in each of ten locales. A type has 100 fields at most, one of them the rows. */
export const TYPED_SIZES = [10, 100, 300, 990].map((values) => ({ values, size: `${values} values and 500 rows` }));

/** The figure in a row of a table may be at most this. */
interface StudioBudget {
  readonly title: string;
  readonly what: string;
  readonly most: number;
  readonly unit: string;
}

const studioBudgets: readonly StudioBudget[] = [
  { title: OPENING, what: WHAT.cold, most: 1_500, unit: 'ms' },
  { title: OPENING, what: WHAT.coldLarge, most: 1_500, unit: 'ms' },
  { title: OPENING, what: WHAT.nextFromList, most: 300, unit: 'ms' },
  { title: OPENING, what: WHAT.nextByLink, most: 300, unit: 'ms' },
  { title: NODES, what: WHAT.nodes, most: 3_000, unit: 'nodes' },
  { title: NODES, what: WHAT.nodesLarge, most: 3_000, unit: 'nodes' },
  { title: SIZES, what: WHAT.listScripts, most: 220, unit: 'KB' },
  { title: SIZES, what: WHAT.listStyles, most: 45, unit: 'KB' },
  { title: SIZES, what: WHAT.editorScripts, most: 160, unit: 'KB' },
  ...TYPED_SIZES.flatMap(({ size }) => [
    { title: TYPING, what: WHAT.keyP50(size), most: 16, unit: 'ms' },
    { title: TYPING, what: WHAT.keyP95(size), most: 50, unit: 'ms' },
  ]),
  { title: LIST, what: WHAT.firstRows, most: 300, unit: 'ms' },
  { title: LIST, what: WHAT.dropped, most: 5, unit: '%' },
  { title: LIST, what: WHAT.memory, most: 150, unit: 'MB' },
  { title: PICKER, what: WHAT.pickerRequests, most: 1, unit: 'requests' },
  { title: PICKER, what: WHAT.pickerRows, most: 150, unit: 'ms' },
];

/** What was measured: its name, the figure, and cells of further columns. */
export type MeasuredRow = readonly [what: string, figure: number | string, ...further: (number | string)[]];

/** A table of figures with their targets; rows that nothing is promised of have none. @param further columns behind */
export function besideTargets(title: string, rows: readonly MeasuredRow[], further: readonly string[] = []): Table {
  return {
    title,
    columns: ['what', 'target', 'figure', ...further],
    rows: rows.map(([what, ...cells]) => [what, targetOf(title, what), ...cells]),
  };
}

function targetOf(title: string, what: string): string {
  const budget = studioBudgets.find((one) => one.title === title && one.what === what);
  return budget === undefined ? '' : `≤ ${budget.most.toLocaleString('en')} ${budget.unit}`;
}
