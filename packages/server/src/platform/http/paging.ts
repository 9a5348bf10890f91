/** Collections: `{items, total, skip, limit}`, with the next page in `Link`. Its cursor says where the previous page ended. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { fold } from '../../../../contract/src/folded-text.ts';
import { type DomainError, invalid } from '../errors/domain-error.ts';
import {
  comparePlaces,
  orderedText,
  type PagePosition,
  type Place,
  type RowsWanted,
  type SortValue,
} from '../kit/page-position.ts';
import { nearest } from '../kit/suggestion.ts';
import { CURSOR_CHARACTERS_MAX, readCursor, writeCursor } from './cursor.ts';

export const LIMIT_DEFAULT = 100;
export const LIMIT_MAX = 1_000;
export const SKIP_MAX = 100_000;

/** Parameters that do not decide which items a list has and in which order: a cursor stays valid when they change. */
const FREE_OF_ORDER: ReadonlySet<string> = new Set(['limit', 'skip', 'cursor', 'min_revision']);
/** In these orders an item moves when it is changed or used. */
const MOVING_ORDERS: ReadonlySet<string> = new Set(['updated_at', 'last_used_at', 'last_seen_at']);
/** The message about a cursor that belongs to another list, or was changed. */
export const FOREIGN_CURSOR =
  'Take the cursor from the Link header of the page before, and leave the other parameters as they were.';
/** The part of a list with the items that moved since its first page; it is ordered by id alone. */
const MOVED_PART = 1;

/** Query parameters of every collection. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIMIT_MAX, description: `Page size, by default ${LIMIT_DEFAULT}.` }),
  ),
  skip: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: SKIP_MAX,
      'x-beyond': 'To go further, follow the Link header of each page, which carries a cursor.',
      description: 'Number of items skipped; use `cursor` to go further.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: CURSOR_CHARACTERS_MAX,
      description: 'Start of the next page: taken from `Link` of the previous page.',
    }),
  ),
};

/** Query parameter of collections of the management plane. */
export const OrderQuery = {
  order: Type.Optional(
    Type.String({ maxLength: 256, description: 'Field to order by, `-` first for descending; several with commas.' }),
  ),
};

/** The query string of management collections without parameters of their own. */
export const ListQuery = Type.Object({ ...PageQuery, ...OrderQuery }, { additionalProperties: false });

/** Schema of a page of those items. */
export function PageOf<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), total: Type.Integer(), skip: Type.Integer(), limit: Type.Integer() });
}

export interface Page<T> {
  readonly items: T[];
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
}

interface PageRequest {
  readonly limit?: number;
  readonly skip?: number;
  readonly cursor?: string;
  readonly order?: string;
}

/** By the name of an order, the value by which an item of a small collection is sorted. */
type Orders<T> = Record<string, (item: T) => SortValue>;

interface CollectionOptions<T> {
  readonly idOf: (item: T) => string;
  /** The fields that can be ordered by; the id breaks ties. */
  readonly order?: Orders<T>;
}

interface Step<T> {
  readonly name: string;
  readonly valueIn: (item: T) => SortValue;
  readonly descending: boolean;
}

interface PlacedItem<T> extends Place {
  readonly item: T;
}

/** The requested page of a small collection, in a deterministic order. */
export function pageOf<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  items: readonly T[],
  options: CollectionOptions<T>,
): Page<T> {
  const { page, next } = pageAndNext(request, items, options);
  if (next !== null) reply.header('link', nextPageLink(request.url, next));
  return page;
}

/** The same, together with the cursor of the next page; null if there is none. */
export function pageAndNext<T>(
  request: Pick<FastifyRequest, 'query' | 'url'>,
  items: readonly T[],
  options: CollectionOptions<T>,
): { readonly page: Page<T>; readonly next: string | null } {
  const query = request.query as PageRequest;
  const steps = readOrder(query.order, options.order ?? {});
  const { after, passed } = pageStart(request);
  if (after !== undefined && after.part !== MOVED_PART && after.values.length !== steps.length) throw foreignCursor();
  const since = after === undefined ? latestTime(items, steps, options.order) : after.since;
  const descending = steps.map((step) => step.descending);
  const placed = place(items, steps, { ...options, since, isFirst: after === undefined }).sort((a, b) =>
    comparePlaces(a, b, descending),
  );
  const limit = query.limit ?? LIMIT_DEFAULT;
  const rest =
    after === undefined ? placed.slice(passed) : placed.filter((one) => comparePlaces(one, after, descending) > 0);
  const shown = rest.slice(0, limit);
  const last = rest.length > shown.length ? shown.at(-1) : undefined;
  const behind = last && { ...last, item: undefined, since, seen: 0, passed: passed + shown.length };
  return {
    page: { items: shown.map(({ item }) => item), total: items.length, skip: passed, limit },
    next: behind === undefined ? null : writeCursor(behind, scopeOf(request.url)),
  };
}

/**
 * Where the requested page begins: after a position, or a number of items from the start.
 * @returns `passed`: how many items come before it, in the list or in the pages already read by cursor
 * @throws `validation_failed` if the cursor does not belong to this list
 */
export function pageStart(request: Pick<FastifyRequest, 'query' | 'url'>): {
  after: PagePosition | undefined;
  passed: number;
} {
  const { cursor, skip } = request.query as PageRequest;
  if (cursor === undefined) return { after: undefined, passed: skip ?? 0 };
  if (skip !== undefined) throw invalid('query.skip', 'exclusive', 'Send skip or cursor, not both.');
  const after = readCursor(cursor, scopeOf(request.url));
  if (after === undefined) throw foreignCursor();
  return { after, passed: after.passed };
}

/** The number that a position stands after, in a list whose ids are numbers. @throws `validation_failed` if it is none */
export function numberAfter(after: string | undefined, otherwise: number): number {
  const number = after === undefined ? otherwise : Number(after);
  if (!Number.isSafeInteger(number)) throw foreignCursor();
  return number;
}

/** The error for a cursor that belongs to another list, or was changed. */
export function foreignCursor(): DomainError {
  return invalid('query.cursor', 'cursor', FOREIGN_CURSOR);
}

/** Puts the URL of the page after a position into `Link`. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, position: PagePosition): void {
  reply.header('link', nextPageLink(request.url, writeCursor(position, scopeOf(request.url))));
}

/** The position after an item, for a list with one part and an order that no edit changes. */
export function positionBehind(place: Omit<Place, 'part'>, passed: number): PagePosition {
  return { part: 0, ...place, since: null, seen: 0, passed };
}

/**
 * The same, but reads only the items of the page as a whole.
 * @param rows all items, with only the values they are sorted by
 * @param options.read returns the items with these ids, by id; items deleted in the meantime are left out
 */
export async function pageOfRows<R, T>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: readonly R[],
  options: Parameters<typeof pageOf<R>>[3] & { read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>> },
): Promise<Page<T>> {
  const page = pageOf(request, reply, rows, options);
  const ids = page.items.map(options.idOf);
  const read = ids.length === 0 ? new Map<string, T>() : await options.read(ids);
  return { ...page, items: ids.map((id) => read.get(id)).filter((item) => item !== undefined) };
}

/**
 * The requested page of a list whose rows the database gives in the order of their ids, so that nothing else is read.
 * @param read returns those rows, and how many the list has
 */
export async function pageInIdOrder<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { idOf, read }: { idOf: (item: T) => string; read: (wanted: RowsWanted) => Promise<{ rows: T[]; total: number }> },
): Promise<Page<T>> {
  const { limit = LIMIT_DEFAULT } = request.query as PageRequest;
  const { after, passed } = pageStart(request);
  const { rows, total } = await read({ after: after?.id, skip: after === undefined ? passed : 0, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (last !== undefined && rows.length > limit)
    linkNextPage(request, reply, positionBehind({ values: [], id: idOf(last) }, passed + items.length));
  return { items, total, skip: passed, limit };
}

/** The `Link` header with the URL of the next page. Relative, so that no proxy can break it. */
export function nextPageLink(url: string, cursor: string): string {
  const [path = '', search = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(search);
  parameters.delete('skip');
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}

/** Everything in a URL that decides which items the list has and in which order. */
function scopeOf(url: string): string {
  const [path = '', search = ''] = url.split('?', 2);
  const parameters = [...new URLSearchParams(search)].filter(([name]) => !FREE_OF_ORDER.has(name));
  return JSON.stringify([path, ...parameters.map((pair) => pair.join('=')).sort()]);
}

/** The place of each item. Items that moved since the first page come last; items created since are left out. */
function place<T>(
  items: readonly T[],
  steps: readonly Step<T>[],
  { idOf, order, since, isFirst }: CollectionOptions<T> & { since: SortValue; isFirst: boolean },
): PlacedItem<T>[] {
  const moving = isFirst ? [] : movingSteps(steps);
  const isLater = (value: SortValue) => value !== null && (since === null || value > since);
  const hasMoved = (item: T) => moving.some(({ valueIn }) => isLater(valueIn(item)));
  const createdAt = order?.created_at;
  const placed: PlacedItem<T>[] = [];
  for (const item of items) {
    const id = idOf(item);
    if (!hasMoved(item)) placed.push({ part: 0, values: valuesIn(item, steps), id, item });
    else if (createdAt === undefined || !isLater(createdAt(item)))
      placed.push({ part: MOVED_PART, values: [], id, item });
  }
  return placed;
}

function valuesIn<T>(item: T, steps: readonly Step<T>[]): SortValue[] {
  return steps.map(({ valueIn }) => {
    const value = valueIn(item);
    return typeof value === 'string' ? orderedText(fold(value)) : value;
  });
}

function movingSteps<T>(steps: readonly Step<T>[]): Step<T>[] {
  return steps.filter(({ name }) => MOVING_ORDERS.has(name));
}

/** The latest of the sort times and creation times of the items; null in an order without times. */
function latestTime<T>(items: readonly T[], steps: readonly Step<T>[], order: Orders<T> = {}): SortValue {
  const moving = movingSteps(steps).map(({ valueIn }) => valueIn);
  if (moving.length === 0) return null;
  const times = order.created_at === undefined ? moving : [...moving, order.created_at];
  let latest: SortValue = null;
  for (const item of items) {
    for (const time of times) {
      const value = time(item);
      if (value !== null && (latest === null || value > latest)) latest = value;
    }
  }
  return latest;
}

function readOrder<T>(order: string | undefined, known: Orders<T>): Step<T>[] {
  if (order === undefined) return [];
  const steps = new Map<string, Step<T>>();
  for (const text of order.split(',')) {
    const step = readStep(text, new Map(Object.entries(known)));
    // A repeated attribute has no effect.
    if (!steps.has(step.name)) steps.set(step.name, step);
  }
  return [...steps.values()];
}

function readStep<T>(step: string, known: Map<string, (item: T) => SortValue>): Step<T> {
  const descending = step.startsWith('-');
  const name = descending ? step.slice(1) : step;
  const valueIn = known.get(name);
  if (valueIn !== undefined) return { name, valueIn, descending };
  const close = nearest(name, [...known.keys()]);
  const hint = close === undefined ? `one of ${[...known.keys()].join(', ')}` : close;
  throw invalid('query.order', 'unknown', `Cannot order by "${name}"; use ${hint}.`);
}
