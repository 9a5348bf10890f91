/**
 * Collections: `{items, total, skip, limit}` and the next page in `Link`. Cursors are opaque: they hold the last item
 * of the previous page, and how many came before, for when that item is gone.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { invalid } from '../errors/domain-error.ts';
import { nearest } from '../kit/suggestion.ts';

export const LIMIT_DEFAULT = 100;
export const LIMIT_MAX = 1_000;
export const SKIP_MAX = 100_000;

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
    Type.String({ maxLength: 512, description: 'Start of the next page: taken from `Link` of the previous page.' }),
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

/** What a cursor holds. */
interface Cursor {
  readonly id: string;
  readonly passed: number;
}

type Sortable = string | number | null;

interface PageRequest {
  readonly limit?: number;
  readonly skip?: number;
  readonly cursor?: string;
  readonly order?: string;
}

/**
 * The requested page of a small collection, in a deterministic order.
 * @param options.order the fields that can be ordered by; the id breaks ties
 */
export function pageOf<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  items: readonly T[],
  options: { idOf: (item: T) => string; order?: Record<string, (item: T) => Sortable> },
): Page<T> {
  const query = request.query as PageRequest;
  const sorted = sort(items, query.order, options);
  const limit = query.limit ?? LIMIT_DEFAULT;
  const skip = startOf(query, sorted, options.idOf);
  const page = sorted.slice(skip, skip + limit);
  const last = page.at(-1);
  if (last !== undefined && skip + limit < sorted.length) {
    reply.header('link', nextPageLink(request.url, encodeCursor({ id: options.idOf(last), passed: skip + limit })));
  }
  return { items: page, total: sorted.length, skip, limit };
}

/**
 * The same where only the items of the page are read whole.
 * @param rows all items, with nothing but what they are ordered by
 * @param options.read the items with those ids, by id; what is gone meanwhile is left out
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

/** The `Link` header with the URL of the next page. Relative, so that no proxy can break it. */
export function nextPageLink(url: string, cursor: string): string {
  const [path = '', search = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(search);
  parameters.delete('skip');
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}

/** Encodes a cursor for clients. */
export function encodeCursor({ id, passed }: Cursor): string {
  return Buffer.from(JSON.stringify([id, passed])).toString('base64url');
}

/** Decodes a cursor. @throws `validation_failed` if the text is not a cursor of ours */
export function decodeCursor(text: string): Cursor {
  try {
    const [id, passed] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof id === 'string' && Number.isSafeInteger(passed) && Number(passed) >= 0)
      return { id, passed: Number(passed) };
  } catch {
    // Falls through to the error: whatever is wrong with it, the caller has to do the same.
  }
  throw invalid('query.cursor', 'cursor', 'Take cursor unchanged from the Link header of the previous page.');
}

function startOf<T>(query: PageRequest, sorted: readonly T[], idOf: (item: T) => string): number {
  if (query.cursor === undefined) return query.skip ?? 0;
  if (query.skip !== undefined) throw invalid('query.skip', 'exclusive', 'Send skip or cursor, not both.');
  const cursor = decodeCursor(query.cursor);
  const at = sorted.findIndex((item) => idOf(item) === cursor.id);
  return at === -1 ? cursor.passed : at + 1;
}

function sort<T>(
  items: readonly T[],
  order: string | undefined,
  options: { idOf: (item: T) => string; order?: Record<string, (item: T) => Sortable> },
): T[] {
  const steps =
    order === undefined
      ? []
      : order.split(',').map((step) => readStep(step, new Map(Object.entries(options.order ?? {}))));
  return [...items].sort((a, b) => {
    for (const { valueIn, descending } of steps) {
      const difference = compare(valueIn(a), valueIn(b), descending);
      if (difference !== 0) return difference;
    }
    return compare(options.idOf(a), options.idOf(b), false);
  });
}

function readStep<T>(step: string, known: Map<string, (item: T) => Sortable>) {
  const descending = step.startsWith('-');
  const name = descending ? step.slice(1) : step;
  const valueIn = known.get(name);
  if (valueIn !== undefined) return { valueIn, descending };
  const close = nearest(name, [...known.keys()]);
  const hint = close === undefined ? `one of ${[...known.keys()].join(', ')}` : close;
  throw invalid('query.order', 'unknown', `Cannot order by "${name}"; use ${hint}.`);
}

/** Empty values come last in both directions. */
function compare(a: Sortable, b: Sortable, descending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const difference = a < b ? -1 : 1;
  return descending ? -difference : difference;
}
