/**
 * The content that is read: authors who link to each other, made over the API, and as many articles as wanted, written
 * by `seeding.ts` after the pattern of two that the service itself stored.
 */
import assert from 'node:assert/strict';
import type { DatabaseConfig } from '../packages/server/src/platform/database/database.ts';
import type { Actor } from '../packages/testing/src/client.ts';
import { field, given, type Scene } from '../packages/testing/src/given.ts';
import { AUTHORS, authorKey, authorName, text } from './articles.ts';
import { startService } from './processes.ts';
import { PATTERN, seedArticles, untilIndexed } from './seeding.ts';

const LINES_A_REQUEST = 500;
const ABOUT_LENGTH = 200;

/** Tokens and paths of a seeded space. They hold over restarts of the service. */
export interface World {
  readonly spaceId: string;
  /** Address of its owner, whose password is that of all people in scenes. */
  readonly ownerEmail: string;
  readonly tokens: { readonly delivery: string; readonly preview: string; readonly management: string };
  /** Path in front of `entries`. */
  readonly read: string;
  readonly articles: number;
  /** Whether the articles can be searched. */
  readonly isSearchable: boolean;
}

/** Makes a space with that many articles in an empty database. */
export async function makeWorld(
  database: DatabaseConfig,
  folder: string,
  wanted: { readonly articles: number; readonly isSearchable: boolean },
): Promise<World> {
  const service = await startService({ database, folder });
  try {
    const scene = await given(service.url);
    await makeContent(scene);
    const tokens = {
      delivery: scene.delivery.token ?? '',
      preview: scene.preview.token ?? '',
      management: scene.management.token ?? '',
    };
    await untilIndexed(database);
    await service.close();
    await seedArticles(database, { spaceIds: [scene.spaceId], ...wanted });
    return { spaceId: scene.spaceId, ownerEmail: scene.member.email, tokens, read: scene.read, ...wanted };
  } finally {
    await service.close();
  }
}

/** Makes the model, the authors and the patterns of articles. */
export async function makeContent({ owner, base }: Pick<Scene, 'owner' | 'base'>): Promise<void> {
  await importAll(owner, base, [...model(), ...authors(), ...patterns()]);
}

function model(): unknown[] {
  const author = [field('name', 'string'), field('about', 'text'), field('mentor', 'entry')];
  const article = [
    field('title', 'string', { required: true, localized: true }),
    field('slug', 'slug'),
    field('body', 'text', { localized: true }),
    field('author', 'entry'),
    field('category', 'string'),
    field('tags', 'array', { items: { type: 'string' } }),
    field('rating', 'integer'),
    field('views', 'integer'),
    field('featured', 'boolean'),
  ];
  return [
    { content_type: { api_id: 'author', name: 'Author', display_field: 'name', fields: author } },
    {
      content_type: { api_id: 'article', name: 'Article', display_field: 'title', slug_field: 'slug', fields: article },
    },
  ];
}

function authors(): unknown[] {
  return Array.from({ length: AUTHORS }, (_, n) => {
    const fields = { name: authorName(n), about: text(n, ABOUT_LENGTH), mentor: authorKey(Math.floor(n / 2)) };
    return { entry: { key: authorKey(n), content_type: 'author', status: 'published', fields } };
  });
}

/** One for each value of the only field that no text can stand for, and the author that both link to. */
function patterns(): unknown[] {
  const { title, slug, body, author, category, tag, rating, views } = PATTERN;
  const fields = { title, body, author, category, tags: [tag], rating, views };
  const entries = [true, false].map((featured) => {
    const key = PATTERN.keyOf(featured);
    return {
      entry: {
        key,
        content_type: 'article',
        slug: `${slug}-${featured}`,
        status: 'published',
        fields: { ...fields, featured },
      },
    };
  });
  return [
    { entry: { key: author, content_type: 'author', status: 'published', fields: { name: 'Nobody' } } },
    ...entries,
  ];
}

/** Imports lines, which make entries and content types that are new. */
export async function importAll(by: Actor, base: string, lines: readonly unknown[]): Promise<void> {
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
  }
}
