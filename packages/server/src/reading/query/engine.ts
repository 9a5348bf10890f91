/**
 * The query engine: runs queries on columns in memory, kept up to date from the journal, or by streaming the index rows if the
 * columns do not fit. Invariant: a response shows exactly one revision, never one older than the head of the environment when the
 * request arrived.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import { buildColumns, buildOrder, buildOverlaidColumns } from './building.ts';
import type { DictionaryColumn } from './dictionary-column.ts';
import { findRows } from './finding.ts';
import type { IndexRow } from './index-row.ts';
import { learnAssets } from './learned-assets.ts';
import { type LoadParts, stateOf } from './loader.ts';
import type { Overlay } from './overlay.ts';
import { type MissingPart, Plan } from './plan.ts';
import type { EntryQuery, KeyQuery, KeyResult, QueryResult } from './query.ts';
import { asFound, type Show } from './show.ts';
import type { ShownTables } from './shown-tables.ts';
import type { StateTable } from './state-table.ts';
import { StateTables } from './state-tables.ts';
import { readByKeys } from './store.ts';
import { type AssetsOfThen, foundEntry, type StreamedResult, streamQuery } from './streaming.ts';

/** Rounds of building what a query needs before it falls back to streaming. */
const ROUNDS_MAX = 200;
/** Attempts to load entries for one query, if their memory is taken away meanwhile. */
const TABLE_ATTEMPTS_MAX = 2;
/** How long to wait before retrying a column or order that did not fit into memory. */
const NO_ROOM_FOR_MS = 10_000;

export interface QueryEngineParts {
  readonly database: Database;
  readonly heads: Heads;
  /** Shared with everything else that is kept in memory. */
  readonly memory: MemoryBudget;
  readonly clock: Clock;
}

/** How entries are found, and what they are turned into. */
export interface HowToFind<T> {
  readonly show: Show<T>;
  /** The head of the environment, if it was read since the request arrived. */
  readonly head?: Head;
  /** A snapshot to read from; nothing in memory is used then. */
  readonly within?: Reader | undefined;
  /** The assets that were there at the moment in the past that is read, or were not, where that is not as it is now. */
  readonly assetsThen?: AssetsOfThen | undefined;
  /** What lies over the environment. The result is of one moment if its revision is that of the overlay. */
  readonly overlay?: Overlay | undefined;
}

/** How a query runs. */
export interface HowToRun<T> extends HowToFind<T> {
  /** The model of the query's environment; its fields and locales give field conditions their meaning. */
  readonly model: Model;
}

export class QueryEngine {
  readonly #database: Database;
  readonly #heads: Heads;
  readonly #memory: MemoryBudget;
  readonly #clock: Clock;
  readonly #tables: StateTables;

  constructor({ database, heads, memory, clock }: QueryEngineParts) {
    this.#database = database;
    this.#heads = heads;
    this.#memory = memory;
    this.#clock = clock;
    this.#tables = new StateTables({ database, memory, clock });
  }

  /**
   * Runs a query.
   * @param model of the query's environment; its fields and locales give field conditions their meaning
   * @param within a snapshot to read from; nothing in memory is used then
   * @throws `not_found` if the environment is gone
   */
  async run(query: EntryQuery, model: Model, within?: Reader): Promise<QueryResult> {
    return this.show(query, { model, within, show: asFound });
  }

  /**
   * Runs a query, synchronously if everything is in memory, and turns each entry into the requested form.
   * @param how `head`: that of the query's environment, if it was read since the request arrived
   * @throws as `run`
   */
  show<T>(query: EntryQuery, how: HowToRun<T>): MaybePromise<QueryResult<T>> {
    return inSteps(this.#run(query, how));
  }

  *#run<T>(query: EntryQuery, how: HowToRun<T>): Steps<QueryResult<T>> {
    const { model, within, show, overlay } = how;
    if (within !== undefined)
      return shown(
        this.#streamed(
          query,
          yield* settled(streamQuery(within, query, model, { overlay, assetsThen: how.assetsThen })),
        ),
        show,
      );
    const head = yield* this.#headSince(query, how.head);
    for (let attempt = 0; attempt < TABLE_ATTEMPTS_MAX; attempt++) {
      const state = yield* settled(this.#tables.of(query.state, head));
      const response = state === null ? null : yield* this.#fromMemory(state, head, query, how);
      if (response !== null) return response;
      if (state?.isBroken !== true) break;
    }
    const reads = this.#database.readsSince(head);
    const result = yield* settled(reads.snapshot((reader) => streamQuery(reader, query, model, { overlay })));
    return shown(this.#streamed(query, result), show);
  }

  /**
   * Finds entries by their keys, for includes and single reads. It uses memory if the entries are loaded; it never loads them.
   * @throws `not_found` if the environment is gone
   */
  keysToStates<T>(query: KeyQuery, how: HowToFind<T>): MaybePromise<KeyResult<T>> {
    return inSteps(this.#find(query, how));
  }

  *#find<T>(query: KeyQuery, { head: known, within, show, overlay }: HowToFind<T>): Steps<KeyResult<T>> {
    if (within !== undefined) return yield* settled(keysFromRows(within, query, show, overlay));
    const head = known ?? (yield* settled(this.#head(query.environment)));
    const state = this.#tables.loaded(query.state, head);
    if (state?.isSettledAt(head.revision) === false) yield* settled(state.advanceTo(head.revision));
    return state?.isSettledAt(head.revision) === true
      ? keysFromMemory(overlay === undefined ? state : overlay.over(state), query, show)
      : yield* settled(keysFromRows(this.#database.readsSince(head).reader, query, show, overlay));
  }

  /** The head of the request, or a later one if the previous page showed a later revision. */
  *#headSince({ environment, after }: EntryQuery, known: Head | undefined): Steps<Head> {
    const head = known ?? (yield* settled(this.#head(environment)));
    if (after === undefined || head.revision >= after.seen) return head;
    return (yield* settled(this.#heads.confirmed(environment))) ?? head;
  }

  get #parts(): LoadParts {
    return { database: this.#database, memory: this.#memory };
  }

  async #head(environment: number): Promise<Head> {
    const head = await this.#heads.of(environment);
    if (head !== undefined) return head;
    this.#tables.drop(environment);
    throw notFound('environment');
  }

  #streamed(query: EntryQuery, { rows, ...result }: StreamedResult): QueryResult {
    query.run = { streamed: true, rows };
    return result;
  }

  /** Null if what the query needs does not fit into memory. */
  *#fromMemory<T>(
    state: StateTable,
    head: Head,
    query: EntryQuery,
    { model, show, overlay }: HowToRun<T>,
  ): Steps<QueryResult<T> | null> {
    const plan = new Plan(query, model);
    try {
      for (let round = 0; round < ROUNDS_MAX; round++) {
        if (!state.isSettledAt(head.revision)) yield* settled(state.advanceTo(head.revision));
        if (state.isBroken) return null;
        if (!state.isSettledAt(head.revision)) continue;
        const tables = overlay === undefined ? state : overlay.over(state);
        const response = plan.run(tables, show);
        if (!('kind' in response)) {
          query.run = { streamed: false, rows: plan.rowsIn(tables) };
          return response;
        }
        if (response.kind === 'moves') yield* settled(state.build(() => state.learnMoves(response.since)));
        else if (response.kind === 'assets') {
          if (!(yield* settled(state.build(() => learnAssets(this.#parts, state))))) return null;
        } else if (response.kind === 'found')
          plan.take(yield* settled(findRows(this.#parts, response, stateOf(state), overlay)));
        else if (!(yield* settled(this.#make(state, response, overlay)))) return null;
      }
      return null;
    } finally {
      plan.unpin();
    }
  }

  /** Builds what is missing, unless it was built meanwhile; false if it does not fit into memory. */
  #make(state: StateTable, missing: MissingPart, overlay: Overlay | undefined): Promise<boolean> {
    const rows = overlay?.rowsOf(missing.table);
    const name = `${missing.table.contentType}${rows === undefined ? '' : ' overlaid'} ${nameOf(missing)}`;
    return state.build(async () => {
      if ((state.noRoomUntil.get(name) ?? 0) > this.#clock()) return false;
      const isMade = await this.#build(state, missing, rows);
      if (!isMade) state.noRoomUntil.set(name, this.#clock() + NO_ROOM_FOR_MS);
      return isMade;
    });
  }

  /** @param rows those of the table, if it is one of an overlay */
  #build(state: StateTable, missing: MissingPart, rows: readonly IndexRow[] | undefined): Promise<boolean> | boolean {
    const { table } = missing;
    if (missing.kind === 'columns') {
      const sources = missing.sources.filter((source) => table.column(source) === undefined);
      if (rows !== undefined) return buildOverlaidColumns(this.#parts, table, rows, sources);
      return sources.length === 0 || buildColumns(this.#parts, state, table, sources);
    }
    if (missing.kind === 'ranks') return rankValues(missing.column);
    const { signature, order } = missing;
    return table.permutations.has(signature) || buildOrder(this.#parts, table, signature, order);
  }
}

async function rankValues(column: DictionaryColumn): Promise<boolean> {
  await column.rank(new Pace());
  return true;
}

function nameOf(missing: MissingPart): string {
  if (missing.kind === 'ranks') return `ranks ${missing.column.source.signature}`;
  return missing.kind === 'order' ? missing.signature : missing.sources.map(({ signature }) => signature).join(' ');
}

function keysFromMemory<T>(state: ShownTables, { keys, withArchived }: KeyQuery, show: Show<T>): KeyResult<T> {
  const entries: T[] = [];
  for (const key of keys) {
    const placed = state.find(key);
    if (placed === undefined || (!withArchived && placed.table.isArchived(placed.row))) continue;
    entries.push(show.ofRow(placed.table, placed.row));
  }
  return { entries, revision: state.revision };
}

async function keysFromRows<T>(
  reader: Reader,
  query: KeyQuery,
  show: Show<T>,
  overlay: Overlay | undefined,
): Promise<KeyResult<T>> {
  const found = await readByKeys(reader, query);
  if (found === undefined) throw notFound('environment');
  const stored = new Map(found.rows.map((row) => [row.key, row]));
  const entries: T[] = [];
  for (const key of query.keys) {
    const own = overlay?.find(key);
    const row = own === undefined ? stored.get(key) : overlay?.rowOf(own?.table.idOf(own.row) ?? 0);
    if (row !== undefined && (query.withArchived || row.status !== 'archived'))
      entries.push(show.ofEntry(foundEntry(row)));
  }
  return { entries, revision: found.revision };
}

function shown<T>(result: QueryResult, show: Show<T>): QueryResult<T> {
  return { ...result, entries: result.entries.map((entry) => show.ofEntry(entry)) };
}
