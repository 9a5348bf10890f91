/**
 * The content of an overlay in the engine's own columns: small tables, of which the engine builds columns and orders as queries need
 * them, and the keys of the stored entries that they hide. Invariant: its rows never change; what changes is the revision of the
 * environment up to which it is known to hold.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { MemoryBudget, Reservation } from '../../platform/kit/memory-budget.ts';
import type { SearchHits } from '../search/hits.ts';
import type { SearchQuery } from '../search/search-query.ts';
import { TEXTS_KEY } from '../search/texts.ts';
import type { AssetKeys } from './asset-keys.ts';
import type { OverlaidWords } from './overlaid-words.ts';
import type { OverlaidRow, OverlayContent, OverlaySource } from './overlay-source.ts';
import { HiddenRows, type Placed, type ShownTables } from './shown-tables.ts';
import type { StateTable } from './state-table.ts';
import { TypeTable } from './type-table.ts';

/** A row: its object, its places in maps, its texts of a few characters. */
const ROW_BYTES = 800;
const BYTES_PER_CHARACTER = 2;

/** What an overlay is made of. */
export interface OverlayParts {
  readonly source: OverlaySource;
  /** The model that it was read with. */
  readonly model: Model;
  /** Revision of the environment at which it was read. */
  readonly revision: number;
  readonly content: OverlayContent;
  /** Null where nothing is searched for. */
  readonly words: OverlaidWords | null;
}

let overlays = 0;

export class Overlay {
  readonly name: string;
  /** Tells it from all others of the process. */
  readonly number: number;
  readonly source: OverlaySource;
  readonly model: Model;
  readonly words: OverlaidWords | null;
  readonly rows: readonly OverlaidRow[];
  readonly tables: readonly TypeTable[];
  /** The latest revision of the environment at which it is known to hold. */
  revision: number;
  #reservation: Reservation | undefined;
  readonly #restsOn: ReadonlySet<string> | null;
  readonly #bytes: number;
  /** Null for entries that are not seen. */
  readonly #places = new Map<string, Placed | null>();
  readonly #rowsOf = new Map<TypeTable, readonly OverlaidRow[]>();
  readonly #rowOf = new Map<number, OverlaidRow>();
  readonly #laid = new WeakMap<StateTable, LaidTables>();

  constructor({ source, model, revision, content, words }: OverlayParts) {
    this.name = content.name;
    this.number = ++overlays;
    this.source = source;
    this.model = model;
    this.words = words;
    this.rows = content.rows;
    this.revision = revision;
    this.#restsOn = content.restsOn;
    for (const key of content.gone) this.#places.set(key, null);
    this.tables = this.#filled(content.rows);
    this.#bytes = this.#size();
  }

  get reservation(): Reservation | undefined {
    return this.#reservation;
  }

  /** Keys of the entries of which it says what is seen. */
  get keys(): Iterable<string> {
    return this.#places.keys();
  }

  /** Whether it says what is seen of the entry with that key. */
  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** The entry with that key; null for one that is not seen, undefined for one that is as it is stored. */
  find(key: string): Placed | null | undefined {
    return this.#places.get(key);
  }

  /** The entry with that row id. */
  rowOf(id: number): OverlaidRow | undefined {
    return this.#rowOf.get(id);
  }

  /** The rows of one of its tables, by their number; undefined for a table of a state. */
  rowsOf(table: TypeTable): readonly OverlaidRow[] | undefined {
    return this.#rowsOf.get(table);
  }

  /** Whether a change of the entry with that key may change it. */
  restsOn(key: string): boolean {
    return this.#restsOn === null || this.#restsOn.has(key);
  }

  /** The texts that a search finds, by the numbers that they have in its rows. */
  hits(search: SearchQuery): SearchHits {
    if (this.words === null) throw new Error('The words of the overlay were not read.');
    return this.words.find(search);
  }

  /** The tables of a state with these over them. */
  over(state: StateTable): ShownTables {
    const known = this.#laid.get(state);
    if (known?.isCurrent(state) === true) return known;
    const laid = new LaidTables(state, this);
    this.#laid.set(state, laid);
    this.#reservation?.resize(this.#bytes + laid.bytes);
    return laid;
  }

  /** Reserves what it takes. @param evict called when its memory is given to others @returns whether there is room */
  reserve(memory: MemoryBudget, evict: () => void): boolean {
    const reservation = memory.reserve(this.#bytes, () => {
      this.release();
      evict();
    });
    this.#reservation = reservation ?? undefined;
    return reservation !== null;
  }

  /** Gives up what it takes of the memory budget; it goes on to hold. */
  release(): void {
    this.#reservation?.release();
    for (const table of this.tables) table.release();
  }

  #filled(rows: readonly OverlaidRow[]): readonly TypeTable[] {
    const byType = Map.groupBy(rows, ({ contentType }) => contentType);
    return [...byType].map(([contentType, some]) => {
      const table = new TypeTable(contentType, this.source.state);
      for (const entry of some) {
        const row = table.takeRow();
        table.fill(row, entry);
        this.#places.set(entry.key, { table, row });
        this.#rowOf.set(entry.id, entry);
      }
      this.#rowsOf.set(table, some);
      return table;
    });
  }

  #size(): number {
    let bytes = this.words?.bytes ?? 0;
    for (const table of this.tables) bytes += table.bytes;
    for (const { values } of this.rows) bytes += ROW_BYTES + JSON.stringify(values).length * BYTES_PER_CHARACTER;
    return bytes;
  }
}

/** A row with the numbers of its texts. */
export function withTexts(row: OverlaidRow, texts: Readonly<Record<string, number>>): OverlaidRow {
  return { ...row, values: { ...row.values, [TEXTS_KEY]: texts } };
}

/** The tables of a state, as they are at one revision, with an overlay over them. */
class LaidTables implements ShownTables {
  readonly revision: number;
  readonly movesKnownFrom: number;
  readonly tables: readonly TypeTable[];
  readonly reservations: readonly Reservation[];
  readonly #state: StateTable;
  readonly #overlay: Overlay;
  readonly #hidden = new Map<TypeTable, HiddenRows>();

  constructor(state: StateTable, overlay: Overlay) {
    this.revision = state.revision;
    this.movesKnownFrom = state.movesKnownFrom;
    this.tables = [...state.tables, ...overlay.tables];
    this.reservations = [...state.reservations, ...(overlay.reservation === undefined ? [] : [overlay.reservation])];
    this.#state = state;
    this.#overlay = overlay;
    for (const key of overlay.keys) this.#hide(key);
  }

  /** Whether it is what it would be if it were made now. */
  isCurrent(state: StateTable): boolean {
    return this.revision === state.revision && this.movesKnownFrom === state.movesKnownFrom;
  }

  get bytes(): number {
    let bytes = 0;
    for (const { flags } of this.#hidden.values()) bytes += flags.length;
    return bytes;
  }

  /** Assets are as they are: nothing lies over them. */
  get assetKeys(): AssetKeys | undefined {
    return this.#state.assetKeys;
  }

  tablesOf(contentType: number | null): readonly TypeTable[] {
    return contentType === null ? this.tables : this.tables.filter((table) => table.contentType === contentType);
  }

  find(key: string): Placed | undefined {
    const own = this.#overlay.find(key);
    return own === undefined ? this.#state.find(key) : (own ?? undefined);
  }

  hiddenIn(table: TypeTable): HiddenRows | undefined {
    return this.#hidden.get(table);
  }

  #hide(key: string): void {
    const placed = this.#state.find(key);
    if (placed === undefined) return;
    const hidden = this.#hidden.get(placed.table) ?? new HiddenRows(placed.table.size);
    hidden.add(placed.row);
    this.#hidden.set(placed.table, hidden);
  }
}
