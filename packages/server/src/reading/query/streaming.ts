/**
 * Runs a query on the index rows themselves, read in chunks: the way where columns do not fit, and within
 * snapshots. Slower, the same responses; it keeps the rows of the page and those before it, never more.
 */
import type { Model } from '../../model/content-types/model.ts';
import { readHead } from '../../model/spaces/heads.ts';
import type { Reader } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { FirstInOrder } from '../../platform/kit/first-in-order.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { findHits, type SearchHits } from '../search/hits.ts';
import { type ConditionTest, comparable, compareComparables, conditionTest, holds } from './condition-test.ts';
import { type IndexRow, linksSource, Sources, textSource } from './index-row.ts';
import { compareKeys } from './key-column.ts';
import type { Condition, EntryQuery, FoundEntry, OrderStep, Predicate, QueryResult } from './query.ts';
import { readByKeys, readChunk } from './store.ts';

const ROWS_AT_ONCE = 500;
const ARCHIVED = 'archived';

type RowTest = (row: IndexRow) => boolean;

/** A row with what it is ordered by. */
interface OrderedRow {
  readonly entry: FoundEntry;
  readonly by: readonly (number | string | undefined)[];
  /** Of what is found by relevance; 0 elsewhere. */
  readonly rank: number;
}

/** What was found, and how many rows were read for it. */
export interface StreamedResult extends QueryResult {
  readonly rows: number;
}

/**
 * Runs a query.
 * @param reader a snapshot: all its statements see one state
 * @throws `not_found` where the environment is gone
 */
export async function streamQuery(reader: Reader, query: EntryQuery, model: Model): Promise<StreamedResult> {
  const head = await readHead(reader, query.environment);
  if (head === undefined) throw notFound('environment');
  const { search } = query;
  const hits = search === undefined ? undefined : await findHits(reader, model.spaceId, search);
  const stream = new Stream(reader, query, { sources: new Sources(model, query.locale), hits });
  return { ...(await stream.run()), rows: stream.rows, revision: head.revision };
}

/** An index row as it is found. */
export function foundEntry({ id, version, key, contentType, publishedAt, status }: IndexRow): FoundEntry {
  return { id, version, key, contentType, publishedAt, status };
}

class Stream {
  /** Rows that were read. */
  rows = 0;
  readonly #reader: Reader;
  readonly #query: EntryQuery;
  readonly #sources: Sources;
  readonly #hits: SearchHits | undefined;
  readonly #pace = new Pace();

  constructor(
    reader: Reader,
    query: EntryQuery,
    { sources, hits }: { sources: Sources; hits: SearchHits | undefined },
  ) {
    this.#reader = reader;
    this.#query = query;
    this.#sources = sources;
    this.#hits = hits;
  }

  async run(): Promise<Pick<QueryResult, 'entries' | 'total'>> {
    const query = this.#query;
    const tests = [this.#isShown(), this.#isFound(), await this.#testAll(query.predicates)];
    const from = await this.#from();
    const skip = from !== undefined ? 0 : query.after === undefined ? query.skip : Math.max(0, query.after.passed - 1);
    const compare = compareOrdered(query.order);
    const first = new FirstInOrder(skip + query.limit, compare);
    let total = 0;
    await this.#each((row) => {
      if (query.contentType !== null && row.contentType !== query.contentType) return;
      if (!tests.every((test) => test(row))) return;
      total += 1;
      const ordered = this.#ordered(row);
      if (from === undefined || compare(ordered, from) > 0) first.add(ordered);
    });
    return {
      entries: first
        .items()
        .slice(skip)
        .map(({ entry }) => entry),
      total,
    };
  }

  async #each(visit: (row: IndexRow) => void): Promise<void> {
    const { environment, state } = this.#query;
    let after: number | null = 0;
    while (after !== null) {
      const chunk: { rows: IndexRow[]; after: number | null } = await readChunk(this.#reader, {
        environment,
        state,
        after,
        limit: ROWS_AT_ONCE,
      });
      this.rows += chunk.rows.length;
      for (const row of chunk.rows) visit(row);
      after = chunk.after;
      await this.#pace.restIfDue();
    }
  }

  async #from(): Promise<OrderedRow | undefined> {
    const { after, environment, state, contentType } = this.#query;
    if (after === undefined) return undefined;
    const found = await readByKeys(this.#reader, { environment, state, keys: [after.key] });
    const row = found?.rows[0];
    const isOfType = row !== undefined && (contentType === null || row.contentType === contentType);
    const ordered = isOfType ? this.#ordered(row) : undefined;
    // One that is found no more has no rank: the page starts where it stood.
    return ordered?.rank === 0 && this.#isByRelevance ? undefined : ordered;
  }

  get #isByRelevance(): boolean {
    return this.#query.search?.byRelevance === true;
  }

  #isFound(): RowTest {
    const hits = this.#hits;
    return hits === undefined ? () => true : (row) => this.#rankOf(row, hits) > 0;
  }

  #rankOf(row: IndexRow, hits: SearchHits): number {
    return hits.rankOf(textSource(this.#query.locale).read(row) as number | undefined);
  }

  #isShown(): RowTest {
    return this.#query.withArchived ? () => true : (row) => row.status !== ARCHIVED;
  }

  async #testAll(predicates: readonly Predicate[]): Promise<RowTest> {
    const tests: RowTest[] = [];
    for (const predicate of predicates) tests.push(await this.#test(predicate));
    return (row) => tests.every((test) => test(row));
  }

  async #test(predicate: Predicate): Promise<RowTest> {
    switch (predicate.kind) {
      case 'system':
        return this.#conditionTest(predicate.condition);
      case 'field': {
        const byType = new Map(
          [...predicate.byType].map(([type, condition]) => [type, this.#conditionTest(condition)]),
        );
        return (row) => byType.get(row.contentType)?.(row) ?? predicate.otherwise;
      }
      case 'through': {
        const test = conditionTest({ operator: 'in', operands: await this.#linksTo(predicate.target) });
        return (row) => {
          const link = predicate.links.get(row.contentType);
          return link !== undefined && holds(test, this.#sources.of(link).read(row));
        };
      }
      case 'links_to': {
        const test = conditionTest({ operator: 'eq', operands: [`${predicate.target}:${predicate.key}`] });
        return (row) => holds(test, linksSource.read(row));
      }
      case 'keys': {
        const keys = new Set(predicate.keys);
        return (row) => keys.has(row.key);
      }
    }
  }

  #conditionTest(condition: Condition): RowTest {
    const test: ConditionTest = conditionTest(condition);
    const source = this.#sources.of(condition.attribute);
    return (row) => holds(test, source.read(row));
  }

  /** Links to all entries that are shown and meet the predicate. */
  async #linksTo(target: Predicate): Promise<string[]> {
    const tests = [this.#isShown(), await this.#test(target)];
    const links: string[] = [];
    await this.#each((row) => {
      if (tests.every((test) => test(row))) links.push(`entry:${row.key}`);
    });
    return links;
  }

  #ordered(row: IndexRow): OrderedRow {
    const rank = this.#hits !== undefined && this.#isByRelevance ? this.#rankOf(row, this.#hits) : 0;
    return { entry: foundEntry(row), by: this.#query.order.map((step) => this.#orderValue(step, row)), rank };
  }

  #orderValue({ by }: OrderStep, row: IndexRow): number | string | undefined {
    const attribute = by.kind === 'system' ? by : by.byType.get(row.contentType);
    const source = attribute === undefined ? undefined : this.#sources.of(attribute);
    const value = source?.read(row);
    if (value === undefined || value === '' || typeof value === 'object') return undefined;
    return source?.kind === 'key' ? row.key : comparable(value);
  }
}

function compareOrdered(order: readonly OrderStep[]): (a: OrderedRow, b: OrderedRow) => number {
  return (a, b) => {
    if (a.rank !== b.rank) return b.rank - a.rank;
    for (const [step, { descending }] of order.entries()) {
      const [x, y] = [a.by[step], b.by[step]];
      if (x === undefined || y === undefined) {
        if (x === y) continue;
        return x === undefined ? 1 : -1;
      }
      const compared = compareComparables(x, y);
      if (compared !== 0) return descending ? -compared : compared;
    }
    return compareKeys(a.entry.key, b.entry.key);
  };
}
