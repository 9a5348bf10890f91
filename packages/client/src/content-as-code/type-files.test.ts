/** A model that is written as files and read from them is the same model, whatever is in it. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fieldTraits, fieldTypeNames } from '../../../contract/src/fields.ts';
import type { Layout } from '../../../contract/src/layout.ts';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { fieldCode } from '../schema/field-code.ts';
import type { ModelType } from '../schema/model.ts';
import { CodeOfTypes } from './code-of-types.ts';
import type { KeptType } from './kept-model.ts';
import { modelIn } from './schema-folder.ts';
import { typeFiles } from './type-files.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const base = { description: '', display_field: null, slug_field: null, preview_url: null, preview_picture: null };
const plain = { ...base, kind: 'entry', deliver_former_ids: false, layout: null } as const;
const unset = { required: false, localized: false, unique: false };

/** Every field type with all that it may be set to. */
const model: KeptType[] = [
  {
    ...plain,
    kind: 'component',
    api_id: 'hero',
    name: 'Hero',
    preview_picture: 'face',
    fields: [
      { ...unset, id: 'title', name: 'Title', type: 'string', validations: { in: ['a', "b'c"], format: 'email' } },
      { ...unset, id: 'where', name: 'where', type: 'location' },
    ],
  },
  {
    ...plain,
    kind: 'component',
    api_id: 'list',
    name: 'List',
    fields: [{ ...unset, id: 'hero', name: 'hero', type: 'component', component: 'hero', required: true }],
  },
  {
    ...plain,
    api_id: 'blog-post',
    name: 'Post',
    description: 'What is\nwritten',
    display_field: 'title',
    slug_field: 'slug',
    preview_url: 'https://example.com/{slug}',
    deliver_former_ids: true,
    layout: { groups: [{ id: 'main', name: 'Main', display: 'tab', fields: ['title'] }], side: ['slug'], half: [] },
    fields: [
      {
        id: 'title',
        name: 'Title',
        type: 'string',
        required: true,
        localized: true,
        unique: true,
        former_ids: ['kicker', 'headline'],
        help: 'Short.',
        default: 'New',
        validations: { min_length: 1, max_length: 80, pattern: '^\\S' },
      },
      { ...unset, id: 'lead', name: 'lead', type: 'text', former_ids: ['teaser'], validations: { max_length: 400 } },
      {
        ...unset,
        id: 'body',
        name: 'body',
        type: 'rich_text',
        validations: {
          nodes: ['heading', 'entryBlock'],
          marks: ['bold'],
          min_length: 1,
          max_length: 9000,
          content_types: ['blog-post', 'blog_post'],
          mime_types: ['image/*'],
          max_size: 1000,
        },
      },
      { ...unset, id: 'slug', name: 'slug', type: 'slug', validations: { pattern: '^[a-z]+$' } },
      {
        ...unset,
        id: 'rating',
        name: 'rating',
        type: 'integer',
        default: 0,
        validations: { min: 0, max: 5, in: [0, 5] },
      },
      { ...unset, id: 'price', name: 'price', type: 'number', unique: true, validations: { min: 0.5 } },
      { ...unset, id: 'shown', name: 'shown', type: 'boolean', default: false },
      { ...unset, id: 'day', name: 'day', type: 'date', validations: { min: '2020-01-01', max: '2030-01-01' } },
      { ...unset, id: 'at', name: 'at', type: 'datetime' },
      { ...unset, id: 'data', name: 'data', type: 'json', default: { 'a-b': [1, null, { c: 'd' }] } },
      { ...unset, id: 'next', name: 'next', type: 'entry', validations: { content_types: ['blog-post'] } },
      { ...unset, id: 'any', name: 'any', type: 'entry' },
      { ...unset, id: 'gone', name: 'gone', type: 'entry', validations: { content_types: ['gone'] } },
      { ...unset, id: 'photo', name: 'photo', type: 'asset', validations: { mime_types: ['image/png'], max_size: 5 } },
      {
        ...unset,
        id: 'tags',
        name: 'tags',
        type: 'array',
        localized: true,
        items: { type: 'string', validations: { max_length: 20 } },
        validations: { min_items: 1, max_items: 9, unique_items: true },
      },
      {
        ...unset,
        id: 'related',
        name: 'related',
        type: 'array',
        items: { type: 'entry', validations: { content_types: ['blog-post', 'blog_post'] } },
      },
      { ...unset, id: 'seo', name: 'seo', type: 'component', component: 'hero' },
      {
        ...unset,
        id: 'blocks',
        name: 'blocks',
        type: 'blocks',
        components: ['hero', 'list'],
        validations: { max_items: 3 },
      },
    ],
  },
  { ...plain, api_id: 'blog_post', name: 'Other', fields: [] },
  { ...plain, api_id: 'class', name: 'Class', fields: [{ ...unset, id: 'of', name: 'of', type: 'asset' }] },
];

it('writes each type as a file that says the same', async () => {
  const [first] = typeFiles(model);
  assert.equal(first?.name, 'hero.ts');
  assert.equal(
    first?.text,
    `import { defineComponent, location, string } from '@lectern/client/schema';

export const hero = defineComponent('hero', {
  name: 'Hero',
  previewPicture: 'face',
  fields: {
    title: string({ name: 'Title', in: ['a', 'b\\'c'], format: 'email' }),
    where: location(),
  },
});
`,
  );
  const folder = folderOf(typeFiles(model));
  const read = (await modelIn(folder)).map(kept);
  assert.deepEqual(byId(read), byId(model));
  assert.deepEqual(typeFiles(read).sort(byName), typeFiles(model).sort(byName));
});

it('leaves types where the project has put them, and what is no type alone', async () => {
  const define = (id: string, as: string, type = 'Type') =>
    `export const ${as} = define${type}('${id}', { name: '${id}', fields: {} });\n`;
  const schema = "import { defineComponent, defineType } from '@lectern/client/schema';\n";
  const code = {
    'joined.ts': `${schema}${define('blog-post', 'post')}${define('gone', 'gone')}export const more = 1;\n`,
    'moved/lists.ts': schema + define('list', 'listType', 'Component'),
    'old.ts': schema + define('old', 'old'),
    'all.ts': "export * from './moved/lists.ts';\nexport * from './joined.ts';\n",
    'class.ts': 'export const help = 1;\n',
  };
  const files = Object.entries(code).map(([name, text]) => ({ name, text }));
  const found = await CodeOfTypes.in(folderOf(files));
  const written = typeFiles(model, { places: found.places(), files: found.names });
  assert.deepEqual(
    written.map(({ name, isLeft }) => [name, isLeft]),
    [
      ['hero.ts', false],
      [join('moved', 'lists.ts'), false],
      ['joined.ts', true],
      ['blog_post.ts', false],
      ['class_2.ts', false],
    ],
  );
  assert.deepEqual(found.others(new Set(model.map(({ api_id }) => api_id))), [
    { name: 'joined.ts', types: ['gone'], isAll: false },
    { name: 'old.ts', types: ['old'], isAll: true },
  ]);
  const texts = new Map(written.map(({ name, text }) => [name, text]));
  assert.match(String(texts.get(join('moved', 'lists.ts'))), /import \{ hero \} from '\.\.\/hero\.ts';/);
  // As a pull leaves the folder.
  const copy = folderOf([...files, ...written.filter(({ isLeft }) => !isLeft)]);
  const ids = (await modelIn(copy)).map(({ api_id }) => api_id).sort();
  assert.deepEqual(ids, ['blog-post', 'blog_post', 'class', 'gone', 'hero', 'list', 'old']);
});

it('refuses two types of one id before anything is written', async () => {
  const files = typeFiles(model);
  const [hero] = files;
  const code = await CodeOfTypes.in(folderOf([...files, { name: 'pages.ts', text: String(hero?.text) }]));
  assert.throws(() => code.places(), /two types of the id hero, in .*hero\.ts and .*pages\.ts; delete one/);
});

it('knows every field type with every limit', () => {
  const used = model.flatMap(({ fields }) =>
    fields.flatMap(({ type, items }) => [type, ...(items ? [items.type] : [])]),
  );
  assert.deepEqual([...new Set(used)].sort(), [...fieldTypeNames].sort());
  for (const type of fieldTypeNames)
    assert.deepEqual(
      Object.values(fieldCode[type].limits).sort(),
      fieldTraits[type].validations.filter((limit) => limit !== 'content_types').sort(),
      type,
    );
});

function folderOf(files: readonly { name: string; text: string }[]): string {
  const project = temporaryFolder('types-as-code');
  mkdirSync(join(project, 'node_modules/@lectern'), { recursive: true });
  symlinkSync(PACKAGE, join(project, 'node_modules/@lectern/client'));
  const folder = join(project, 'lectern');
  mkdirSync(folder);
  for (const { name, text } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** As the service shows what it was sent. */
function kept({ fields, layout, ...type }: ModelType): KeptType {
  return {
    ...plain,
    ...(type as Partial<KeptType>),
    layout: layout === undefined ? null : ({ groups: [], side: [], half: [], ...layout } as Layout),
    api_id: type.api_id,
    name: type.name,
    fields: fields.map(({ previous_id: _, former_ids, restore: __, ...field }) => ({
      ...unset,
      name: field.id,
      ...field,
      ...(former_ids.length === 0 ? {} : { former_ids }),
    })) as KeptType['fields'],
  };
}

function byId(types: readonly KeptType[]): KeptType[] {
  return types.toSorted((a, b) => (a.api_id < b.api_id ? -1 : 1));
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}
