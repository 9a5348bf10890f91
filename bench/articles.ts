/**
 * The texts of the articles in the large content: made from their number alone, so that any of them can be generated.
 */

export const AUTHORS = 1_000;
export const CATEGORIES = 20;
export const VIEWS_MAX = 100_000;
/** Of so many articles that follow each other one has a certain common word: 2 %. */
const ARTICLES_A_COMMON_WORD = 50;
const COMMON_WORDS_AN_ARTICLE = 20;
export const COMMON_WORDS = ARTICLES_A_COMMON_WORD * COMMON_WORDS_AN_ARTICLE;
/** Articles that contain one rare word. */
const ARTICLES_A_RARE_WORD = 10;
const BODY_LENGTH = 570;
const HASH_STEP = 2_654_435_761;

/** Orders that lists are requested in. */
const ORDERS = ['-published_at', 'published_at', '-fields.rating', 'fields.rating', '-fields.views', 'fields.views'];
/** The dictionary of so many titles alone would fill the memory that the engine is given. */
const TITLES_MAX = 200_000;

/** Orders that fit in memory together where there are so many articles. */
export function ordersFor(entries: number): readonly string[] {
  return entries > TITLES_MAX ? ORDERS : [...ORDERS, '-fields.title', 'fields.title'];
}

/** The values of an article. */
export interface Article {
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly category: string;
  readonly tag: string;
  readonly rating: number;
  readonly views: number;
  readonly featured: boolean;
}

export function article(n: number, entries: number): Article {
  const scattered = (n * HASH_STEP) % 2 ** 32;
  return {
    title: `Title ${scattered.toString(36)} of article ${n}`,
    body: `${searchedWords(n, entries)} ${text(n, BODY_LENGTH)}`,
    author: authorKey(n),
    category: `category-${scattered % CATEGORIES}`,
    tag: `tag-${n % 7}`,
    rating: scattered % 1_000,
    views: scattered % VIEWS_MAX,
    featured: n % 2 === 0,
  };
}

export function authorKey(n: number): string {
  return `author-${n % AUTHORS}`;
}

export function authorName(n: number): string {
  return `Author ${n % AUTHORS}`;
}

/** One of two words, each in half of the articles. */
export function halfWord(n: number): string {
  return `zw${letters(n % 2, 1)}`;
}

/** One of `COMMON_WORDS` words, each in 2 % of the articles. */
export function commonWord(n: number): string {
  return `zq${letters(n % COMMON_WORDS, 3)}`;
}

/** How many articles have a common word. */
export function articlesACommonWord(entries: number): number {
  return Math.floor(entries / ARTICLES_A_COMMON_WORD);
}

/** A word in ten articles. */
export function rareWord(n: number, entries: number): string {
  return `zx${letters(n % Math.max(1, Math.floor(entries / ARTICLES_A_RARE_WORD)), 6)}`;
}

function searchedWords(n: number, entries: number): string {
  const turn = Math.floor(n / ARTICLES_A_COMMON_WORD);
  const common = Array.from({ length: COMMON_WORDS_AN_ARTICLE }, (_, group) =>
    commonWord(group * ARTICLES_A_COMMON_WORD + ((n + group * turn) % ARTICLES_A_COMMON_WORD)),
  );
  return [halfWord(n), ...common, rareWord(n, entries)].join(' ');
}

/** Plain words of some length. */
export function text(seed: number, length: number): string {
  const words = ['harbour', 'lantern', 'meadow', 'quiet', 'signal', 'paper', 'winter', 'orchard', 'bridge', 'letter'];
  let made = '';
  for (let n = seed; made.length < length; n++) made += `${words[(n * 7 + (n >> 2)) % words.length]} `;
  return made.slice(0, length).trimEnd();
}

/** Consonants alone, so that no stemmer takes anything off; of one length, so that none begins with another. */
function letters(n: number, length: number): string {
  const alphabet = 'bcdfghjklm';
  return [...String(n).padStart(length, '0')].map((digit) => alphabet[Number(digit)]).join('');
}
