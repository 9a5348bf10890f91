/**
 * What a query needs in memory, and its result once that is ready. Invariant: `run` awaits nothing, so that all of
 * it is of the one revision that the tables show.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Reservation } from '../../platform/kit/memory-budget.ts';
import type { Column } from './column.ts';
import type { SearchedTables } from './finding.ts';
import type { FoundRows } from './found-rows.ts';
import { type BuildSource, type Source, Sources, textSource } from './index-row.ts';
import { eachSource, Matcher, type Matches, targetPredicates, type UnrankedColumn } from './matching.ts';
import { needsNoOrder, type PageStart, pageOf, type TablePart } from './paging.ts';
import type { TableOrder } from './permutation.ts';
import type { EntryQuery, OrderStep, QueryResult } from './query.ts';
import type { Show } from './show.ts';
import type { StateTable } from './state-table.ts';
import type { TextColumn } from './text-column.ts';
import type { TypeTable } from './type-table.ts';

/** What has to be made before the query can run. */
export type MissingPart =
  | { readonly kind: 'columns'; readonly table: TypeTable; readonly sources: readonly BuildSource[] }
  | { readonly kind: 'order'; readonly table: TypeTable; readonly signature: string; readonly order: TableOrder }
  | UnrankedColumn;

/** What the query needs before it can run. */
export type Missing = MissingPart | SearchedTables;

export class Plan {
  readonly #query: EntryQuery;
  readonly #spaceId: string;
  readonly #sources: Sources;
  readonly #pinned = new Set<Reservation>();
  readonly #found = new Map<TypeTable, FoundRows>();

  constructor(query: EntryQuery, model: Model) {
    this.#query = query;
    this.#spaceId = model.spaceId;
    this.#sources = new Sources(model, query.locale);
  }

  /**
   * The result, or what it still needs. What it uses is not given up before `unpin`.
   * @param show what becomes of the entries
   */
  run<T>(state: StateTable, show: Show<T>): QueryResult<T> | Missing {
    this.#pin(state.reservation);
    const tables = this.#tables(state);
    const missing = this.#missingColumns(state, tables) ?? this.#missingFound(tables);
    if (missing !== undefined) return missing;
    const matcher = new Matcher(state, this.#query, { sources: this.#sources, found: this.#found });
    const ranks: TablePart[][] = [];
    let total = 0;
    for (const table of tables) {
      const matches = matcher.matches(table);
      if (matcher.unranked !== undefined) return matcher.unranked;
      total += matches.count;
      for (const [rank, some] of this.#ranked(matches).entries()) {
        ranks[rank] ??= [];
        if (some.count === 0) continue;
        const part = this.#part(some);
        if ('kind' in part) return part;
        ranks[rank].push(part);
      }
    }
    return {
      entries: pageOf(ranks, this.#query, { from: this.#from(state), show }),
      total,
      revision: state.revision,
    };
  }

  /** How many rows the query looks at. */
  rowsIn(state: StateTable): number {
    return this.#tables(state).reduce((rows, table) => rows + table.count, 0);
  }

  /** Takes what the query's search found in some tables. */
  take(found: ReadonlyMap<TypeTable, FoundRows>): void {
    for (const [table, rows] of found) this.#found.set(table, rows);
  }

  /** Lets go of what the query used. */
  unpin(): void {
    for (const reservation of this.#pinned) reservation.unpin();
    this.#pinned.clear();
  }

  #tables(state: StateTable): readonly TypeTable[] {
    if (this.#query.contentType === null) return state.tables;
    const table = state.ofType(this.#query.contentType);
    return table === undefined ? [] : [table];
  }

  #missingColumns(state: StateTable, tables: readonly TypeTable[]): MissingPart | undefined {
    const targets = targetPredicates(this.#query.predicates);
    for (const table of state.tables) {
      const sources = new Set<Source>();
      const isQueried = tables.includes(table);
      const predicates = isQueried ? [...this.#query.predicates, ...targets] : targets;
      eachSource(predicates, table.contentType, this.#sources, (source) => sources.add(source));
      if (isQueried) for (const source of this.#orderSources(table)) sources.add(source);
      if (isQueried && this.#query.search !== undefined) sources.add(textSource(this.#query.locale));
      const built = [...sources].filter((source) => !source.isHeld);
      const missing = built.filter((source) => !this.#use(table, source));
      if (missing.length > 0) return { kind: 'columns', table, sources: missing };
    }
    return undefined;
  }

  /** Brings together what the query's search found in each table, as far as that is known. */
  #missingFound(tables: readonly TypeTable[]): SearchedTables | undefined {
    const { search, locale } = this.#query;
    if (search === undefined) return undefined;
    const columns = new Map<TypeTable, TextColumn>();
    for (const table of tables) {
      const column = table.column(textSource(locale)) as TextColumn;
      if (this.#found.get(table)?.isCurrent(column) === true) continue;
      const found = table.findings.get(search, column);
      if (found === undefined) columns.set(table, column);
      else this.#found.set(table, found);
    }
    return columns.size === 0 ? undefined : { kind: 'found', spaceId: this.#spaceId, search, columns };
  }

  #ranked(matches: Matches): readonly Matches[] {
    const { table, rows } = matches;
    const found = this.#foundByRelevance(table);
    if (found === undefined || rows === null) return [matches];
    return found.byRank(rows).map((some) => ({ table, count: some.length, rows: some }));
  }

  #foundByRelevance(table: TypeTable): FoundRows | undefined {
    return this.#query.search?.byRelevance === true ? this.#found.get(table) : undefined;
  }

  /** Whether the column of the source is ready; it is kept for the query then. */
  #use(table: TypeTable, source: BuildSource): boolean {
    const kept = table.columns.get(source.signature);
    if (kept?.isReady !== true) return false;
    this.#pin(kept.reservation);
    return true;
  }

  #part(matches: Matches): TablePart | MissingPart {
    const { table } = matches;
    const order = this.#orderOn(table);
    const signature = orderSignature(order);
    const kept = table.permutations.get(signature);
    if (kept?.isReady === true) {
      this.#pin(kept.reservation);
      return { matches, order, permutation: kept.value };
    }
    if (needsNoOrder(matches)) return { matches, order, permutation: undefined };
    return { kind: 'order', table, signature, order };
  }

  #orderOn(table: TypeTable): TableOrder {
    const steps = this.#query.order.map((step) => {
      const source = this.#stepSource(step, table);
      const column: Column | null = source === undefined ? null : (table.column(source) ?? null);
      return { column, descending: step.descending };
    });
    return { steps, keys: table.keys };
  }

  #orderSources(table: TypeTable): Source[] {
    return this.#query.order.map((step) => this.#stepSource(step, table)).filter((source) => source !== undefined);
  }

  #stepSource({ by }: OrderStep, table: TypeTable): Source | undefined {
    if (by.kind === 'system') return this.#sources.of(by);
    const attribute = by.byType.get(table.contentType);
    return attribute === undefined ? undefined : this.#sources.of(attribute);
  }

  #from(state: StateTable): PageStart | undefined {
    const { after } = this.#query;
    const placed = after === undefined ? undefined : state.find(after.key);
    if (placed === undefined || !this.#tables(state).includes(placed.table)) return undefined;
    // One that is found no more has no rank: the page starts where it stood.
    const found = this.#foundByRelevance(placed.table);
    const rank = found === undefined ? 0 : found.rankOf(placed.row);
    return rank === undefined ? undefined : { ...placed, rank, order: this.#orderOn(placed.table) };
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
