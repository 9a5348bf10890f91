/**
 * What a query needs in memory, and its result once that is ready. Invariant: `run` awaits nothing, so that its whole result is of
 * the one revision that the tables show.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Reservation } from '../../platform/kit/memory-budget.ts';
import type { Column } from './column.ts';
import type { SearchedTables } from './finding.ts';
import type { FoundRows } from './found-rows.ts';
import { type BuildSource, type Source, Sources, textSource } from './index-row.ts';
import { eachSource, Matcher, type Matches, seesAssets, targetPredicates, type UnrankedColumn } from './matching.ts';
import { needsNoOrder, pageOf, type TablePart } from './paging.ts';
import type { TableOrder } from './permutation.ts';
import { type EntryQuery, MOVED_PART, type OrderStep, type QueryResult } from './query.ts';
import { type MovingAttribute, movingIn } from './row-moves.ts';
import type { Show } from './show.ts';
import type { HiddenRows, ShownTables } from './shown-tables.ts';
import type { TextColumn } from './text-column.ts';
import type { TypeTable } from './type-table.ts';

/** A part that has to be built before the query can run. */
export type MissingPart =
  | { readonly kind: 'columns'; readonly table: TypeTable; readonly sources: readonly BuildSource[] }
  | { readonly kind: 'order'; readonly table: TypeTable; readonly signature: string; readonly order: TableOrder }
  | UnrankedColumn;

/** Moves after a revision that have to be read from the journal. */
export interface UnknownMoves {
  readonly kind: 'moves';
  readonly since: number;
}

/** Which assets there are, as of the tables. */
export interface UnknownAssets {
  readonly kind: 'assets';
}

/** What the query needs before it can run. */
export type Missing = MissingPart | SearchedTables | UnknownMoves | UnknownAssets;

export class Plan {
  readonly #query: EntryQuery;
  readonly #spaceId: string;
  readonly #sources: Sources;
  readonly #moving: readonly MovingAttribute[];
  /** The revision of the first page; undefined on that page, and in an order in which nothing moves entries. */
  readonly #since: number | undefined;
  readonly #pinned = new Set<Reservation>();
  readonly #found = new Map<TypeTable, FoundRows>();

  constructor(query: EntryQuery, model: Model) {
    this.#query = query;
    this.#spaceId = model.spaceId;
    this.#sources = new Sources(model, query.locale);
    this.#moving = movingIn(query.order);
    const since = query.after?.since;
    this.#since = this.#moving.length > 0 && typeof since === 'number' ? since : undefined;
  }

  /**
   * The result, or what is still missing for it. What the query uses is kept in memory until `unpin`.
   * @param show turns the entries into the requested form
   */
  run<T>(state: ShownTables, show: Show<T>): QueryResult<T> | Missing {
    for (const reservation of state.reservations) this.#pin(reservation);
    const tables = state.tablesOf(this.#query.contentType);
    const missing =
      this.#missingColumns(state, tables) ??
      this.#missingFound(tables) ??
      this.#missingMoves(state) ??
      this.#missingAssets(state);
    if (missing !== undefined) return missing;
    const matcher = new Matcher(state, this.#query, { sources: this.#sources, found: this.#found });
    const ranks: TablePart[][] = Array.from({ length: MOVED_PART + 1 }, () => []);
    let total = 0;
    for (const table of tables) {
      const matches = matcher.matches(table);
      if (matcher.unranked !== undefined) return matcher.unranked;
      total += matches.count;
      for (const [rank, some] of this.#inParts(matches)) {
        if (some.count === 0 || rank < (this.#query.after?.part ?? 0)) continue;
        const part = this.#part(some, rank === MOVED_PART ? [] : this.#query.order);
        if ('kind' in part) return part;
        ranks[rank]?.push(part);
      }
    }
    const { revision } = state;
    const since = this.#since ?? (this.#moving.length > 0 ? revision : null);
    return { ...pageOf(ranks, this.#query, { show, revision, since }), total, revision };
  }

  /** How many rows the query looks at. */
  rowsIn(state: ShownTables): number {
    return state.tablesOf(this.#query.contentType).reduce((rows, table) => rows + table.count, 0);
  }

  /** Accepts the rows that the query's search found in some tables. */
  take(found: ReadonlyMap<TypeTable, FoundRows>): void {
    for (const [table, rows] of found) this.#found.set(table, rows);
  }

  /** Releases what the query used. */
  unpin(): void {
    for (const reservation of this.#pinned) reservation.unpin();
    this.#pinned.clear();
  }

  #missingColumns(state: ShownTables, tables: readonly TypeTable[]): MissingPart | undefined {
    const targets = targetPredicates(this.#query.predicates);
    for (const table of state.tables) {
      const sources = new Set<Source>();
      const isQueried = tables.includes(table);
      const predicates = isQueried ? [...this.#query.predicates, ...targets] : targets;
      eachSource(predicates, table.contentType, this.#sources, (source) => sources.add(source));
      if (isQueried) for (const source of this.#orderSources(table)) sources.add(source);
      if (isQueried) for (const locale of this.#query.search?.locales ?? []) sources.add(textSource(locale));
      const built = [...sources].filter((source) => !source.isHeld);
      const missing = built.filter((source) => !this.#use(table, source));
      if (missing.length > 0) return { kind: 'columns', table, sources: missing };
    }
    return undefined;
  }

  /** Collects the rows that the query's search found in each table, as far as they are known. */
  #missingFound(tables: readonly TypeTable[]): SearchedTables | undefined {
    const { search } = this.#query;
    if (search === undefined) return undefined;
    const columns = new Map<TypeTable, readonly TextColumn[]>();
    for (const table of tables) {
      const texts = search.locales.map((locale) => table.column(textSource(locale)) as TextColumn);
      if (this.#found.get(table)?.isCurrent(texts) === true) continue;
      const found = table.findings.get(search, texts);
      if (found === undefined) columns.set(table, texts);
      else this.#found.set(table, found);
    }
    return columns.size === 0 ? undefined : { kind: 'found', spaceId: this.#spaceId, search, columns };
  }

  #missingMoves({ movesKnownFrom }: ShownTables): UnknownMoves | undefined {
    const since = this.#since;
    return since === undefined || since >= movesKnownFrom ? undefined : { kind: 'moves', since };
  }

  #missingAssets({ assetKeys, revision }: ShownTables): UnknownAssets | undefined {
    if (!this.#query.predicates.some(seesAssets) || assetKeys?.isCurrentAt(revision) === true) return undefined;
    return { kind: 'assets' };
  }

  /** The matches, by the part of the list that they belong to. */
  #inParts(matches: Matches): (readonly [part: number, Matches])[] {
    const { table } = matches;
    const since = this.#since;
    if (since === undefined || !table.moves.hasSince(since, this.#moving)) return [...this.#ranked(matches).entries()];
    const moved: number[] = [];
    const stayed: number[] = [];
    for (const row of matches.rows === null ? takenRows(table, matches.hidden) : Array.from(matches.rows)) {
      if (!table.moves.isSince(row, since, this.#moving)) stayed.push(row);
      // Entries created since the first page are left out: a loop that creates one for each that it reads would never end.
      else if (!table.moves.isSince(row, since, ['arrival'])) moved.push(row);
    }
    const ranked = this.#ranked({ table, count: stayed.length, rows: stayed });
    return [...ranked.entries(), [MOVED_PART, { table, count: moved.length, rows: moved }]];
  }

  #ranked(matches: Matches): readonly Matches[] {
    const { table, rows } = matches;
    const found = this.#query.search?.byRelevance === true ? this.#found.get(table) : undefined;
    if (found === undefined || rows === null) return [matches];
    return found.byRank(rows).map((some) => ({ table, count: some.length, rows: some }));
  }

  /** Whether the column of the source is ready; if so, it is kept in memory for the query. */
  #use(table: TypeTable, source: BuildSource): boolean {
    const kept = table.columns.get(source.signature);
    if (kept?.isReady !== true) return false;
    this.#pin(kept.reservation);
    return true;
  }

  #part(matches: Matches, steps: readonly OrderStep[]): TablePart | MissingPart {
    const { table } = matches;
    const order = this.#orderOn(table, steps);
    const signature = orderSignature(order);
    const kept = table.permutations.get(signature);
    if (kept?.isReady === true) {
      this.#pin(kept.reservation);
      return { matches, order, permutation: kept.value };
    }
    if (needsNoOrder(matches)) return { matches, order, permutation: undefined };
    return { kind: 'order', table, signature, order };
  }

  #orderOn(table: TypeTable, steps: readonly OrderStep[]): TableOrder {
    const onTable = steps.map((step) => {
      const source = this.#stepSource(step, table);
      const column: Column | null = source === undefined ? null : (table.column(source) ?? null);
      return { column, descending: step.descending };
    });
    return { steps: onTable, keys: table.keys };
  }

  #orderSources(table: TypeTable): Source[] {
    return this.#query.order.map((step) => this.#stepSource(step, table)).filter((source) => source !== undefined);
  }

  #stepSource({ by }: OrderStep, table: TypeTable): Source | undefined {
    if (by.kind === 'system') return this.#sources.of(by);
    const attribute = by.byType.get(table.contentType);
    return attribute === undefined ? undefined : this.#sources.of(attribute);
  }

  #pin(reservation: Reservation): void {
    if (this.#pinned.has(reservation)) return;
    this.#pinned.add(reservation);
    reservation.pin();
    reservation.touch();
  }
}

function orderSignature({ steps }: TableOrder): string {
  return steps
    .map(({ column, descending }) => `${column?.source.signature ?? 'none'}${descending ? ' down' : ''}`)
    .join('; ');
}

function takenRows(table: TypeTable, hidden: HiddenRows | undefined): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.size; row++) if (!table.isFree(row) && hidden?.has(row) !== true) rows.push(row);
  return rows;
}
