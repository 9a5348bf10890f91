/** The content that writes are measured on: authors, articles of about 1.1 KB that link to them, and drafts to be published. */
import assert from 'node:assert/strict';
import type { Actor } from '../packages/testing/src/client.ts';
import { field, given } from '../packages/testing/src/given.ts';

const ARTICLES = 500;
const AUTHORS = 40;
const DRAFTS = 6_000;
const LINES_A_REQUEST = 1_000;
const TEXT_LENGTH = 700;

export interface Library {
  readonly management: string;
  readonly createPath: string;
  /** Ids of drafts that may be published. */
  readonly draftIds: readonly string[];
  /** A body of a new article, another one each time. */
  readonly newArticle: () => Record<string, unknown>;
}

/** Fills a fresh service over its own API. @param drafts how many drafts it has */
export async function makeLibrary(url: string, drafts = DRAFTS): Promise<Library> {
  const scene = await given(url);
  const types = [
    {
      api_id: 'author',
      name: 'Author',
      display_field: 'name',
      fields: [field('name', 'string'), field('about', 'text')],
    },
    {
      api_id: 'article',
      name: 'Article',
      display_field: 'title',
      slug_field: 'slug',
      fields: [
        field('title', 'string', { required: true, localized: true }),
        field('slug', 'slug'),
        field('body', 'text', { localized: true }),
        field('author', 'entry'),
        field('rating', 'number'),
        field('featured', 'boolean'),
      ],
    },
  ];
  const authors = numbers(AUTHORS).map((n) =>
    entryLine(`author-${n}`, 'author', 'published', { name: `Author ${n}`, about: text(n, 200) }),
  );
  const articles = numbers(ARTICLES).map((n) => entryLine(`article-${n}`, 'article', 'published', articleFields(n)));
  const unpublished = numbers(drafts).map((n) =>
    entryLine(`draft-${n}`, 'article', 'draft', { ...articleFields(n), title: `Draft ${n}` }),
  );
  await importAll(scene.owner, scene.base, [...types.map((type) => ({ content_type: type })), ...authors, ...articles]);
  const draftIds = await importAll(scene.owner, scene.base, unpublished);
  let created = 0;
  return {
    management: scene.management.token ?? '',
    createPath: `${scene.base}/entries`,
    draftIds,
    newArticle: () => {
      created++;
      return { content_type_id: 'article', fields: { ...articleFields(created), title: `New article ${created}` } };
    },
  };
}

function entryLine(
  key: string,
  content_type: string,
  status: string,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  return { entry: { key, content_type, status, fields } };
}

function articleFields(n: number): Record<string, unknown> {
  return {
    title: `Article ${n} about something`,
    body: text(n, TEXT_LENGTH),
    author: `author-${1 + (n % AUTHORS)}`,
    rating: (n * 37) % 100,
    featured: n % 2 === 0,
  };
}

/** Sends lines to the import route; returns the created ids. */
async function importAll(by: Actor, base: string, lines: readonly unknown[]): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < lines.length; start += LINES_A_REQUEST) {
    const raw = lines
      .slice(start, start + LINES_A_REQUEST)
      .map((line) => JSON.stringify(line))
      .join('\n');
    const response = await by.send('POST', `${base}/import`, {
      raw,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.equal(response.status, 200, String(response));
    assert.ok(
      response.each('results', 'result').every((result) => result === 'created'),
      String(response),
    );
    ids.push(...response.each('results', 'id').map(String));
  }
  return ids;
}

function text(seed: number, length: number): string {
  const words = ['harbour', 'lantern', 'meadow', 'quiet', 'signal', 'paper', 'winter', 'orchard', 'bridge', 'letter'];
  let made = '';
  for (let n = seed; made.length < length; n++) made += `${words[(n * 7 + (n >> 2)) % words.length]} `;
  return made.slice(0, length);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
