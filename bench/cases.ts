/**
 * The reads that are measured. A case that never repeats itself asks for another page, order or filter each time, so
 * that no cache of responses can serve it; the cost of a real question is what it shows.
 */
import {
  articlesACommonWord,
  authorName,
  CATEGORIES,
  COMMON_WORDS,
  commonWord,
  halfWord,
  ordersFor,
  rareWord,
  VIEWS_MAX,
} from './articles.ts';

const SKIP_MAX = 100_000;
const LIMIT = 25;
/** A step that has no divisor with the number of pages in common jumps about in them and visits each. */
const STRIDE = 7_919;

/** One kind of request. */
export interface Case {
  readonly plane: 'delivery' | 'preview';
  /** Path after `…/delivery/`, of request number `n`. @param entries how many there are */
  readonly path: (n: number, entries: number) => string;
  /** Whether it stays the same request. */
  readonly isRepeated: boolean;
  /** Whether five entries a second are published at the same time. */
  readonly whilePublishing?: boolean;
  readonly needsSearch?: boolean;
}

const list = (parameters: string) => `entries?content_type=article&limit=${LIMIT}&${parameters}`;

export const cases = {
  single: never((n, entries) => `entries/article-${1 + ((n * STRIDE) % entries)}`),
  'single-repeated': repeated(() => 'entries/article-7'),
  list: never((n, entries) => list(`include=0&${page(n, entries)}`)),
  'list-include-1': never((n, entries) => list(`include=1&${page(n, entries)}`)),
  'list-include-3': never((n, entries) => list(`include=3&${page(n, entries)}`)),
  'list-repeated': repeated(() => list('include=1&order=-fields.rating')),
  'list-while-publishing': { ...repeated(() => list('include=1&order=-fields.rating')), whilePublishing: true },
  'filter-order': never((n) =>
    list(
      `include=1&fields.category=category-${n % CATEGORIES}&fields.views[gte]=${(n * STRIDE) % VIEWS_MAX}&order=-fields.rating`,
    ),
  ),
  'filter-link': never((n) =>
    list(
      `include=1&fields.author.name=${encodeURIComponent(authorName(n))}&fields.views[gte]=${(n * STRIDE) % VIEWS_MAX}`,
    ),
  ),
  'search-half': searching((n, entries) => searchPage(halfWord(n), Math.floor(n / 2), entries, entries / 2)),
  'search-2-percent': searching((n, entries) =>
    searchPage(commonWord(n), Math.floor(n / COMMON_WORDS), entries, articlesACommonWord(entries)),
  ),
  'search-rare': searching((n, entries) =>
    list(`include=1&q=${rareWord(n, entries)}&order=${orderOf(Math.floor(n / entries), entries)}`),
  ),
  preview: { ...never((n, entries) => list(`include=1&${page(n, entries)}`)), plane: 'preview' },
} as const satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;
export const caseNames = Object.keys(cases) as CaseName[];

/** The whole path of a request of a case. */
export function pathTo({ path }: Case, n: number, { read, articles }: { read: string; articles: number }): string {
  return `${read}/${path(n, articles)}`;
}

/** Requests that prepare everything the cases use: orders and columns. */
export function preparations(entries: number): string[] {
  return [
    ...ordersFor(entries).map((order) => list(`include=3&order=${order}`)),
    list('fields.category=category-1&fields.views[gte]=5&order=-fields.rating'),
    list(`fields.author.name=${encodeURIComponent(authorName(1))}`),
  ];
}

function page(n: number, entries: number): string {
  const pages = Math.min(SKIP_MAX, entries - LIMIT);
  return `order=${orderOf(n, entries)}&skip=${(Math.floor(n / ordersFor(entries).length) * STRIDE) % pages}`;
}

/** Another order each turn, by relevance among them, and then another page of as many articles as there are found. */
function searchPage(word: string, turn: number, entries: number, found: number): string {
  const orders = ['', ...ordersFor(entries).map((order) => `&order=${order}`)];
  const pages = Math.max(1, Math.floor(found) - LIMIT);
  const skip = (Math.floor(turn / orders.length) * STRIDE) % pages;
  return list(`include=1&q=${word}${orders[turn % orders.length]}&skip=${skip}`);
}

function orderOf(n: number, entries: number): string {
  const orders = ordersFor(entries);
  return orders[n % orders.length] ?? '';
}

function never(path: Case['path']): Case {
  return { plane: 'delivery', path, isRepeated: false };
}

function repeated(path: Case['path']): Case {
  return { plane: 'delivery', path, isRepeated: true };
}

function searching(path: Case['path']): Case {
  return { ...never(path), needsSearch: true };
}
