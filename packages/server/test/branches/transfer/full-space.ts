/** A space with one of everything that an export has to keep. */
import sharp from 'sharp';
import { fieldTypeNames } from '../../../../contract/src/fields.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { addTypes, createEntry, field, magazine, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { CODE, fixtureComponents, fixtures } from '../../../src/model/fields/fixtures.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>';

/** Fills the space of a scene, and a second environment of it. */
export async function fillSpace(scene: Scene): Promise<void> {
  const { owner, space } = scene;
  await owner.post(`${space}/locales`, { code: 'de', name: 'Deutsch', fallback: 'en-US' }, 201);
  await owner.post(`${space}/locales`, { code: 'cs', name: 'Česky', fallback: null, optional: true }, 201);
  await owner.patch(space, { strip_metadata: false, ai: 'off' }, 200);
  await addTypes(scene, magazine);
  await makeTypes(scene);
  await makeAssets(scene);
  await makeEntries(scene);
  await owner.post(`${space}/environments`, { name: 'drafts.2' }, 201);
  const second = `${space}/environments/drafts.2`;
  await owner.put(`${second}/content-types/.hidden-start`, { name: 'Dots', fields: [field('a', 'text')] }, 201);
  await owner.put(`${second}/entries/-`, { content_type_id: '.hidden-start', fields: { a: 'only here' } }, 201);
  await owner.put(`${space}/environment-aliases/preview`, { environment: 'drafts.2' }, 201);
  await owner.put(`${space}/environment-aliases/next`, { environment: 'drafts.2' }, 201);
  await upload(scene, second, { key: 'same-file', name: 'again.txt', bytes: 'a file of words\n' });
  await makeWebhooks(scene);
}

async function makeTypes({ owner, base }: Scene): Promise<void> {
  const strict = {
    name: 'Strict',
    description: 'Every setting.\nIn two lines.',
    display_field: 'label',
    fields: [
      field('label', 'string', {
        help: 'Short.',
        unique: true,
        default: 'x',
        validations: { min_length: 1, max_length: 40, pattern: '^[a-z0-9 ]+$' },
      }),
      field('choice', 'string', { validations: { in: ['b', 'a'] } }),
      field('count', 'integer', { validations: { min: 0, max: 9 }, default: 3 }),
      field('list', 'array', { items: { type: 'entry', validations: { content_types: ['author', 'strict'] } } }),
      field('when', 'datetime', { localized: true }),
      field('file', 'asset', { validations: { mime_types: ['image/*'], max_size: 1_000_000 } }),
    ],
  };
  await owner.put(`${base}/content-types/strict`, strict, 201);
  await owner.put(`${base}/content-types/Empty`, { name: 'No fields' }, 201);
  const name = field('name', 'string', { former_ids: ['label', 'title'] });
  const fields = [name, field('path', 'slug')];
  const groups = [{ id: 'main', name: 'Main', display: 'tab', fields: ['name'] }];
  const layout = { groups, side: ['path'], half: ['name'] };
  const late = { name: 'Late slug', display_field: 'name', deliver_former_ids: true, layout, fields };
  await owner.put(`${base}/content-types/late`, late, 201);
}

async function makeAssets(scene: Scene): Promise<void> {
  const { base } = scene;
  const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
  const more = {
    title: JSON.stringify({ 'en-US': 'Blue', de: 'Blau' }),
    alt: JSON.stringify({ cs: 'Modrá' }),
    focal_point: JSON.stringify({ x: 0.25, y: 1 }),
    tags: JSON.stringify(['sea', 'blue']),
  };
  await upload(scene, base, { key: 'blue', name: 'blue sky.png', bytes: png, more });
  await upload(scene, base, { key: 'drawing', name: 'drawing.svg', bytes: SVG });
  await upload(scene, base, { key: 'words', name: 'words.txt', bytes: 'a file of words\n' });
  await upload(scene, base, { key: 'words-again', name: 'wörter.txt', bytes: 'a file of words\n' });
  const record = {
    key: 'no-file',
    title: 'Only a record',
    file_name: 'lost.pdf',
    mime_type: 'application/pdf',
    size: 7,
  };
  await importLine(scene, { asset: record });
  const hero = { kind: 'component', name: 'Hero', preview_picture: 'blue', fields: [field('heading', 'string')] };
  await scene.owner.put(`${base}/content-types/hero`, hero, 201);
}

async function makeEntries(scene: Scene): Promise<void> {
  const { owner, base } = scene;
  await publishNew(owner, base, { key: 'ann', content_type_id: 'author', fields: { name: 'Ann', born: '1980-02-29' } });
  const article = {
    title: { 'en-US': 'Tides', de: 'Gezeiten' },
    slug: { 'en-US': 'tides', de: 'gezeiten' },
    body: { 'en-US': richText() },
    author: 'ann',
    related: ['ann'],
    tags: ['a', 'b', 'a'],
    rating: 1.5,
    pages: 12,
    featured: false,
    day: '2024-01-31',
    extra: {
      'en-US': {
        z: 1,
        a: [null, { deep: true }],
        '1': 'number-like key',
        constructor: 'Ferrari',
        ['__proto__']: { b: 1 },
      },
    },
    place: { lat: 50.5, lon: -3 },
    image: 'blue',
  };
  const changed = await publishNew(owner, base, { key: 'first', content_type_id: 'article', fields: article });
  await owner.patch(
    `/entries/${changed}`,
    { fields: { title: { de: 'Ebbe und Flut' }, rating: null, related: ['second', 'never-made'] } },
    200,
  );
  await createEntry(owner, base, {
    key: 'second',
    content_type_id: 'article',
    fields: { title: 'A draft', extra: {} },
  });
  const gone = await publishNew(owner, base, { key: 'third', content_type_id: 'article', fields: { title: 'Gone' } });
  await owner.post(`/entries/${gone}/unpublish`, undefined, 200);
  const old = await publishNew(owner, base, { key: 'old', content_type_id: 'article', fields: { title: 'Old' } });
  await owner.post(`/entries/${old}/archive`, undefined, 200);
  const twice = await publishNew(owner, base, { key: 'twice', content_type_id: 'article', fields: { title: 'Twice' } });
  await owner.patch(`/entries/${twice}`, { fields: { pages: 2 } }, 200);
  await owner.post(`/entries/${twice}/publish`, undefined, 200);
  await createEntry(owner, base, {
    key: 'Strict.1_-',
    content_type_id: 'strict',
    fields: { when: '2024-05-05T10:00:00+02:00' },
  });
  await createEntry(owner, base, { key: 'empty', content_type_id: 'Empty', fields: {} });
  // These had no slug when their type got a slug field.
  await publishNew(owner, base, { key: 'late-1', content_type_id: 'late', fields: { name: 'Late' } });
  const half = await publishNew(owner, base, { key: 'late-2', content_type_id: 'late', fields: { name: 'Later' } });
  await owner.patch(`/entries/${half}`, { fields: { name: 'Later still' } }, 200);
  await owner.patch(
    `${base}/content-types/late`,
    { slug_field: 'path', preview_url: 'https://www.example.com/{slug}' },
    200,
  );
}

async function makeWebhooks({ owner, space, base }: Scene): Promise<void> {
  const type = (await owner.get(`${base}/content-types/article`, 200)).string('id');
  const hooks = [
    { name: 'search', url: 'https://search.example.com/a', headers: { Authorization: 'Bearer secret', 'X-B': '1' } },
    {
      name: 'cache',
      url: 'https://cache.example.com/',
      events: ['entry.publish', 'entry.unpublish'],
      filters: { content_types: ['author', type], environments: ['master', 'preview'] },
      debounce_seconds: 5,
      active: false,
    },
  ];
  for (const hook of hooks) await owner.post(`${space}/webhooks`, hook, 201);
}

interface Upload {
  readonly key: string;
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly more?: Readonly<Record<string, string>>;
}

/** Uploads an asset into the environment at a path. @returns its id */
export async function upload({ owner }: Scene, base: string, { key, name, bytes, more = {} }: Upload): Promise<string> {
  const form = await formOf([['key', key], ...Object.entries(more), ['file', { name, bytes }]]);
  const response = await owner.send('POST', `${base}/media`, form);
  if (response.status !== 201) throw new Error(String(response));
  return response.string('id');
}

/** Sends one line to the import route of `master`. */
export async function importLine({ owner, base }: Scene, line: unknown): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await owner.send('POST', `${base}/import`, { raw: JSON.stringify(line), headers });
  if (response.at('results.0.result') !== 'created') throw new Error(String(response));
}

function richText() {
  const link = { type: 'entryLink', attrs: { entry: { type: 'entry', id: 'ann' } } };
  return {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'High' }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'and low', marks: [{ type: 'bold' }, link] }] },
      { type: 'assetBlock', attrs: { asset: { type: 'asset', id: 'drawing' } } },
    ],
  };
}

/** A content type for each type of field, and an entry for each of its good values in two locales. @returns how many */
export async function fillWithValues({ owner, space, base }: Scene): Promise<number> {
  await owner.post(`${space}/locales`, { code: 'ja' }, 201);
  for (const { apiId, fields } of fixtureComponents) {
    const declared = fields.map(({ number: _, home: __, ...rest }) => rest);
    await owner.put(`${base}/content-types/${apiId}`, { name: apiId, kind: 'component', fields: declared }, 201);
  }
  const lines: string[] = [];
  for (const name of fieldTypeNames) {
    const { settings, good } = fixtures[name];
    const value = field('value', name, { localized: true, ...settings });
    await owner.put(`${base}/content-types/${name}`, { name, fields: [value] }, 201);
    for (const [n, { input }] of good.entries()) {
      // Ids of the environment of the fixtures resolve to nothing here.
      if (JSON.stringify(input).includes(CODE)) continue;
      const fields = { value: { 'en-US': input, ja: input } };
      lines.push(JSON.stringify({ entry: { key: `${name}-${n}`, content_type: name, status: 'published', fields } }));
    }
  }
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
  const results = response.each('results', 'result');
  if (results.some((result) => result !== 'created')) throw new Error(String(response));
  return results.length;
}
