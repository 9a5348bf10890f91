/**
 * Builds columns and orders of a table, yielding in between. The table may change meanwhile: changes are watched and applied at
 * the end. Invariant: nothing is ready before it reflects the current table.
 */
import type { Reader } from '../../platform/database/database.ts';
import { rowsAtOnce } from '../../platform/database/packed-columns.ts';
import type { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { Column } from './column.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import { type BuildRow, type BuildSource, type IndexRow, membersRead } from './index-row.ts';
import { type LoadParts, stateOf } from './loader.ts';
import { type OwnValues, valuesOfField } from './packed-field.ts';
import type { PackedValues } from './packed-rows.ts';
import { Permutation, sortInOrder, type TableOrder } from './permutation.ts';
import { firstNumbers, sortRows } from './sorting.ts';
import type { StateTable } from './state-table.ts';
import { readOrigins, readValues } from './store.ts';
import { rowsOfOpposite, turned } from './turned-order.ts';
import { emptyColumn, type Kept, type TypeTable, type Watch } from './type-table.ts';

/** Rows read at a time. */
const ROWS_AT_ONCE = { embedded: 128, remote: 1_000 };
/** Row ids that one chunk may span per row: gaps from entries of other types are cheap up to this. */
const IDS_A_ROW = 4;
/** Rows processed between two checks of the clock, when each needs little work. */
const ROWS_BETWEEN_RESTS = 16_384;
const NO_VALUES: OwnValues = {};

/** Rows of a table by their ids, and the ids. */
interface SortedIds {
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** The rows of the entries that were read; null for an entry that is not in the table. */
type ReadRows = readonly (number | null)[];

/** Columns that are being filled, and their source. */
interface Filling {
  readonly state: StateTable;
  readonly type: TypeTable;
  readonly filled: readonly Filled[];
  readonly watch: Watch;
}

/** A column that is being filled. */
interface Filled {
  readonly source: BuildSource;
  readonly kept: Kept<Column>;
}

/**
 * Builds columns of one type, all in one pass over its index rows.
 * @returns false if they do not fit into memory
 */
export async function buildColumns(
  parts: LoadParts,
  state: StateTable,
  type: TypeTable,
  sources: readonly BuildSource[],
): Promise<boolean> {
  const filled: Filled[] = [];
  const watch: Watch = { touched: new Set(), isVoid: false };
  type.watches.add(watch);
  try {
    for (const source of sources) {
      const kept = keepColumn(parts.memory, type, source);
      if (kept === null) return false;
      filled.push({ source, kept });
    }
    const pace = new Pace();
    const { reader } = parts.database.readsSince(stateOf(state));
    if (!(await fillColumns(reader, { state, type, filled, watch }, pace))) return false;
    for (const { kept } of filled) if (kept.value instanceof DictionaryColumn) await kept.value.prepare(pace);
    // What was read can be newer than the table, so the table has to catch up before it is used.
    await state.advanceNow();
    if (!watch.isVoid) for (const { kept } of filled) kept.isReady = true;
    return true;
  } finally {
    type.watches.delete(watch);
    for (const { source, kept } of filled) {
      kept.reservation.unpin();
      if (!kept.isReady && type.columns.get(source.signature) === kept) type.dropColumn(source.signature);
    }
  }
}

/**
 * Builds columns of a table whose rows are in memory and never change: at once, as there are few.
 * @param rows by their number
 * @returns false if they do not fit into memory
 */
export async function buildOverlaidColumns(
  { memory }: Pick<LoadParts, 'memory'>,
  type: TypeTable,
  rows: readonly IndexRow[],
  sources: readonly BuildSource[],
): Promise<boolean> {
  const pace = new Pace();
  for (const source of sources) {
    const kept = keepColumn(memory, type, source);
    if (kept === null) return false;
    for (const [row, entry] of rows.entries()) {
      kept.value.set(row, source.read(entry));
      await pace.restIfDue();
    }
    if (kept.value instanceof DictionaryColumn) await kept.value.prepare(pace);
    kept.isReady = kept.reservation.resize(kept.value.bytes);
    kept.reservation.unpin();
    if (!kept.isReady) type.dropColumn(source.signature);
    if (!kept.isReady) return false;
  }
  return true;
}

/**
 * Builds an order of one type, from columns that are ready.
 * @returns false if it does not fit into memory
 */
export async function buildOrder(
  parts: Pick<LoadParts, 'memory'>,
  type: TypeTable,
  signature: string,
  order: TableOrder,
): Promise<boolean> {
  const pace = new Pace();
  const watch: Watch = { touched: new Set(), isVoid: false };
  const reservation = parts.memory.reserve(
    type.size * 2 * Int32Array.BYTES_PER_ELEMENT,
    () => type.dropOrders((kept) => kept.reservation === reservation),
    true,
  );
  if (reservation === null) return false;
  type.watches.add(watch);
  reservation.pin();
  try {
    const rows = await rowsInOrder(type, order, { watch, pace });
    const rests = order.steps.flatMap(({ column }) => (column === null || column.source.isHeld ? [] : [column]));
    const isStillFit = rests.every((column) => type.column(column.source) === column);
    if (watch.isVoid || !isStillFit) return true;
    const permutation = new Permutation(order, rows);
    permutation.removeAll(watch.touched);
    permutation.insertAll([...watch.touched].filter((row) => !type.isFree(row)));
    type.permutations.set(signature, { value: permutation, reservation, isReady: true, rests });
    return reservation.resize(permutation.bytes);
  } finally {
    type.watches.delete(watch);
    reservation.unpin();
    if (type.permutations.get(signature)?.reservation !== reservation) reservation.release();
  }
}

async function rowsInOrder(
  type: TypeTable,
  order: TableOrder,
  { watch, pace }: { readonly watch: Watch; readonly pace: Pace },
): Promise<Int32Array> {
  const opposite = rowsOfOpposite(type, order)?.slice();
  const rows = opposite === undefined ? undefined : await turned(opposite, order, pace);
  // A value that changed during the sort can separate rows that were sorted around it.
  if (rows !== undefined && watch.touched.size === 0) return rows;
  return sortInOrder(await takenRows(type, pace), type.size, order, pace);
}

function keepColumn(memory: MemoryBudget, type: TypeTable, source: BuildSource): Kept<Column> | null {
  const value = emptyColumn(source);
  const reservation = memory.reserve(value.bytes, () => type.dropColumn(source.signature), true);
  if (reservation === null) return null;
  reservation.pin();
  const kept: Kept<Column> = { value, reservation, isReady: false, rests: [] };
  type.columns.set(source.signature, kept);
  return kept;
}

async function fillColumns(reader: Reader, filling: Filling, pace: Pace): Promise<boolean> {
  const { state, type, filled, watch } = filling;
  const ids = await sortedIds(type, pace);
  const rowsOfChunk = rowsAtOnce(reader, ROWS_AT_ONCE);
  for (let start = 0; start < ids.rows.length && !watch.isVoid; ) {
    const end = chunkEnd(ids.values, start, rowsOfChunk);
    const between = {
      from: ids.values[start] as number,
      to: ids.values[end - 1] as number,
      contentType: type.contentType,
      state: state.state,
    };
    const isOfField = ({ source }: Filled): boolean => source.field !== null;
    if (filled.some(isOfField)) {
      for await (const read of readValues(reader, between, membersRead(filled.map(({ source }) => source)))) {
        const rows = rowsOf(read.ids, ids, start, end);
        for (const one of filled.filter(isOfField)) setFromValues(one, read, rows, watch);
      }
    }
    if (!filled.every(isOfField)) {
      const read = await readOrigins(reader, between);
      const rows = rowsOf(read.ids, ids, start, end);
      for (const one of filled.filter((each) => !isOfField(each))) setFromRows(one, read.rows, rows, watch);
    }
    for (const { kept } of filled) if (!kept.reservation.resize(kept.value.bytes)) return false;
    start = end;
    await pace.restIfDue();
  }
  return true;
}

/** Sets the values that were read, except for rows that changed meanwhile: those are newer already. */
function setFromValues({ source, kept }: Filled, read: PackedValues, rows: ReadRows, watch: Watch): void {
  const field = source.field ?? '';
  const own = valuesOfField(read, field);
  // One object for all rows: allocating a million of them would be much of the cost of a column.
  const values: Record<string, OwnValues> = {};
  const given: BuildRow = { values, createdAt: 0, createdBy: '', updatedAt: 0, updatedBy: '' };
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number | null;
    if (row === null || watch.touched.has(row)) continue;
    values[field] = own[at] ?? NO_VALUES;
    kept.value.set(row, source.read(given));
  }
}

/** As `setFromValues`, for attributes of the rows themselves. */
function setFromRows({ source, kept }: Filled, read: readonly BuildRow[], rows: ReadRows, watch: Watch): void {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number | null;
    if (row !== null && !watch.touched.has(row)) kept.value.set(row, source.read(read[at] as BuildRow));
  }
}

/** The rows of the entries that were read, null for an entry that is not in the table; both are in the order of ids. */
function rowsOf(read: readonly number[], { rows, values }: SortedIds, start: number, end: number): ReadRows {
  let at = start;
  return read.map((id) => {
    while (at < end && (values[at] as number) < id) at += 1;
    return at < end && values[at] === id ? (rows[at] as number) : null;
  });
}

/** The rows in use, sorted by id. For rows that change meanwhile, the result does not matter. */
async function sortedIds(type: TypeTable, pace: Pace): Promise<SortedIds> {
  const taken = await takenRows(type, pace);
  const ids = new Float64Array(taken.length);
  let isSorted = true;
  for (let at = 0; at < taken.length; at++) {
    if (at % ROWS_BETWEEN_RESTS === 0) await pace.restIfDue();
    ids[at] = type.idOf(taken[at] as number);
    isSorted &&= at === 0 || (ids[at - 1] as number) < (ids[at] as number);
  }
  if (isSorted) return { rows: taken, values: ids };
  const places = await sortRows(firstNumbers(taken.length), (a, b) => (ids[a] as number) - (ids[b] as number), pace);
  return { rows: places.map((place) => taken[place] as number), values: ids.toSorted() };
}

function chunkEnd(ids: Float64Array, start: number, rows: number): number {
  const first = ids[start] as number;
  let end = Math.min(start + rows, ids.length);
  while (end > start + 1 && (ids[end - 1] as number) - first > IDS_A_ROW * rows) end -= 1;
  return end;
}

/** The rows in use. For rows that change meanwhile, the result does not matter. */
async function takenRows(type: TypeTable, pace: Pace): Promise<Int32Array> {
  const taken = new Int32Array(type.size);
  let count = 0;
  for (let row = 0; row < taken.length; row++) {
    if (row % ROWS_BETWEEN_RESTS === 0) await pace.restIfDue();
    if (!type.isFree(row)) taken[count++] = row;
  }
  return taken.subarray(0, count);
}
