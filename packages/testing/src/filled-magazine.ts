/**
 * A magazine full of content, for tests that read it in many ways. The content is the same at each call, except for the code in
 * ids.
 */
import assert from 'node:assert/strict';
import { addTypes, magazine, type Scene } from './given.ts';

const TIME = Date.UTC(2024, 0, 1);
const HOUR_MS = 3_600_000;
const ARTICLES = 60;
/** Names and titles that engines and languages sort in different ways. */
const WORDS = [
  'zebra',
  'Äpfel',
  'apple',
  'Apple',
  'éclair',
  'Eclair',
  'ß',
  'ss',
  'Ω',
  '10',
  '9',
  '_x',
  '-x',
  'œuvre',
  'ﬁn',
  '日本',
  'a b',
  'a-b',
];

/** Authors, images and articles in two locales, with every kind of gap: no rating, no translation, drafts. */
export async function fillMagazine(scene: Scene): Promise<void> {
  await scene.owner.post(`${scene.space}/locales`, { code: 'de' }, 201);
  await addTypes(scene, magazine);
  const word = (n: number) => WORDS[n % WORDS.length] ?? '';
  const time = (n: number) => new Date(TIME + n * HOUR_MS).toISOString();
  const times = (n: number) => ({ created_at: time(n), updated_at: time(n * 2), published_at: time((n * 7) % 100) });
  const authors = WORDS.map((name, n) => ({
    entry: {
      key: `author-${n}`,
      content_type: 'author',
      status: 'published',
      fields: { name, favourite: `author-${(n + 1) % WORDS.length}` },
      ...times(n),
    },
  }));
  const images = WORDS.map((title, n) => ({
    asset: { key: `image-${n}`, title, created_at: time(n), updated_at: time(n) },
  }));
  const articles = Array.from({ length: ARTICLES }, (_, n) => ({
    entry: {
      key: `article-${n}`,
      content_type: 'article',
      slug: `article-${n}`,
      status: n % 11 === 0 ? 'draft' : 'published',
      fields: {
        title: { 'en-US': word(n), ...(n % 3 === 0 ? { de: word(n + 5) } : {}) },
        author: `author-${n % WORDS.length}`,
        related: [`article-${(n + 1) % ARTICLES}`],
        image: `image-${n % WORDS.length}`,
        ...(n % 4 === 0 ? {} : { rating: (n * 13) % 10 }),
        tags: n % 2 === 0 ? ['red', word(n)] : ['blue'],
      },
      ...(n % 11 === 0 ? { created_at: time(n), updated_at: time(n) } : times(n)),
    },
  }));
  const raw = [...authors, ...images, ...articles].map((line) => JSON.stringify(line)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
  assert.ok(
    imported.each('results', 'result').every((result) => result === 'created'),
    String(imported),
  );
}
