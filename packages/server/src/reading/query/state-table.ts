/**
 * All entries of one environment in one state, kept up to date from the journal. Invariant: while the table is settled, it shows
 * exactly its revision; all changes that a statement read are applied without a pause in between.
 */
import type { Reader } from '../../platform/database/database.ts';
import type { Reservation } from '../../platform/kit/memory-budget.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { AssetKeys } from './asset-keys.ts';
import { type HeldRow, type IndexRow, membersRead } from './index-row.ts';
import { KeyIndex } from './key-index.ts';
import { movedItems } from './moved-items.ts';
import type { QueryState } from './query.ts';
import type { Placed, ShownTables } from './shown-tables.ts';
import { type ItemRow, type MovedItem, readItems } from './store.ts';
import { type RowChange, TypeTable } from './type-table.ts';

/** Journal items that are read at once. */
const ITEMS_AT_ONCE = 500;
/** The objects of a table, its places in maps and its reservation. */
const TABLE_BYTES = 2_500;

/** Whether items are missing. An environment that takes a name over skips revisions, which no item has (`name-moves.ts`). */
function isPastGap(next: ItemRow | undefined, revision: number): boolean {
  return next !== undefined && next.revision > revision + 1 && next.kind !== 'environment';
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

export class StateTable implements ShownTables {
  readonly environment: number;
  readonly state: QueryState;
  /** Identifies the lifetime of the environment that is loaded. */
  readonly epoch: string;
  readonly reservation: Reservation;
  readonly reservations: readonly Reservation[];
  /** Set if the journal does not continue from here, or the entries no longer fit into memory. */
  isBroken = false;
  /** The assets of the environment, once a query asked for them. */
  assetKeys: AssetKeys | undefined;
  readonly #reader: Reader;
  readonly #tables: TypeTable[] = [];
  readonly #numberOf = new Map<number, number>();
  readonly #keys = new KeyIndex((table) => this.#tables[table]?.keys);
  /** The tables know every move after this revision (`RowMoves`). */
  #movesKnownFrom: number;
  #revision: number;
  /** Ordinal of the last applied journal item; everything of the first revision was part of what was loaded. */
  #ordinal = Number.MAX_SAFE_INTEGER;
  #isSettled = false;
  #flight: Promise<void> | undefined;
  #building: Promise<unknown> = Promise.resolve();
  /** What did not fit into memory, and when to retry it. */
  readonly noRoomUntil = new Map<string, number>();

  /** @param parts `revision`: a lower bound for every row that is loaded into the table */
  constructor(parts: {
    environment: number;
    state: QueryState;
    epoch: string;
    revision: number;
    reader: Reader;
    reservation: Reservation;
  }) {
    this.environment = parts.environment;
    this.state = parts.state;
    this.epoch = parts.epoch;
    this.#revision = parts.revision;
    this.#movesKnownFrom = parts.revision;
    this.#reader = parts.reader;
    this.reservation = parts.reservation;
    this.reservations = [parts.reservation];
  }

  get revision(): number {
    return this.#revision;
  }

  get movesKnownFrom(): number {
    return this.#movesKnownFrom;
  }

  get tables(): readonly TypeTable[] {
    return this.#tables;
  }

  get bytes(): number {
    let bytes = TABLE_BYTES + this.#keys.bytes;
    for (const table of this.#tables) bytes += table.bytes;
    return bytes;
  }

  /** Whether it can be used for a response that must not be older than the revision. */
  isSettledAt(revision: number): boolean {
    return this.#isSettled && this.#revision >= revision && !this.isBroken;
  }

  ofType(contentType: number): TypeTable | undefined {
    return this.#tables[this.#numberOf.get(contentType) ?? -1];
  }

  tablesOf(contentType: number | null): readonly TypeTable[] {
    if (contentType === null) return this.#tables;
    const table = this.ofType(contentType);
    return table === undefined ? [] : [table];
  }

  /** Nothing lies over the tables of a state alone. */
  hiddenIn(): undefined {
    return undefined;
  }

  find(key: string): Placed | undefined {
    const place = this.#keys.get(key);
    const table = place === undefined ? undefined : this.#tables[place.table];
    return table === undefined || place === undefined ? undefined : { table, row: place.row };
  }

  /** Sets rows while the table is being loaded. */
  fill(entries: readonly HeldRow[]): void {
    for (const entry of entries) {
      const { table, number } = this.#tableFor(entry.contentType);
      const row = table.takeRow();
      table.fill(row, entry);
      const before = this.#keys.set(entry.key, { table: number, row });
      if (before !== undefined) this.#tables[before.table]?.change([{ row: before.row, entry: null }]);
    }
  }

  /** Advances to the revision or beyond; check `isSettledAt` afterwards. */
  async advanceTo(revision: number): Promise<void> {
    while (!this.isSettledAt(revision) && !this.isBroken) {
      const isOwn = this.#flight === undefined;
      await this.#fly();
      // The journal is complete up to every head that was ever read: if it is not, the table shows the past of another
      // environment.
      if (isOwn && this.#isSettled && this.#revision < revision) this.isBroken = true;
    }
  }

  /** Advances to the end of the journal, as of the call or later. */
  async advanceNow(): Promise<void> {
    await this.#flight;
    await this.#fly();
  }

  /** Reads moves from the journal: those after a revision and before the tables were loaded. */
  async learnMoves(since: number): Promise<void> {
    const until = this.#movesKnownFrom;
    const pieces = movedItems(this.#reader, { environment: this.environment, kind: 'entry', since, until });
    for await (const items of pieces) this.#noteMoves(items);
    this.#movesKnownFrom = Math.min(this.#movesKnownFrom, since);
    if (!this.reservation.resize(this.bytes)) this.isBroken = true;
  }

  /** Runs the work that fills columns and orders, one piece after the other. */
  build<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#building.then(work);
    this.#building = run.catch(() => undefined);
    return run;
  }

  /** Forgets which assets there are. */
  dropAssets(): void {
    this.assetKeys?.release();
    this.assetKeys = undefined;
  }

  release(): void {
    this.isBroken = true;
    this.dropAssets();
    this.reservation.release();
    for (const table of this.#tables) table.release();
  }

  #fly(): Promise<void> {
    this.#flight ??= this.#advance().finally(() => {
      this.#flight = undefined;
    });
    return this.#flight;
  }

  async #advance(): Promise<void> {
    const pace = new Pace();
    for (;;) {
      const { environment, state } = this;
      const behind = { environment, state, revision: this.#revision, ordinal: this.#ordinal, limit: ITEMS_AT_ONCE };
      const names = this.#membersRead();
      const { items, isAll } = await readItems(this.#reader, behind, names);
      if (isPastGap(items[0], this.#revision)) this.isBroken = true;
      if (this.isBroken) return;
      // A column that was started meanwhile needs values that were not read.
      if (!isSubset(this.#membersRead(), names)) continue;
      this.#isSettled = isAll;
      this.#apply(items);
      if (this.#isSettled) return;
      await pace.restIfDue();
    }
  }

  /** The keys of index values that the columns read. */
  #membersRead(): string[] {
    return membersRead(this.#tables.flatMap((table) => table.sources));
  }

  #apply(items: readonly ItemRow[]): void {
    const last = items.at(-1);
    if (last === undefined) return;
    this.#revision = last.revision;
    this.#ordinal = last.ordinal;
    for (const { kind, resource } of items) {
      if (kind === 'content_type') this.ofType(resource)?.dropFields();
      else if (kind === 'locale') for (const table of this.#tables) table.dropFields();
    }
    for (const [table, changes] of this.#changesOf(items)) {
      table.change(changes);
      table.dropWasteful();
      table.resize();
      if (table.keys.isWasteful) this.isBroken = true;
    }
    this.#noteMoves(items.filter(({ kind }) => kind === 'entry'));
    for (const { kind, item_key, revision } of items) if (kind === 'asset') this.assetKeys?.note(item_key, revision);
    if (!this.reservation.resize(this.bytes)) this.isBroken = true;
  }

  #noteMoves(items: readonly MovedItem[]): void {
    for (const { item_key: key, resource, revision, moved } of items) {
      const placed = moved === 0 ? undefined : this.find(key);
      if (placed?.table.idOf(placed.row) === resource) placed.table.moves.note(placed.row, revision, moved);
    }
  }

  #changesOf(items: readonly ItemRow[]): Map<TypeTable, RowChange[]> {
    const changes = new Map<TypeTable, RowChange[]>();
    const add = ({ table, row }: Placed, entry: IndexRow | null): void => {
      const known = changes.get(table);
      if (known === undefined) changes.set(table, [{ row, entry }]);
      else known.push({ row, entry });
    };
    const entries = new Map(items.filter(({ kind }) => kind === 'entry').map((item) => [item.resource, item]));
    for (const item of entries.values()) {
      const placed = this.find(item.item_key);
      const isSame = placed !== undefined && placed.table.idOf(placed.row) === item.resource;
      if (item.row !== null && isSame) add(placed, item.row);
      else if (item.row !== null) {
        // Another entry has the key now; the one that had it is gone.
        if (placed !== undefined) add(placed, null);
        add(this.#place(item.row), item.row);
      } else if (isSame) {
        add(placed, null);
        this.#keys.delete(item.item_key);
      }
    }
    return changes;
  }

  #place(entry: IndexRow): Placed {
    const { table, number } = this.#tableFor(entry.contentType);
    const row = table.takeRow();
    table.keys.set(row, entry.key);
    this.#keys.set(entry.key, { table: number, row });
    return { table, row };
  }

  #tableFor(contentType: number): { table: TypeTable; number: number } {
    const known = this.#numberOf.get(contentType);
    const table = known === undefined ? undefined : this.#tables[known];
    if (known !== undefined && table !== undefined) return { table, number: known };
    const number = this.#tables.length;
    const fresh = new TypeTable(contentType, this.state);
    this.#tables.push(fresh);
    this.#numberOf.set(contentType, number);
    return { table: fresh, number };
  }
}
