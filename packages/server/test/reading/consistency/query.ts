/** Random queries with every parameter, and the path of each. */
import type { Operator } from '../../../../contract/src/operators.ts';
import type { Content } from '../../../../testing/src/oracle/content.ts';

import { DEFAULT_LOCALE, fieldOf, RENAMED, remarkOf, type TypeName } from './content.ts';
import type { Random } from './random.ts';

export interface Filter {
  /** `['rating']`, `['author', 'city']` through a link, `['published_at']`. */
  readonly path: readonly string[];
  readonly operator: Operator;
  readonly operands: readonly string[];
}

export interface OrderStep {
  readonly by: string;
  readonly descending: boolean;
}

export interface Query {
  readonly plane: 'delivery' | 'preview';
  readonly kind: 'entries' | 'entry' | 'assets' | 'asset';
  /** The id of a single one; null for lists. */
  readonly key: string | null;
  readonly type: TypeName | null;
  /** `*` for all; null for none. */
  readonly locale: string | null;
  readonly include: number | null;
  readonly select: readonly string[] | null;
  readonly follow: readonly string[] | null;
  readonly order: readonly OrderStep[];
  readonly filters: readonly Filter[];
  readonly ids: readonly string[] | null;
  readonly slug: string | null;
  readonly linksTo: string | null;
  readonly q: string | null;
  readonly mimeType: string | null;
  readonly skip: number | null;
  readonly limit: number | null;
  /** Of the page before, which was the first: its cursor, its last entry, and the content that it showed. */
  readonly after: {
    readonly cursor: string;
    readonly key: string;
    readonly passed: number;
    readonly content: Content;
  } | null;
}

export const words = ['quartz', 'falcon', 'meadow', 'lantern', 'harbour', 'velvet', 'compass', 'orchid'] as const;
export const tags = ['red', 'blue', 'green'] as const;
export const cities = ['Bergen', 'Quito', 'Accra'] as const;
export const RATING_MAX = 6;
const FAR_MS = 4_000_000_000_000;
export const mimeTypes = ['image/png', 'image/jpeg', 'text/plain'] as const;

const nothing: Omit<Query, 'plane' | 'kind'> = {
  key: null,
  type: null,
  locale: null,
  include: null,
  select: null,
  follow: null,
  order: [],
  filters: [],
  ids: null,
  slug: null,
  linksTo: null,
  q: null,
  mimeType: null,
  skip: null,
  limit: null,
  after: null,
};

/** A random query about content of that kind. */
export function randomQuery(random: Random, content: Content): Query {
  const plane = random.chance(0.65) ? 'delivery' : 'preview';
  const common = { ...nothing, plane, locale: random.maybe(0.5, ['de', 'fr', '*', DEFAULT_LOCALE]) } as const;
  const turn = random.unit();
  if (turn < 0.18) return { ...common, kind: 'entry', key: keyOf(random, content), ...shape(random, null) };
  if (turn < 0.22) return { ...common, kind: 'asset', key: random.pick(Object.keys(content.assets ?? {})) };
  if (turn < 0.28) {
    return {
      ...common,
      ...page(random),
      kind: 'assets',
      order: random.chance(0.7) ? [{ by: random.pick(['id', 'created_at']), descending: random.chance(0.5) }] : [],
      mimeType: random.maybe(0.3, [...mimeTypes, 'image/*']),
    };
  }
  const type = random.maybe<TypeName>(0.75, ['author', 'article', 'article']);
  const q = random.chance(0.12) ? searchText(random) : null;
  return {
    ...common,
    kind: 'entries',
    type,
    ...shape(random, type),
    ...page(random),
    // Texts are indexed again after a change of fallbacks, in their own time.
    locale: q !== null && common.locale === 'de' ? null : common.locale,
    order: random.chance(0.6) ? orderOf(random, type) : [],
    filters: Array.from({ length: random.below(3) }, () => filterOf(random, content, type)),
    ids: random.chance(0.08) ? Array.from({ length: 4 }, () => keyOf(random, content)) : null,
    slug: random.chance(0.05) ? keyOf(random, content) : null,
    linksTo: random.chance(0.08) ? keyOf(random, content) : null,
    q,
  };
}

/** The path of a query after `…/delivery/`. @param extra parameters that do not change the response */
export function pathOf(query: Query, content: Content, extra: readonly (readonly [string, string])[] = []): string {
  const { kind, key } = query;
  const place = kind === 'entry' || kind === 'entries' ? 'entries' : 'assets';
  const parameters = [...parametersOf(query, content), ...extra];
  const search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${place}${key === null ? '' : `/${key}`}${search === '' ? '' : `?${search}`}`;
}

/** A condition that is true for every entry, and that was never used before. */
export function neverAsked(count: number): readonly (readonly [string, string])[] {
  return [['created_at[ne]', new Date(FAR_MS + count).toISOString()]];
}

function parametersOf(query: Query, content: Content): (readonly [string, string])[] {
  const remark = remarkOf(content);
  const { type, locale, include, follow, select, order, filters, ids, slug, linksTo, q, mimeType, skip, limit, after } =
    query;
  const named = (id: string) => (id === RENAMED ? remark : id);
  const given: readonly (readonly [string, string | null])[] = [
    ['content_type', type],
    ['locale', locale],
    ['include', include === null ? null : String(include)],
    ['follow', follow === null ? null : follow.join(',')],
    ['select', select === null ? null : select.map((name) => name.replace(RENAMED, remark)).join(',')],
    [
      'order',
      order.length === 0 ? null : order.map(({ by, descending }) => `${descending ? '-' : ''}${named(by)}`).join(','),
    ],
    ...filters.map(({ path, operator, operands }) => {
      const name = isTime(path[0]) ? path[0] : `fields.${path.map(named).join('.')}`;
      return [operator === 'eq' ? name : `${name}[${operator}]`, operands.join(',')] as const;
    }),
    ['ids', ids === null ? null : ids.join(',')],
    ['slug', slug],
    ['links_to', linksTo],
    ['q', q],
    ['mime_type', mimeType],
    ['skip', skip === null || after !== null ? null : String(skip)],
    ['limit', limit === null ? null : String(limit)],
    ['cursor', after === null ? null : after.cursor],
  ];
  return given.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

export function isTime(name: string | undefined): name is 'published_at' | 'created_at' | 'updated_at' {
  return name === 'published_at' || name === 'created_at' || name === 'updated_at';
}

/** Paths of links, from articles or from any entry. */
const paths = [
  'author',
  'author.favourite',
  'related',
  'related.author',
  'related.image',
  'image',
  'related.related.author',
];

function shape(random: Random, type: TypeName | null): Pick<Query, 'include' | 'select' | 'follow'> {
  const fields = type === 'author' ? ['name', 'city', 'favourite'] : ['title', 'author', 'related', 'image', RENAMED];
  const nested = type === 'author' ? ['favourite.title'] : ['author.name', 'related.title', 'related.author.slug'];
  const names = ['slug', 'published_at', 'fields', ...nested, ...fields.map((id) => `fields.${id}`)];
  const follow = type !== 'author' && random.chance(0.2) ? [random.pick(paths), random.pick(paths)] : null;
  return {
    include: follow === null ? random.maybe(0.8, [0, 0, 1, 2, 3]) : random.maybe(0.5, [3]),
    select: random.chance(0.25) ? [random.pick(names), random.pick(names)] : null,
    follow,
  };
}

function page(random: Random): Pick<Query, 'skip' | 'limit'> {
  return { skip: random.maybe(0.2, [0, 1, 3, 50]), limit: random.maybe(0.5, [1, 3, 7, 1_000]) };
}

function keyOf(random: Random, { entries }: Content): string {
  return random.chance(0.03) ? 'nothing' : random.pick(Object.keys(entries));
}

function searchText(random: Random): string {
  const last = random.pick(words);
  const asked = random.chance(0.5) ? [random.pick(words)] : [];
  return [...asked, random.chance(0.3) ? last.slice(0, 4) : last].join(' ');
}

function orderOf(random: Random, type: TypeName | null): OrderStep[] {
  const byType = { author: ['name', 'city', 'favourite'], article: ['title', 'rating', 'featured', RENAMED] };
  const names = [
    'published_at',
    'created_at',
    'updated_at',
    'id',
    'slug',
    'serial',
    ...(type === null ? [] : byType[type]),
  ];
  const step = () => ({ by: random.pick(names), descending: random.chance(0.5) });
  return random.chance(0.3) ? [step(), step()] : [step()];
}

function filterOf(random: Random, content: Content, type: TypeName | null): Filter {
  const turn = random.unit();
  if (turn < 0.15) {
    const { createdAt = 0, updatedAt = 0, publishedAt } = random.pick(Object.values(content.entries));
    const operands = [new Date(random.pick([createdAt, updatedAt, publishedAt ?? updatedAt])).toISOString()];
    const path = [random.pick(['published_at', 'created_at', 'updated_at'])];
    return { path, operator: random.pick(['gt', 'gte', 'lt', 'lte', 'eq', 'ne']), operands };
  }
  if (turn < 0.4 && type !== 'author') {
    const [field, through] = random.pick([
      ['author', 'city'],
      ['author', 'name'],
      ['related', 'rating'],
      ['author', 'serial'],
    ] as const);
    const { operator, operands } = conditionOn(random, content, through);
    return { path: [field, through], operator, operands };
  }
  const ids = {
    author: ['name', 'city', 'favourite', 'serial'],
    article: ['title', 'rating', 'featured', 'tags', 'author', 'related', 'image', 'body', 'serial', RENAMED],
  };
  const id = random.pick(type === null ? [...ids.author, ...ids.article] : ids[type]);
  return { path: [id], ...conditionOn(random, content, id) };
}

function conditionOn(random: Random, content: Content, id: string): Pick<Filter, 'operator' | 'operands'> {
  const field = fieldOf('article', id) ?? fieldOf('author', id);
  if (field === undefined) throw new Error(`There is no field ${id}.`);
  const { type } = field;
  if (type === 'text' || random.chance(0.15)) return { operator: 'exists', operands: [random.pick(['true', 'false'])] };
  const operand = (): string => {
    if (type === 'integer') return String(random.below(id === 'serial' ? 200 : RATING_MAX));
    if (type === 'boolean') return random.pick(['true', 'false']);
    if (type === 'entry') return keyOf(random, content);
    if (type === 'asset') return random.pick(Object.keys(content.assets ?? {}));
    if (id === 'tags') return random.pick(tags);
    return id === 'city' || id === RENAMED ? random.pick(cities) : `${random.pick(words)} ${random.pick(words)}`;
  };
  const compares = type === 'integer' || type === 'string' || type === 'slug';
  const operator = random.pick(
    compares ? (['eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte'] as const) : (['eq', 'ne', 'in', 'nin'] as const),
  );
  const many = operator === 'in' || operator === 'nin';
  return { operator, operands: many ? [operand(), operand()] : [operand()] };
}
