/**
 * The query engine: answers queries from columns in memory, kept as far as the journal is, or by streaming the index
 * rows where the columns do not fit. Invariant: an answer shows exactly one revision, never one older than the head
 * of the environment when the request came.
 */
import type { Model } from '../content-types/model.ts';
import type { Database, Reader } from '../database/database.ts';
import { notFound } from '../errors/domain-error.ts';
import type { Head, Heads } from '../journal/heads.ts';
import type { Clock } from '../kit/clock.ts';
import type { MemoryBudget } from '../kit/memory-budget.ts';
import { buildColumns, buildOrder } from './building.ts';
import { findRows } from './finding.ts';
import type { LoadParts } from './loader.ts';
import { type MissingPart, Plan } from './plan.ts';
import type { EntryQuery, FoundEntry, KeyQuery, KeyResult, QueryResult } from './query.ts';
import type { StateTable } from './state-table.ts';
import { StateTables } from './state-tables.ts';
import { readByKeys } from './store.ts';
import { foundEntry, streamQuery } from './streaming.ts';

/** Times that what a query needs is made before it is answered by streaming after all. */
const ROUNDS_MAX = 200;
/** Times that entries are loaded for one query, where their memory is taken from under it. */
const TABLE_ATTEMPTS_MAX = 2;
/** How long a column or order that had no room is not tried again. */
const NO_ROOM_FOR_MS = 10_000;

export interface QueryEngineParts {
  readonly database: Database;
  readonly heads: Heads;
  /** Shared with whatever else is kept in memory. */
  readonly memory: MemoryBudget;
  readonly clock: Clock;
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
    this.#tables = new StateTables({ reader: database.reader, memory, clock });
  }

  /**
   * Answers a query.
   * @param model of the query's environment; field conditions are read by its fields and locales
   * @param within a snapshot to answer from; nothing in memory is used then
   * @throws `not_found` where the environment is gone
   */
  async run(query: EntryQuery, model: Model, within?: Reader): Promise<QueryResult> {
    if (within !== undefined) return streamQuery(within, query, model);
    const head = await this.#head(query.environment);
    for (let attempt = 0; attempt < TABLE_ATTEMPTS_MAX; attempt++) {
      const state = await this.#tables.of(query.state, head);
      const answer = state === null ? null : await this.#fromMemory(state, head, { query, model });
      if (answer !== null) return answer;
      if (state?.isBroken !== true) break;
    }
    return this.#database.snapshot((reader) => streamQuery(reader, query, model));
  }

  /**
   * Finds entries by their keys, for includes and single reads. From memory where the entries are there already; it
   * never loads them.
   * @param within a snapshot to answer from
   * @throws `not_found` where the environment is gone
   */
  async keysToStates(query: KeyQuery, within?: Reader): Promise<KeyResult> {
    if (within !== undefined) return keysFromRows(within, query);
    const head = await this.#head(query.environment);
    const state = this.#tables.loaded(query.state, head);
    if (state !== undefined) await state.advanceTo(head.revision);
    return state?.isSettledAt(head.revision) === true
      ? keysFromMemory(state, query)
      : keysFromRows(this.#database.reader, query);
  }

  /**
   * The revision that an answer given now shows at least.
   * @throws `not_found` where the environment is gone
   */
  async revisionOf(environment: number): Promise<number> {
    return (await this.#head(environment)).revision;
  }

  get #parts(): LoadParts {
    return { reader: this.#database.reader, memory: this.#memory };
  }

  async #head(environment: number): Promise<Head> {
    const head = await this.#heads.of(environment);
    if (head !== undefined) return head;
    this.#tables.drop(environment);
    throw notFound('environment');
  }

  /** Null where what the query needs has no room. */
  async #fromMemory(
    state: StateTable,
    head: Head,
    { query, model }: { query: EntryQuery; model: Model },
  ): Promise<QueryResult | null> {
    const plan = new Plan(query, model);
    try {
      for (let round = 0; round < ROUNDS_MAX; round++) {
        await state.advanceTo(head.revision);
        if (state.isBroken) return null;
        if (!state.isSettledAt(head.revision)) continue;
        const answer = plan.answer(state);
        if (!('kind' in answer)) return answer;
        if (answer.kind === 'found') plan.take(await findRows(this.#parts, answer));
        else if (!(await this.#make(state, answer))) return null;
      }
      return null;
    } finally {
      plan.unpin();
    }
  }

  /** Makes what is missing, unless somebody made it meanwhile; false where it has no room. */
  #make(state: StateTable, missing: MissingPart): Promise<boolean> {
    const name = `${missing.table.contentType} ${nameOf(missing)}`;
    return state.build(async () => {
      if ((state.noRoomUntil.get(name) ?? 0) > this.#clock()) return false;
      const isMade = await this.#build(state, missing);
      if (!isMade) state.noRoomUntil.set(name, this.#clock() + NO_ROOM_FOR_MS);
      return isMade;
    });
  }

  #build(state: StateTable, missing: MissingPart): Promise<boolean> | boolean {
    const { table } = missing;
    if (missing.kind === 'columns') {
      const sources = missing.sources.filter((source) => table.column(source) === undefined);
      return sources.length === 0 || buildColumns(this.#parts, state, table, sources);
    }
    const { signature, order } = missing;
    return table.permutations.has(signature) || buildOrder(this.#parts, table, signature, order);
  }
}

function nameOf(missing: MissingPart): string {
  return missing.kind === 'order' ? missing.signature : missing.sources.map(({ signature }) => signature).join(' ');
}

function keysFromMemory(state: StateTable, { keys, withArchived }: KeyQuery): KeyResult {
  const entries = new Map<string, FoundEntry>();
  for (const key of keys) {
    const placed = state.find(key);
    if (placed === undefined || (!withArchived && placed.table.isArchived(placed.row))) continue;
    entries.set(key, placed.table.found(placed.row));
  }
  return { entries, revision: state.revision };
}

async function keysFromRows(reader: Reader, query: KeyQuery): Promise<KeyResult> {
  const found = await readByKeys(reader, query);
  if (found === undefined) throw notFound('environment');
  const shown = found.rows.filter(({ status }) => query.withArchived || status !== 'archived');
  return { entries: new Map(shown.map((row) => [row.key, foundEntry(row)])), revision: found.revision };
}
