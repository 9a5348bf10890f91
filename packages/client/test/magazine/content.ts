/** A magazine with a field of every type, and entries that lead to what is published, drafted, and gone. */
import assert from 'node:assert/strict';
import type { Scene } from '../../../testing/src/given.ts';

const field = (id: string, type: string, more: object = {}) => ({ id, type, ...more });

/** The content types, components first, in the form of the API. */
export const contentTypes: readonly object[] = [
  {
    api_id: 'seo',
    kind: 'component',
    name: 'SEO',
    fields: [field('title', 'string', { localized: true }), field('noindex', 'boolean')],
  },
  {
    api_id: 'hero',
    kind: 'component',
    name: 'Hero',
    fields: [
      field('heading', 'string', { localized: true, required: true }),
      field('more', 'entry', { validations: { content_types: ['article'] } }),
      field('picture', 'asset'),
    ],
  },
  { api_id: 'quote', kind: 'component', name: 'Quote', fields: [field('text', 'text'), field('who', 'string')] },
  {
    api_id: 'person',
    name: 'Person',
    description: 'Who writes, or is written about.',
    display_field: 'name',
    fields: [
      field('name', 'string', { required: true }),
      field('role', 'string', { validations: { in: ['writer', 'editor'] } }),
      field('born', 'date'),
      // Named like an operator.
      field('in', 'string'),
      field('photo', 'asset'),
      field('mentor', 'entry', { validations: { content_types: ['person'] } }),
    ],
  },
  {
    api_id: 'article',
    name: 'Article',
    display_field: 'title',
    slug_field: 'slug',
    fields: [
      field('title', 'string', {
        required: true,
        localized: true,
        help: 'What stands above it.\nShort, please: */ is fine.',
      }),
      field('slug', 'slug'),
      field('rating', 'integer', { validations: { min: 1, max: 5 } }),
      field('weight', 'number'),
      field('stage', 'integer'),
      field('tags', 'array', { items: { type: 'string' } }),
      field('moods', 'array', { items: { type: 'string', validations: { in: ['calm', 'rough'] } } }),
      field('teaser', 'text', { localized: true }),
      field('body', 'rich_text', { validations: { content_types: ['person'] } }),
      field('done', 'boolean'),
      field('at', 'datetime'),
      field('place', 'location'),
      field('data', 'json'),
      field('author', 'entry', { required: true, validations: { content_types: ['person'] } }),
      field('related', 'array', { items: { type: 'entry', validations: { content_types: ['article', 'person'] } } }),
      field('anything', 'entry'),
      field('photo', 'asset'),
      field('gallery', 'array', { items: { type: 'asset' } }),
      field('seo', 'component', { component: 'seo' }),
      field('sections', 'blocks', { components: ['hero', 'quote'] }),
      field('pages', 'blocks', { components: ['quote'], localized: true }),
    ],
  },
];

const text = (value: string) => ({ type: 'paragraph', content: [{ type: 'text', text: value }] });

const entries = [
  {
    key: 'jo',
    content_type: 'person',
    fields: { name: 'Jo', role: 'writer', born: '1971-03-02', in: 'Kiel', photo: 'face', mentor: 'ada' },
  },
  { key: 'ada', content_type: 'person', fields: { name: 'Ada', mentor: 'jo' } },
  { key: 'ghost', content_type: 'person', status: 'draft', fields: { name: 'Ghost' } },
  {
    key: 'sea',
    content_type: 'article',
    fields: {
      title: { en: 'The sea', de: 'Das Meer' },
      slug: 'sea',
      rating: 5,
      weight: 1.5,
      stage: 9,
      tags: ['sea', 'travel, slow'],
      moods: ['calm'],
      done: true,
      at: '2026-01-02T03:04:05.000Z',
      place: { lat: 53.5, lon: 10 },
      data: { type: 'entry', id: 'not a link' },
      body: {
        type: 'doc',
        content: [
          text('Salt.'),
          { type: 'entryBlock', attrs: { entry: { type: 'entry', id: 'jo' } } },
          { type: 'assetBlock', attrs: { asset: { type: 'asset', id: 'wave' } } },
        ],
      },
      author: 'jo',
      related: ['hills', 'ghost', 'ada', 'sea'],
      anything: 'ada',
      photo: 'wave',
      gallery: ['wave', 'face'],
      seo: { fields: { title: { en: 'Sea', de: 'Meer' }, noindex: false } },
      sections: [
        { id: 'top', type: 'hero', fields: { heading: { en: 'Look', de: 'Schau' }, more: 'hills', picture: 'wave' } },
        { id: 'who', type: 'quote', fields: { text: 'Wet.', who: 'Jo' } },
      ],
      pages: { de: [{ id: 'p1', type: 'quote', fields: { text: 'Nass.' } }] },
    },
  },
  {
    key: 'hills',
    content_type: 'article',
    fields: {
      title: { en: 'Hills' },
      slug: 'hills',
      rating: 3,
      tags: ['travel'],
      author: 'ghost',
      related: ['sea'],
      teaser: { en: 'Up.' },
    },
  },
  { key: 'fog', content_type: 'article', status: 'draft', fields: { slug: 'fog', author: 'jo' } },
];

const assets = ['wave', 'face'].map((key) => ({ key, title: { en: key, de: `${key} (de)` } }));

/** Set once the articles are published: their stage is older, and is none of these. */
const stages = { in: [1, 2, 3] };

/** Fills a scene with it; its default locale is `en`. */
export async function fillMagazine({ owner, space, base }: Scene): Promise<void> {
  await owner.post(`${space}/locales`, { code: 'de', fallback: 'en', optional: true }, 201);
  await owner.post(`${space}/locales`, { code: 'fr', fallback: null, optional: true }, 201);
  for (const type of contentTypes) await owner.post(`${base}/content-types`, type, 201);
  const records = [
    ...assets.map((asset) => ({ asset })),
    ...entries.map((entry) => ({ entry: { status: 'published', ...entry } })),
  ];
  const raw = records.map((record) => JSON.stringify(record)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await owner.send('POST', `${base}/import`, { raw, headers });
  assert.ok(
    imported.each('results', 'result').every((result) => result === 'created'),
    String(imported),
  );
  const article = await owner.get(`${base}/content-types/article`, 200);
  const fields = article
    .list('fields')
    .map((one) => ((one as { id: string }).id === 'stage' ? { ...(one as object), validations: stages } : one));
  await owner.patch(`${base}/content-types/article`, { fields }, 200);
}
