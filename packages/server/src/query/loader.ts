/**
 * Fills tables, columns and orders from the index rows, in chunks between which everything else has its turn.
 * Invariant: nothing is held that was not reserved in the memory budget first; what has no room is given up half-way.
 */
import type { Reader } from '../database/database.ts';
import type { MemoryBudget } from '../kit/memory-budget.ts';
import { Pace } from '../kit/pace.ts';
import type { Column } from './column.ts';
import type { IndexRow, Source } from './index-row.ts';
import { Permutation, sortInOrder, type TableOrder } from './permutation.ts';
import type { QueryState } from './query.ts';
import { sortRows } from './sorting.ts';
import { StateTable } from './state-table.ts';
import { readBetween, readChunk } from './store.ts';
import { emptyColumn, type Kept, type TypeTable, type Watch } from './type-table.ts';

/** Rows read at a time. */
const ROWS_AT_ONCE = 500;
/** Row ids that one chunk of a column may span, so that entries of other types between them cost little. */
const IDS_AT_ONCE = 4 * ROWS_AT_ONCE;

interface LoadParts {
  readonly reader: Reader;
  readonly memory: MemoryBudget;
}

/**
 * Loads the entries of an environment in one state; it is not settled before its first advance.
 * @param of `revision`: one that the environment had when or before the call was made
 * @param onEvict called when its memory was given to others
 * @returns null where it has no room
 */
export async function loadStateTable(
  { reader, memory }: LoadParts,
  of: { environment: number; state: QueryState; epoch: string; revision: number },
  onEvict: (table: StateTable) => void,
): Promise<StateTable | null> {
  let table: StateTable | undefined;
  const reservation = memory.reserve(0, () => {
    table?.release();
    if (table !== undefined) onEvict(table);
  });
  if (reservation === null) return null;
  table = new StateTable({ ...of, reader, reservation });
  reservation.pin();
  const pace = new Pace();
  try {
    let after: number | null = 0;
    while (after !== null) {
      const chunk: { rows: IndexRow[]; after: number | null } = await readChunk(reader, {
        environment: of.environment,
        state: of.state,
        after,
        limit: ROWS_AT_ONCE,
        withValues: false,
      });
      table.fill(chunk.rows);
      if (!reservation.resize(table.bytes)) {
        table.release();
        return null;
      }
      after = chunk.after;
      await pace.restIfDue();
    }
    return table;
  } catch (error) {
    table.release();
    throw error;
  } finally {
    reservation.unpin();
  }
}

/**
 * Makes columns of one type, all in one pass over its index rows.
 * @returns false where they have no room
 */
export async function buildColumns(
  parts: LoadParts,
  state: StateTable,
  type: TypeTable,
  sources: readonly Source[],
): Promise<boolean> {
  const kept: Kept<Column>[] = [];
  const watch: Watch = { touched: new Set(), isVoid: false };
  type.watches.add(watch);
  try {
    for (const source of sources) {
      const column = keepColumn(parts.memory, type, source);
      if (column === null) return false;
      kept.push(column);
    }
    if (!(await fillColumns(parts.reader, state, type, kept, watch))) return false;
    // What was read can be newer than the table; it counts once the table is as new.
    await state.advanceNow();
    if (!watch.isVoid) for (const column of kept) column.isReady = true;
    return true;
  } finally {
    type.watches.delete(watch);
    for (const { value, isReady, reservation } of kept) {
      if (!isReady && type.columns.get(value.source.signature)?.value === value)
        type.dropColumn(value.source.signature);
      reservation.unpin();
    }
  }
}

/**
 * Makes an order of one type, from columns that are ready.
 * @returns false where it has no room
 */
export async function buildOrder(
  parts: LoadParts,
  type: TypeTable,
  signature: string,
  order: TableOrder,
): Promise<boolean> {
  const pace = new Pace();
  const watch: Watch = { touched: new Set(), isVoid: false };
  const reservation = parts.memory.reserve(type.size * 2 * Int32Array.BYTES_PER_ELEMENT, () =>
    type.dropOrders((kept) => kept.reservation === reservation),
  );
  if (reservation === null) return false;
  type.watches.add(watch);
  reservation.pin();
  try {
    const rows = await sortInOrder(takenRows(type), type.size, order, pace);
    const rests = order.steps.flatMap(({ column }) => (column === null || column.source.isSystem ? [] : [column]));
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

function keepColumn(memory: MemoryBudget, type: TypeTable, source: Source): Kept<Column> | null {
  const value = emptyColumn(source, type.size);
  const reservation = memory.reserve(value.bytes, () => type.dropColumn(source.signature));
  if (reservation === null) return null;
  reservation.pin();
  const kept: Kept<Column> = { value, reservation, isReady: false, rests: [] };
  type.columns.set(source.signature, kept);
  return kept;
}

async function fillColumns(
  reader: Reader,
  state: StateTable,
  type: TypeTable,
  kept: readonly Kept<Column>[],
  watch: Watch,
): Promise<boolean> {
  const pace = new Pace();
  const ids = await sortedIds(type, pace);
  for (let start = 0; start < ids.rows.length && !watch.isVoid; ) {
    const end = chunkEnd(ids.values, start);
    const entries = await readBetween(reader, {
      from: ids.values[start] as number,
      to: ids.values[end - 1] as number,
      contentType: type.contentType,
      state: state.state,
    });
    let at = start;
    for (const entry of entries) {
      while (at < end && (ids.values[at] as number) < entry.id) at += 1;
      const row = ids.rows[at] as number;
      if (at === end || ids.values[at] !== entry.id || watch.touched.has(row)) continue;
      for (const { value } of kept) value.set(row, value.source.read(entry));
    }
    for (const { value, reservation } of kept) if (!reservation.resize(value.bytes)) return false;
    start = end;
    await pace.restIfDue();
  }
  return true;
}

/** The rows that are taken, by their ids. */
async function sortedIds(type: TypeTable, pace: Pace): Promise<{ rows: Int32Array; values: Float64Array }> {
  let rows = takenRows(type);
  const ids = Float64Array.from({ length: type.size }, (_, row) => type.idOf(row));
  if (!rows.every((row, at) => at === 0 || (ids[rows[at - 1] as number] as number) < (ids[row] as number))) {
    rows = await sortRows(rows, (a, b) => (ids[a] as number) - (ids[b] as number), pace);
  }
  const values = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) values[at] = ids[rows[at] as number] as number;
  return { rows, values };
}

function chunkEnd(ids: Float64Array, start: number): number {
  const first = ids[start] as number;
  let end = Math.min(start + ROWS_AT_ONCE, ids.length);
  while (end > start + 1 && (ids[end - 1] as number) - first > IDS_AT_ONCE) end -= 1;
  return end;
}

function takenRows(type: TypeTable): Int32Array {
  const rows = new Int32Array(type.count);
  let at = 0;
  for (let row = 0; row < type.size; row++) if (!type.isFree(row)) rows[at++] = row;
  return rows;
}
