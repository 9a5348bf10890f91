/** The entries that the benches of Studio open: one with every field type, and large ones with long arrays. */

import { author, everyType } from '../packages/studio/test/entry/articles.ts';
import { longType, longValues } from '../packages/studio/test/entry/long-entry.ts';
import { field, type Scene } from '../packages/testing/src/given.ts';
import { text } from './articles.ts';
import { importAll } from './world.ts';

const ROWS = 500;
const ARRAYS = 5;
const PARAGRAPHS = 12;
const PARAGRAPH_LENGTH = 400;

const paragraphs = (n: number) => {
  const content = Array.from({ length: PARAGRAPHS }, (_, at) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: text(n + at, PARAGRAPH_LENGTH) }],
  }));
  return { type: 'doc', content };
};
const writer = (n: number) => `writer-${n}`;
const article = (n: number) => `article-${n}`;

/** Content types with every field type, and as many entries of them, each linking to a writer of its own. */
export async function makeArticles({ owner, base }: Scene, count: number): Promise<{ readonly keys: string[] }> {
  await owner.post(`${base}/content-types`, author, 201);
  await owner.post(`${base}/content-types`, everyType, 201);
  const numbers = Array.from({ length: count }, (_, n) => n);
  const entries = numbers.flatMap((n) => [
    { key: writer(n), content_type: 'author', fields: { name: `Writer ${n}` } },
    { key: article(n), content_type: 'article', fields: articleFields(n) },
  ]);
  await importAll(
    owner,
    base,
    entries.map((entry) => ({ entry })),
  );
  return { keys: numbers.map(article) };
}

/** What an article is called in the list, by its key. */
export function titleOf(articleKey: string): RegExp {
  return new RegExp(`The quay of the year ${articleKey.replace('article-', '')}\\b`);
}

/** A content type with a title and rich text alone, and an entry of it. */
export async function makeNote({ owner, base }: Scene): Promise<{ readonly title: string }> {
  const fields = [field('title', 'string'), field('body', 'rich_text', { name: 'Body' })];
  await owner.post(`${base}/content-types`, { api_id: 'note', name: 'Note', display_field: 'title', fields }, 201);
  const title = 'A note from the quay';
  const entry = { key: 'note', content_type: 'note', fields: { title, body: paragraphs(0) } };
  await importAll(owner, base, [{ entry }]);
  return { title };
}

/** The key of what an article links to. */
export function writerOf(articleKey: string): string {
  return articleKey.replace(/^article/, 'writer');
}

function articleFields(n: number) {
  return {
    title: { 'en-US': `The quay of the year ${n}` },
    summary: { 'en-US': text(n, PARAGRAPH_LENGTH) },
    body: { 'en-US': paragraphs(n) },
    kind: 'report',
    pages: 12,
    rating: 4.5,
    featured: true,
    day: '2026-11-23',
    starts: '2026-11-23T18:00:00Z',
    extra: { source: 'harbour office', checked: true },
    place: { lat: 53.5, lon: 9.9 },
    author: writer(n),
    tags: ['harbour', 'sea', 'winter'],
    scores: [1, 2, 3],
  };
}

/** An entry with 40 fields and 500 rows in five of them, which stand before the others. */
export async function makeLargeEntry({ owner, base }: Scene, locales: readonly string[]): Promise<{ key: string }> {
  await makeLinked({ owner, base });
  const [title, ...others] = longType.fields;
  const arrays = Array.from({ length: ARRAYS }, (_, n) => ({ id: `rows${n}`, type: n % 2 === 0 ? 'entry' : 'string' }));
  const fields = [title, ...arrays.map(({ id, type }) => field(id, 'array', { items: { type } })), ...others];
  await owner.post(`${base}/content-types`, { ...longType, fields: fields.slice(0, longType.fields.length) }, 201);
  const rows = Array.from({ length: ROWS / ARRAYS }, (_, n) => n);
  const values = Object.fromEntries([
    ...arrays.map(({ id, type }) => [id, rows.map(type === 'entry' ? linked : String)] as const),
    ...longType.fields.slice(0, -ARRAYS).flatMap(({ id }) => (String(id) in longValues ? [[id, inAll(locales)]] : [])),
  ]);
  await importAll(owner, base, [{ entry: { key: 'large', content_type: longType.api_id, fields: values } }]);
  return { key: 'large' };
}

/** A content type with so many localized strings and an array of 500 links behind the first, and an entry of it. */
export async function makeRows({ owner, base }: Scene, strings: number, locales: readonly string[]) {
  const [first, ...others] = Array.from({ length: strings }, (_, n) => field(`f${n}`, 'string', { localized: true }));
  const rows = field('rows', 'array', { items: { type: 'entry' } });
  const fields = [first, rows, ...others];
  await owner.post(`${base}/content-types`, { api_id: `t${strings}`, name: `T${strings}`, fields }, 201);
  const values = Object.fromEntries(Array.from({ length: strings }, (_, n) => [`f${n}`, inAll(locales)]));
  const links = Array.from({ length: ROWS }, (_, n) => linked(n));
  const entry = { key: `e${strings}`, content_type: `t${strings}`, fields: { ...values, rows: links } };
  await importAll(owner, base, [{ entry }]);
  return { key: entry.key };
}

/** What the rows link to: as many entries as there are rows. */
export async function makeLinked({ owner, base }: Pick<Scene, 'owner' | 'base'>): Promise<void> {
  const type = { api_id: 'linked', name: 'Linked', display_field: 'name', fields: [field('name', 'string')] };
  await owner.post(`${base}/content-types`, type, 201);
  const entries = Array.from({ length: ROWS }, (_, n) => ({
    key: linked(n),
    content_type: 'linked',
    fields: { name: `Linked ${n}` },
  }));
  await importAll(
    owner,
    base,
    entries.map((entry) => ({ entry })),
  );
}

function linked(n: number): string {
  return `linked-${n}`;
}

function inAll(locales: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(locales.map((locale) => [locale, `Some words in ${locale}`]));
}
