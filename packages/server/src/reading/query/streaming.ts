/**
 * Runs a query on the index rows themselves, read in chunks: used when columns do not fit into memory, and within snapshots. It is
 * slower but gives the same results, and keeps only the rows of the page and those before it.
 */
import type { Model } from '../../model/content-types/model.ts';
import { readHead } from '../../model/spaces/heads.ts';
import type { Reader } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { FirstInOrder } from '../../platform/kit/first-in-order.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { comparePlaces, type PagePosition, type Place, type SortValue } from '../../platform/kit/page-position.ts';
import { findHits, RANK_MAX, type SearchHits } from '../search/hits.ts';
import { type ConditionTest, comparable, conditionTest, holds } from './condition-test.ts';
import { type IndexRow, linksSource, membersRead, type Source, Sources, textSource } from './index-row.ts';
import { allAssetKeys } from './learned-assets.ts';
import { movedSince } from './moved-items.ts';
import type { Overlay } from './overlay.ts';
import {
  type Attribute,
  type Condition,
  type EntryQuery,
  type FoundEntry,
  MOVED_PART,
  type OrderStep,
  type Predicate,
  type QueryResult,
} from './query.ts';
import { movedBits, movingIn } from './row-moves.ts';
import { readRows } from './store.ts';

const ROWS_AT_ONCE = 500;
const ARCHIVED = 'archived';
const EVERY_ENTRY: Predicate = {
  kind: 'system',
  condition: { attribute: { kind: 'system', name: 'id' }, operator: 'exists', operands: [true] },
};

/** @param hits that its texts are looked up in */
type RowTest = (row: IndexRow, hits: SearchHits | undefined) => boolean;

/** A row with its place in the order. */
interface PlacedRow extends Place {
  readonly entry: FoundEntry;
}

/** The result, and how many rows were read for it. */
export interface StreamedResult extends QueryResult {
  readonly rows: number;
}

/** The part of the list that an entry belongs to; undefined for one that arrived after the first page. */
type PartOf = (row: IndexRow, hits: SearchHits | undefined) => number | undefined;

/** Reads which assets were there at a moment in the past, by key, and which were not, where that has changed since. */
export type AssetsOfThen = (reader: Reader) => Promise<ReadonlyMap<string, boolean>>;

/** What is searched through. */
interface Streamed {
  readonly sources: Sources;
  /** What the search finds in the texts of the index. */
  readonly hits: SearchHits | undefined;
  readonly overlay: Overlay | undefined;
  readonly assetsThen: AssetsOfThen | undefined;
  /** What it finds in the texts of the overlay. */
  readonly overlaidHits: SearchHits | undefined;
}

/**
 * Runs a query.
 * @param reader a snapshot: all its statements see one state
 * @param over what lies over the environment
 * @throws `not_found` if the environment is gone
 */
export async function streamQuery(
  reader: Reader,
  query: EntryQuery,
  model: Model,
  {
    overlay,
    assetsThen,
  }: { readonly overlay?: Overlay | undefined; readonly assetsThen?: AssetsOfThen | undefined } = {},
): Promise<StreamedResult> {
  const head = await readHead(reader, query.environment);
  if (head === undefined) throw notFound('environment');
  const { search } = query;
  const hits = search === undefined ? undefined : await findHits(reader, model.spaceId, search);
  const overlaidHits = search === undefined ? undefined : overlay?.hits(search);
  const sources = new Sources(model, query.locale);
  const stream = new Stream(reader, query, { sources, hits, overlay, overlaidHits, assetsThen });
  return { ...(await stream.run(head.revision)), rows: stream.rows };
}

/** The result for an index row. */
export function foundEntry({ id, version, key, contentType, publishedAt, status }: IndexRow): FoundEntry {
  return { id, version, key, contentType, publishedAt, status };
}

class Stream {
  /** How many rows were read. */
  rows = 0;
  readonly #reader: Reader;
  readonly #query: EntryQuery;
  readonly #sources: Sources;
  readonly #streamed: Streamed;
  /** The texts of the searched locales. */
  readonly #textSources: readonly Source[];
  readonly #pace = new Pace();

  constructor(reader: Reader, query: EntryQuery, streamed: Streamed) {
    this.#reader = reader;
    this.#query = query;
    this.#sources = streamed.sources;
    this.#streamed = streamed;
    this.#textSources = (query.search?.locales ?? []).map(textSource);
  }

  async run(revision: number): Promise<QueryResult> {
    const query = this.#query;
    const { after, limit } = query;
    const tests = [this.#isShown(), this.#isFound(), await this.#testAll(query.predicates)];
    const partOf = await this.#parts(revision);
    const skip = after === undefined ? query.skip : 0;
    const descending = query.order.map((step) => step.descending);
    const compare = (a: Place, b: Place) => comparePlaces(a, b, descending);
    // One more than the page, to find out whether more follow.
    const first = new FirstInOrder<PlacedRow>(skip + limit + 1, compare);
    let total = 0;
    const names = this.#membersRead(query.predicates, query.order);
    await this.#each(names, (row, hits) => {
      if (query.contentType !== null && row.contentType !== query.contentType) return;
      if (!tests.every((test) => test(row, hits))) return;
      total += 1;
      const part = partOf(row, hits);
      const placed = part === undefined ? undefined : this.#placed(row, part);
      if (placed !== undefined && (after === undefined || compare(placed, after) > 0)) first.add(placed);
    });
    const rest = first.items().slice(skip);
    const page = rest.slice(0, limit);
    const last = rest.length > page.length ? page.at(-1) : undefined;
    const next = last === undefined ? null : this.#positionAt(last, { revision, count: page.length });
    return { entries: page.map(({ entry }) => entry), next, total, revision };
  }

  #positionAt({ part, values, id }: PlacedRow, { revision, count }: { revision: number; count: number }): PagePosition {
    const { order, after, skip } = this.#query;
    const isMoving = movingIn(order).length > 0;
    const since: SortValue = isMoving ? (after?.since ?? revision) : null;
    return { part, values, id, since, seen: revision, passed: (after?.passed ?? skip) + count };
  }

  /** The part of each entry: its rank, or the last part if it moved since the first page. */
  async #parts(until: number): Promise<PartOf> {
    const { environment, state, order, after } = this.#query;
    const rankOf: PartOf = (row, hits) =>
      hits !== undefined && this.#isByRelevance ? RANK_MAX - this.#rankOf(row, hits) : 0;
    const moving = movingIn(order);
    const since = after?.since;
    if (moving.length === 0 || typeof since !== 'number') return rankOf;
    const bits = { moves: movedBits(state, moving), arrival: movedBits(state, ['arrival']) };
    const moved = await movedSince(this.#reader, { environment, kind: 'entry', since, until }, bits);
    const { overlay } = this.#streamed;
    return (row, hits) => {
      const isNew = overlay?.has(row.key) === true ? undefined : moved.get(row.key);
      if (isNew === undefined) return rankOf(row, hits);
      return isNew ? undefined : MOVED_PART;
    };
  }

  /** @param names the keys of the values that are used */
  async #each(names: readonly string[], visit: (row: IndexRow, hits: SearchHits | undefined) => void): Promise<void> {
    const { environment, state } = this.#query;
    const { overlay, hits, overlaidHits } = this.#streamed;
    for (const row of overlay?.rows ?? []) visit(row, overlaidHits);
    for await (const rows of readRows(this.#reader, { environment, state, limit: ROWS_AT_ONCE }, names)) {
      this.rows += rows.length;
      for (const row of rows) {
        if (overlay?.has(row.key) !== true) visit(row, hits);
        if (this.#pace.isDue()) await this.#pace.rest();
      }
    }
  }

  /** The keys of values that conditions, the search and an order use. */
  #membersRead(predicates: readonly Predicate[], order: readonly OrderStep[]): string[] {
    const sources: Source[] = [...this.#textSources];
    const read = (attributes: Iterable<Attribute>) => {
      for (const attribute of attributes) sources.push(this.#sources.of(attribute));
    };
    for (const predicate of predicates) {
      if (predicate.kind === 'system') read([predicate.condition.attribute]);
      else if (predicate.kind === 'field') read([...predicate.byType.values()].map(({ attribute }) => attribute));
      else if (predicate.kind === 'through' || predicate.kind === 'sees') read(predicate.links.values());
      else if (predicate.kind === 'links_to') sources.push(linksSource);
    }
    for (const { by } of order) read(by.kind === 'system' ? [by] : by.byType.values());
    return membersRead(sources);
  }

  get #isByRelevance(): boolean {
    return this.#query.search?.byRelevance === true;
  }

  #isFound(): RowTest {
    if (this.#streamed.hits === undefined) return () => true;
    return (row, hits) => hits !== undefined && this.#rankOf(row, hits) > 0;
  }

  #rankOf(row: IndexRow, hits: SearchHits): number {
    return Math.max(...this.#textSources.map((source) => hits.rankOf(source.read(row) as number | undefined)));
  }

  #isShown(): RowTest {
    return this.#query.withArchived ? () => true : (row) => row.status !== ARCHIVED;
  }

  async #testAll(predicates: readonly Predicate[]): Promise<RowTest> {
    const tests: RowTest[] = [];
    for (const predicate of predicates) tests.push(await this.#test(predicate));
    return (row, hits) => tests.every((test) => test(row, hits));
  }

  async #test(predicate: Predicate): Promise<RowTest> {
    switch (predicate.kind) {
      case 'system':
        return this.#conditionTest(predicate.condition);
      case 'field': {
        const byType = new Map(
          [...predicate.byType].map(([type, condition]) => [type, this.#conditionTest(condition)]),
        );
        return (row, hits) => byType.get(row.contentType)?.(row, hits) ?? predicate.otherwise;
      }
      case 'through': {
        const test = conditionTest({ operator: 'in', operands: await this.#linksTo(predicate.target) });
        return (row) => {
          const link = predicate.links.get(row.contentType);
          return link !== undefined && holds(test, this.#sources.of(link).read(row));
        };
      }
      case 'sees': {
        const { links, wanted } = predicate;
        const test = conditionTest({ operator: 'in', operands: await this.#linksSeen(predicate) });
        return (row) => {
          const link = links.get(row.contentType);
          return (link !== undefined && holds(test, this.#sources.of(link).read(row))) === wanted;
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

  /** Links to everything that can be seen. */
  async #linksSeen({ toAssets }: { readonly toAssets: boolean }): Promise<string[]> {
    const links = await this.#linksTo(EVERY_ENTRY);
    if (!toAssets) return links;
    const keys = await allAssetKeys(this.#reader, this.#query.environment);
    const then = await this.#streamed.assetsThen?.(this.#reader);
    for (const [key, wasThere] of then ?? []) {
      if (wasThere) keys.add(key);
      else keys.delete(key);
    }
    for (const key of keys) links.push(`asset:${key}`);
    return links;
  }

  /** Links to all entries in the state that meet the predicate. */
  async #linksTo(target: Predicate): Promise<string[]> {
    const tests = [this.#isShown(), await this.#test(target)];
    const links: string[] = [];
    await this.#each(this.#membersRead([target], []), (row, hits) => {
      if (tests.every((test) => test(row, hits))) links.push(`entry:${row.key}`);
    });
    return links;
  }

  #placed(row: IndexRow, part: number): PlacedRow {
    const order = part === MOVED_PART ? [] : this.#query.order;
    return { part, values: order.map((step) => this.#orderValue(step, row)), id: row.key, entry: foundEntry(row) };
  }

  #orderValue({ by }: OrderStep, row: IndexRow): SortValue {
    const attribute = by.kind === 'system' ? by : by.byType.get(row.contentType);
    const source = attribute === undefined ? undefined : this.#sources.of(attribute);
    const value = source?.read(row);
    if (value === undefined || value === '' || typeof value === 'object') return null;
    return source?.kind === 'key' ? row.key : comparable(value);
  }
}
