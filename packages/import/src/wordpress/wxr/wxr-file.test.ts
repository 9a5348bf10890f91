/** Reading the file: in pieces, within limits, and without ever defining, expanding or fetching an entity. */
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sampleItem, sampleSite, sampleWxr } from '../../../../server/test/content/importers/wordpress-sample.ts';
import { readWxr } from './wxr-file.ts';
import { itemOf } from './wxr-item.ts';

const MEGABYTE = 1024 * 1024;
const BOMB = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`;
const OUTSIDE = '<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wxr-'));
});
after(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, 'export.xml');
  await writeFile(path, text);
  return Array.fromAsync(readWxr(path));
}

const refused: readonly (readonly [name: string, text: string, reason: RegExp])[] = [
  ['an entity bomb', sampleWxr('', { head: BOMB }), /has a document type/],
  ['an entity of a file', sampleWxr('<item><title>&file;</title></item>', { head: OUTSIDE }), /has a document type/],
  ['an unknown entity', sampleWxr('<item><title>&file;</title></item>'), /is not well-formed XML \(.*\d+:\d+/],
  ['a file cut off', sampleSite.slice(0, 2_000), /is not well-formed XML/],
  ['another RSS file', '<rss><channel><title>News</title></channel></rss>', /no wp:wxr_version/],
  ['HTML', '<html><body></body></html>', /has <html> in place of <rss>/],
  ['a version of the future', sampleWxr('', { version: '2.0' }), /has WXR version "2.0"/],
  ['another encoding', sampleWxr('', { head: '<?xml version="1.0" encoding="ISO-8859-1"?>' }), /convert it to UTF-8/],
  ['deep nesting', sampleWxr(`<item>${'<a>'.repeat(20)}${'</a>'.repeat(20)}</item>`), /nests more than 16/],
  [
    'one endless text',
    sampleWxr(`<item><title><![CDATA[${'x'.repeat(17 * MEGABYTE)}]]></title></item>`),
    /one text of more than/,
  ],
];

describe('reading a WordPress export', () => {
  for (const [name, text, reason] of refused)
    it(`refuses ${name}`, () => assert.rejects(read(text), { name: 'ExportFileError', message: reason }));

  it('refuses a file that is not there', () =>
    assert.rejects(Array.fromAsync(readWxr(join(folder, 'nothing.xml'))), { message: /nothing.xml cannot be read/ }));

  it('gives each item with the line where it begins', async () => {
    const items = (await read(sampleSite)).filter(({ name }) => name === 'item');
    assert.equal(items.length, 16);
    const lines = sampleSite.split('\n');
    for (const { line } of items) assert.equal(lines[line - 1], '<item>');
    assert.equal(itemOf(items[1] as never).comments, 2);
  });

  it('leaves out characters that XML does not have', async () => {
    const [item] = (await read(sampleWxr(sampleItem({ id: 1, title: 'A\u0008\u0000B' })))).filter(
      ({ name }) => name === 'item',
    );
    assert.equal(itemOf(item as never).title, 'AB');
  });

  it('cuts an item of many parts at the limit, and reads on', async () => {
    const many = `<item>${`<a>${'x'.repeat(1_000_000)}</a>`.repeat(20)}</item>${sampleItem({ id: 2 })}`;
    const [large, small] = (await read(sampleWxr(many))).filter(({ name }) => name === 'item');
    assert.deepEqual([large?.isCut, small?.isCut], [true, false]);
  });

  it('holds one item at a time, however large the file is', async () => {
    const path = join(folder, 'large.xml');
    const [start = '', end = ''] = sampleWxr('ITEMS').split('ITEMS');
    const out = createWriteStream(path);
    out.write(start);
    for (let id = 1; id <= 40; id += 1)
      if (!out.write(sampleItem({ id, content: `<p>${'word '.repeat(200_000)}</p>` })))
        await new Promise((resolve) => out.once('drain', resolve));
    await new Promise<void>((resolve) => out.end(end, resolve));
    const held: number[] = [];
    for await (const { name } of readWxr(path)) if (name === 'item') held.push(heapBytes());
    assert.equal(held.length, 40);
    const growth = (held[39] ?? 0) - (held[9] ?? 0);
    assert.ok(growth < 8 * MEGABYTE, `${Math.round(growth / MEGABYTE)} MB more after 30 MB of the file`);
  });
});

/** Bytes in use once what is not needed any more is gone. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
