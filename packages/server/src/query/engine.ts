/**
 * The query engine: answers queries from columns in memory, kept as far as the journal is, or by streaming the index
 * rows where the columns do not fit. Invariant: an answer shows exactly one revision, never one older than the head
 * of the environment when the request came.
 */
import type { Model } from '../content-types/model.ts';
import type { Database, Reader } from '../database/database.ts';
import type { Heads } from '../journal/heads.ts';
import type { Clock } from '../kit/clock.ts';
import type { MemoryBudget } from '../kit/memory-budget.ts';
import type { EntryQuery, FoundEntry, KeyQuery, KeyResult, QueryResult } from './query.ts';

export interface QueryEngineParts {
  readonly database: Database;
  readonly heads: Heads;
  readonly memory: MemoryBudget;
  readonly clock: Clock;
}

export class QueryEngine {
  constructor(parts: QueryEngineParts) {
    void parts;
  }

  /**
   * Answers a query.
   * @param model of the query's environment; field conditions are read by its fields and locales
   * @param within a snapshot to answer from; nothing in memory is used then
   * @throws `not_found` where the environment is gone
   */
  async run(query: EntryQuery, model: Model, within?: Reader): Promise<QueryResult> {
    void [query, model, within];
    return { entries: [], total: 0, revision: 0 };
  }

  /**
   * Finds entries by their keys, for includes and single reads.
   * @param within a snapshot to answer from
   * @throws `not_found` where the environment is gone
   */
  async keysToStates(query: KeyQuery, within?: Reader): Promise<KeyResult> {
    void [query, within];
    return { entries: new Map<string, FoundEntry>(), revision: 0 };
  }

  /**
   * The revision that an answer given now shows at least.
   * @throws `not_found` where the environment is gone
   */
  async revisionOf(environment: number): Promise<number> {
    return environment;
  }
}
