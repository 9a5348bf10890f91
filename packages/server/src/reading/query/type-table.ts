/**
 * The entries of one content type in one state: a row each, the columns that every entry has, and the columns and orders that
 * queries used. Invariant: whatever is ready reflects the last change of every row.
 */
import type { Reservation } from '../../platform/kit/memory-budget.ts';
import type { Column } from './column.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import { Findings } from './findings.ts';
import { baseSources, type HeldRow, type IndexRow, type Source } from './index-row.ts';
import { KeyColumn } from './key-column.ts';
import { NumberColumn } from './number-column.ts';
import type { Permutation } from './permutation.ts';
import type { FoundEntry, QueryState } from './query.ts';
import { RowMoves } from './row-moves.ts';
import { rowFloats, rowIntegers } from './row-numbers.ts';
import { TextColumn } from './text-column.ts';

/** Changed rows up to which orders are updated row by row; beyond it, all at once. */
const SINGLE_CHANGES_MAX = 8;
/** Marks allocated in advance for future rows. */
const MARKS_AHEAD = 1_024;
const FREE = -1;
const ARCHIVED = 'archived';
/** The objects of a table and of the columns that every entry has. */
const TYPE_BYTES = 4_500;
/** Size of the mark of a row. */
const BYTES_PER_MARK = 4;

/** A column or an order with its share of the memory budget. */
export interface Kept<T> {
  readonly value: T;
  readonly reservation: Reservation;
  /** False while it is being filled. */
  isReady: boolean;
  /** The columns of fields that it was built from. */
  readonly rests: readonly Column[];
}

/** Notified of changes while a long build reads the rows. */
export interface Watch {
  readonly touched: Set<number>;
  /** Set when the values themselves have got another meaning. */
  isVoid: boolean;
}

/** A row and its new content; null frees it. */
export interface RowChange {
  readonly row: number;
  readonly entry: IndexRow | null;
}

export class TypeTable {
  /** Number of the content type. */
  readonly contentType: number;
  readonly keys: KeyColumn;
  readonly #system: ReadonlyMap<string, Column>;
  readonly #status: DictionaryColumn;
  readonly #published: NumberColumn;
  readonly columns = new Map<string, Kept<Column>>();
  readonly permutations = new Map<string, Kept<Permutation>>();
  /** Results of searches in its texts. */
  readonly findings = new Findings();
  readonly watches = new Set<Watch>();
  /** When rows moved in the orders that edits change. */
  readonly moves: RowMoves;
  readonly #ids = rowFloats(FREE);
  readonly #versions = rowIntegers(0);
  #marks: Int32Array = new Int32Array(0);
  #mark = 0;
  readonly #free: number[] = [];
  #size = 0;
  #count = 0;
  #archived = 0;

  constructor(contentType: number, state: QueryState) {
    this.contentType = contentType;
    this.moves = new RowMoves(state);
    this.#system = new Map(baseSources.map((source) => [source.signature, emptyColumn(source)]));
    this.keys = this.#system.get('key') as KeyColumn;
    this.#status = this.#system.get('status') as DictionaryColumn;
    this.#published = this.#system.get('published_at') as NumberColumn;
  }

  /** The number of rows including free ones: every row number is below it. */
  get size(): number {
    return this.#size;
  }

  /** The number of entries. */
  get count(): number {
    return this.#count;
  }

  get archivedCount(): number {
    return this.#archived;
  }

  /** Approximate bytes used by the rows and the columns that every entry has. */
  get bytes(): number {
    let bytes = TYPE_BYTES + this.#ids.bytes + this.#versions.bytes + this.moves.bytes + this.#size * BYTES_PER_MARK;
    for (const column of this.#system.values()) bytes += column.bytes;
    return bytes;
  }

  idOf(row: number): number {
    return this.#ids.get(row);
  }

  versionOf(row: number): number {
    return this.#versions.get(row);
  }

  isFree(row: number): boolean {
    return this.#ids.get(row) === FREE;
  }

  isArchived(row: number): boolean {
    return this.#archived > 0 && this.#status.get(row) === ARCHIVED;
  }

  /** The sources of the columns of fields, including those that are being filled. */
  get sources(): Source[] {
    return [...this.columns.values()].map(({ value }) => value.source);
  }

  /** The column of a source if it is ready. */
  column(source: Source): Column | undefined {
    if (source.isHeld) return this.#system.get(source.signature);
    const kept = this.columns.get(source.signature);
    return kept?.isReady === true ? kept.value : undefined;
  }

  found(row: number): FoundEntry {
    return {
      id: this.idOf(row),
      version: this.#versions.get(row),
      key: this.keys.get(row),
      contentType: this.contentType,
      publishedAt: this.#published.get(row) ?? null,
      status: String(this.#status.get(row)),
    };
  }

  /** A free row for a new entry; the caller has to fill it. */
  takeRow(): number {
    return this.#free.pop() ?? this.#size++;
  }

  /** Sets the first rows of a table that no query uses yet. */
  fill(row: number, entry: HeldRow): void {
    this.#put(row, entry);
  }

  /** Sets and frees rows, and updates everything that is ready or being built. */
  change(changes: readonly RowChange[]): void {
    for (const watch of this.watches) for (const { row } of changes) watch.touched.add(row);
    if (changes.length <= SINGLE_CHANGES_MAX) for (const change of changes) this.#changeOne(change);
    else this.#changeMany(changes);
  }

  /** Drops the columns of fields and the orders built from them, because their values have got another meaning. */
  dropFields(): void {
    for (const watch of this.watches) watch.isVoid = true;
    for (const kept of this.columns.values()) kept.reservation.release();
    this.columns.clear();
    this.findings.release();
    this.dropOrders((kept) => kept.rests.length > 0);
  }

  dropOrders(isDropped: (kept: Kept<Permutation>) => boolean): void {
    for (const [signature, kept] of this.permutations) {
      if (!isDropped(kept)) continue;
      kept.reservation.release();
      this.permutations.delete(signature);
    }
  }

  /** Drops everything except the rows themselves. */
  release(): void {
    this.dropFields();
    this.dropOrders(() => true);
  }

  /** Drops a column, and the orders built from it. */
  dropColumn(signature: string): void {
    const kept = this.columns.get(signature);
    if (kept === undefined) return;
    this.columns.delete(signature);
    kept.reservation.release();
    if (kept.value instanceof TextColumn) this.findings.release();
    this.dropOrders(({ rests }) => rests.includes(kept.value));
  }

  /** Drops columns whose values are mostly unused; they are rebuilt when they are needed. */
  dropWasteful(): void {
    for (const [signature, kept] of this.columns) {
      if (kept.isReady && kept.value instanceof DictionaryColumn && kept.value.isWasteful) this.dropColumn(signature);
    }
  }

  /** Reserves the current size of columns and orders; those that no longer fit are dropped. */
  resize(): void {
    for (const [signature, kept] of this.columns) {
      if (kept.isReady && !kept.reservation.resize(kept.value.bytes)) this.dropColumn(signature);
    }
    this.dropOrders(({ isReady, reservation, value }) => isReady && !reservation.resize(value.bytes));
  }

  /**
   * Marks rows: `marks[row] === mark` is true for exactly these, until the next call.
   * @returns the marks and the mark
   */
  mark(rows: ArrayLike<number>): { marks: Int32Array; mark: number } {
    if (this.#marks.length < this.#size) this.#marks = new Int32Array(this.#size + MARKS_AHEAD);
    const marks = this.#marks;
    const mark = ++this.#mark;
    for (let at = 0; at < rows.length; at++) marks[rows[at] as number] = mark;
    return { marks, mark };
  }

  #changeOne(change: RowChange): void {
    const ready = [...this.permutations.values()].filter((kept) => kept.isReady);
    if (!this.isFree(change.row)) for (const { value } of ready) value.remove(change.row);
    this.#apply(change);
    if (!this.isFree(change.row)) for (const { value } of ready) value.insert(change.row);
  }

  #changeMany(changes: readonly RowChange[]): void {
    const ready = [...this.permutations.values()].filter((kept) => kept.isReady);
    const rows = new Set(changes.map(({ row }) => row));
    for (const { value } of ready) value.removeAll(rows);
    for (const change of changes) this.#apply(change);
    const taken = [...rows].filter((row) => !this.isFree(row));
    for (const { value } of ready) value.insertAll(taken);
  }

  #apply({ row, entry }: RowChange): void {
    if (entry !== null) this.#put(row, entry);
    else this.#freeRow(row);
    for (const { value } of this.columns.values())
      value.set(row, entry === null ? undefined : value.source.read(entry));
  }

  #put(row: number, entry: HeldRow): void {
    if (this.isFree(row)) this.#count += 1;
    else if (this.#status.get(row) === ARCHIVED) this.#archived -= 1;
    this.#ids.set(row, entry.id);
    this.#versions.set(row, entry.version);
    this.keys.set(row, entry.key);
    this.#status.set(row, entry.status);
    this.#published.set(row, entry.publishedAt ?? undefined);
    if (entry.status === ARCHIVED) this.#archived += 1;
  }

  #freeRow(row: number): void {
    if (this.isFree(row)) return;
    if (this.#status.get(row) === ARCHIVED) this.#archived -= 1;
    this.#count -= 1;
    this.#ids.set(row, FREE);
    this.moves.forget(row);
    this.#free.push(row);
    for (const column of this.#system.values()) column.set(row, undefined);
  }
}

/** A column without values. */
export function emptyColumn(source: Source): Column {
  switch (source.kind) {
    case 'number':
      return new NumberColumn(source);
    case 'key':
      return new KeyColumn(source);
    case 'text':
      return new TextColumn(source);
    default:
      return new DictionaryColumn(source);
  }
}
