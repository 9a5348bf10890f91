/**
 * What a query needs in memory, and its answer once that is ready. Invariant: `answer` awaits nothing, so that all of
 * it is of the one revision that the tables show.
 */
import type { Model } from '../content-types/model.ts';
import type { Reservation } from '../kit/memory-budget.ts';
import type { SearchHits } from '../search/hits.ts';
import type { Column } from './column.ts';
import { type AskedSource, type Source, Sources, textSource } from './index-row.ts';
import { eachSource, Matcher, type Matches, targetPredicates } from './matching.ts';
import { needsNoOrder, type PageStart, pageOf, type TablePart } from './paging.ts';
import type { TableOrder } from './permutation.ts';
import type { EntryQuery, OrderStep, QueryResult } from './query.ts';
import type { StateTable } from './state-table.ts';
import type { TypeTable } from './type-table.ts';

/** What has to be made before the query can be answered. */
export type Missing =
  | { readonly kind: 'columns'; readonly table: TypeTable; readonly sources: readonly AskedSource[] }
  | { readonly kind: 'order'; readonly table: TypeTable; readonly signature: string; readonly order: TableOrder };

export class Plan {
  readonly #query: EntryQuery;
  readonly #sources: Sources;
  readonly #pinned = new Set<Reservation>();

  constructor(query: EntryQuery, model: Model) {
    this.#query = query;
    this.#sources = new Sources(model, query.locale);
  }

  /**
   * The answer, or what it still needs. What it uses is not given up before `unpin`.
   * @param hits what the query's search found, read when the tables showed what they show now
   */
  answer(state: StateTable, hits?: SearchHits): QueryResult | Missing {
    this.#pin(state.reservation);
    const tables = this.#tables(state);
    const missing = this.#missingColumns(state, tables);
    if (missing !== undefined) return missing;
    const matcher = new Matcher(state, this.#query, { sources: this.#sources, hits });
    const ranks: TablePart[][] = [];
    let total = 0;
    for (const table of tables) {
      const matches = matcher.matches(table);
      total += matches.count;
      for (const [rank, some] of this.#ranked(matcher, matches, hits).entries()) {
        ranks[rank] ??= [];
        if (some.count === 0) continue;
        const part = this.#part(some);
        if ('kind' in part) return part;
        ranks[rank].push(part);
      }
    }
    return {
      entries: pageOf(ranks, this.#query, this.#from(state, matcher, hits)),
      total,
      revision: state.revision,
    };
  }

  #ranked(matcher: Matcher, matches: Matches, hits: SearchHits | undefined): readonly Matches[] {
    return hits !== undefined && this.#query.search?.byRelevance === true ? matcher.byRank(matches, hits) : [matches];
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

  #missingColumns(state: StateTable, tables: readonly TypeTable[]): Missing | undefined {
    const targets = targetPredicates(this.#query.predicates);
    for (const table of state.tables) {
      const sources = new Set<Source>();
      const isAsked = tables.includes(table);
      const predicates = isAsked ? [...this.#query.predicates, ...targets] : targets;
      eachSource(predicates, table.contentType, this.#sources, (source) => sources.add(source));
      if (isAsked) for (const source of this.#orderSources(table)) sources.add(source);
      if (isAsked && this.#query.search !== undefined) sources.add(textSource(this.#query.locale));
      const asked = [...sources].filter((source) => !source.isHeld);
      const missing = asked.filter((source) => !this.#use(table, source));
      if (missing.length > 0) return { kind: 'columns', table, sources: missing };
    }
    return undefined;
  }

  /** Whether the column of the source is ready; it is kept for the query then. */
  #use(table: TypeTable, source: AskedSource): boolean {
    const kept = table.columns.get(source.signature);
    if (kept?.isReady !== true) return false;
    this.#pin(kept.reservation);
    return true;
  }

  #part(matches: Matches): TablePart | Missing {
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

  #from(state: StateTable, matcher: Matcher, hits: SearchHits | undefined): PageStart | undefined {
    const { after, search } = this.#query;
    const placed = after === undefined ? undefined : state.find(after.key);
    if (placed === undefined || !this.#tables(state).includes(placed.table)) return undefined;
    // One that is found no more has no rank: the page starts where it stood.
    const rank = hits !== undefined && search?.byRelevance === true ? matcher.rankPlace(placed, hits) : 0;
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
