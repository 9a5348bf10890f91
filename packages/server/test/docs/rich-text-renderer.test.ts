/**
 * The renderer of the rich text guide, word for word: it renders every node and mark that Lectern knows, from a response
 * of delivery, escapes what content holds, and survives links to what is not published.
 */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { formOf } from '../../../testing/src/form.ts';
import { given, publishNew, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { markKinds, nodeKinds } from '../../src/model/fields/rich-text/schema.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const GUIDE = join(ROOT, 'docs/guide/rich-text.md');
const CODE = /^```js renderer\n(?<code>.*?)^```$/ms;

type Render = (doc: unknown, includes: unknown) => string;
type Node = Record<string, unknown>;

const text = (value: string, ...marks: Node[]): Node => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 ? { marks } : {}),
});
const paragraph = (...content: Node[]): Node => ({ type: 'paragraph', content });
const cells = (type: string, ...words: string[]): Node[] =>
  words.map((word) => ({ type, content: [paragraph(text(word))] }));
const plainMarks = ['bold', 'italic', 'underline', 'strike', 'code', 'superscript', 'subscript'];

/** A document with every node and every mark. */
const everything = (entry: string, asset: string): Node => ({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [text('A < B & C')] },
    paragraph(...plainMarks.map((type) => text(type, { type })), { type: 'hardBreak' }),
    paragraph(
      text('out', { type: 'link', attrs: { href: 'https://example.com/?a=1&b="2"' } }),
      text('in', { type: 'entryLink', attrs: { entry } }),
      text('file', { type: 'assetLink', attrs: { asset } }),
      { type: 'entryInline', attrs: { entry } },
    ),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('dot'))] }] },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('three'))] }] },
    { type: 'blockquote', content: [paragraph(text('said'))] },
    { type: 'codeBlock', attrs: { language: 'js' }, content: [text('if (a < b) {}')] },
    { type: 'horizontalRule' },
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [...cells('tableHeader', 'head'), ...cells('tableCell', 'cell')] }],
    },
    { type: 'entryBlock', attrs: { entry } },
    { type: 'assetBlock', attrs: { asset } },
  ],
});

const expected = (path: string, url: string) =>
  [
    '<h2>A &lt; B &amp; C</h2>',
    '<p><strong>bold</strong><em>italic</em><u>underline</u><s>strike</s><code>code</code><sup>superscript</sup>',
    '<sub>subscript</sub><br></p>',
    '<p><a href="https://example.com/?a=1&amp;b=&quot;2&quot;">out</a>',
    `<a href="${path}">in</a><a href="${url}">file</a><a href="${path}">Tides &amp; more</a></p>`,
    '<ul><li><p>dot</p></li></ul><ol start="3"><li><p>three</p></li></ol><blockquote><p>said</p></blockquote>',
    '<pre><code>if (a &lt; b) {}</code></pre><hr>',
    '<table><tr><th colspan="1" rowspan="1"><p>head</p></th><td colspan="1" rowspan="1"><p>cell</p></td></tr></table>',
    `<aside><a href="${path}">Tides &amp; more</a></aside><p><a href="${url}">Opening &lt;hours&gt;</a></p>`,
  ].join('');

onEachEngine('the renderer of the rich text guide', (stage) => {
  it('renders every node and mark of a response of delivery', async () => {
    const render = await guideRenderer();
    const scene = await given(stage.url);
    await makeTypes(scene);
    const page = await publishNew(scene.owner, scene.base, {
      content_type_id: 'page',
      fields: { title: 'Tides & more' },
    });
    const asset = await uploadText(scene);
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'note',
      key: 'all',
      fields: { body: everything(page, asset.id) },
    });
    const response = await scene.delivery.get(`${scene.read}/entries/all`, 200);
    const html = render(response.at('fields.body'), response.at('includes'));
    assert.equal(html, expected('/page/tides-more', asset.url));
  });

  it('leaves out what is not published any more', async () => {
    const render = await guideRenderer();
    const scene = await given(stage.url);
    await makeTypes(scene);
    const page = await publishNew(scene.owner, scene.base, { content_type_id: 'page', fields: { title: 'Gone' } });
    const entryBlock = { type: 'entryBlock', attrs: { entry: page } };
    const body = {
      type: 'doc',
      content: [paragraph(text('was here', { type: 'entryLink', attrs: { entry: page } })), entryBlock],
    };
    await publishNew(scene.owner, scene.base, { content_type_id: 'note', key: 'lone', fields: { body } });
    await scene.owner.post(`/entries/${page}/unpublish`, undefined, 200);
    const response = await scene.delivery.get(`${scene.read}/entries/lone`, 200);
    assert.equal(render(response.at('fields.body'), response.at('includes')), '<p>was here</p>');
  });
});

it('the document of this test holds every node and mark there is', () => {
  const written = JSON.stringify(everything('', ''));
  const missing = [...nodeKinds.keys(), ...markKinds.keys()].filter((name) => !written.includes(`"type":"${name}"`));
  assert.deepEqual(missing, []);
});

/** The function of the guide, loaded from a folder in which its package is installed. */
async function guideRenderer(): Promise<Render> {
  const code = CODE.exec(readFileSync(GUIDE, 'utf8'))?.groups?.code;
  assert.ok(code !== undefined, 'The guide has a renderer.');
  const folder = temporaryFolder('renderer');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'renderer.mjs'), code);
  const { renderRichText } = await import(pathToFileURL(join(folder, 'renderer.mjs')).href);
  return renderRichText;
}

async function makeTypes({ owner, base }: Scene): Promise<void> {
  const fields = [
    { id: 'title', type: 'string' },
    { id: 'slug', type: 'slug' },
  ];
  await owner.put(
    `${base}/content-types/page`,
    { name: 'Page', display_field: 'title', slug_field: 'slug', fields },
    201,
  );
  await owner.put(`${base}/content-types/note`, { name: 'Note', fields: [{ id: 'body', type: 'rich_text' }] }, 201);
}

async function uploadText({ owner, base }: Scene): Promise<{ id: string; url: string }> {
  const bytes = Buffer.from('The harbour opens at six.');
  const form = await formOf([
    ['title', 'Opening <hours>'],
    ['file', { name: 'hours.txt', bytes }],
  ]);
  const asset = await owner.send('POST', `${base}/media`, form);
  return { id: asset.string('id'), url: asset.string('url') };
}
