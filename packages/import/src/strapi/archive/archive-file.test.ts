/** Archives as they come: packed or not, encrypted, cut off, hostile. Nothing of them is written anywhere by its own name. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { archiveOf, type Member, tarOf } from '../../../../server/test/content/importers/strapi-archive.ts';
import { ExportFileError } from '../../export-file-error.ts';
import { readArchive } from './archive-file.ts';
import { jsonLines } from './json-lines.ts';
import { takeUploads } from './uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'strapi-archive-'));
after(() => rmSync(folder, { recursive: true }));

let count = 0;
function fileOf(bytes: Buffer, ending = '.tar.gz'): string {
  count += 1;
  const path = join(folder, `${count}${ending}`);
  writeFileSync(path, bytes);
  return path;
}

/** Name and text of each file. */
async function contentOf(path: string): Promise<readonly (readonly [string, string])[]> {
  const all: [string, string][] = [];
  for await (const { name, bytes } of readArchive(path))
    all.push([name, Buffer.concat(await Array.fromAsync(bytes)).toString('utf8')]);
  return all;
}

async function namesIn(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of readArchive(path)) names.push(name);
  return names;
}

async function linesIn(content: string | Buffer): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const file of readArchive(fileOf(archiveOf([{ name: 'links/x.jsonl', content }]))))
    for await (const { value, number } of jsonLines(file)) all.push([number, value]);
  return all;
}

const members: readonly Member[] = [
  { name: './schemas/a.jsonl', content: 'one' },
  { name: 'assets/', type: '5' },
  { name: 'empty' },
  { name: 'metadata.json', content: 'x'.repeat(100_000) },
];

describe('the archive of an export', () => {
  it('is read whether it is packed or not', async () => {
    const expected = [
      ['schemas/a.jsonl', 'one'],
      ['empty', ''],
      ['metadata.json', 'x'.repeat(100_000)],
    ];
    assert.deepEqual(await contentOf(fileOf(archiveOf(members))), expected);
    assert.deepEqual(await contentOf(fileOf(tarOf(members), '.tar')), expected);
  });

  it('may be left unread, file by file, or as a whole', async () => {
    const path = fileOf(archiveOf(members));
    assert.deepEqual(await namesIn(path), ['schemas/a.jsonl', 'empty', 'metadata.json']);
    for await (const { name } of readArchive(path)) {
      assert.equal(name, 'schemas/a.jsonl');
      break;
    }
  });

  it('passes over links and devices, and says that there are some', async () => {
    let others = 0;
    const path = fileOf(
      archiveOf([{ name: 'assets/uploads/passwd', type: '2' }, { name: 'tty', type: '3' }, ...members]),
    );
    const names: string[] = [];
    for await (const { name } of readArchive(path, () => (others += 1))) names.push(name);
    assert.deepEqual([names.length, others], [3, 2]);
  });

  const refused: readonly (readonly [string, () => string, RegExp])[] = [
    ['is missing', () => join(folder, 'nowhere.tar.gz'), /cannot be read: ENOENT/],
    ['is a folder', () => folder, /cannot be read/],
    [
      'is encrypted',
      () => fileOf(Buffer.alloc(2000, 7), '.tar.gz.enc'),
      /is encrypted; run `npx strapi export --no-encrypt`/,
    ],
    ['is something else', () => fileOf(Buffer.from('PK\u0003\u0004')), /neither a .tar.gz nor a .tar file/],
    ['is cut off while packed', () => fileOf(archiveOf(members).subarray(0, -20)), /unexpected end of file/],
    ['is cut off', () => fileOf(tarOf(members).subarray(0, 60_000), '.tar'), /Unexpected end of data/],
    ['packs something else', () => fileOf(gzipSync(Buffer.alloc(4096, 1))), /cannot be read: Invalid tar header/],
    [
      'says more of its size than is true',
      () => fileOf(archiveOf([{ name: 'metadata.json', content: 'x', size: 1_000_000 }])),
      /Unexpected end of data/,
    ],
    [
      'has a name longer than any',
      () => fileOf(archiveOf([{ name: 'long', content: Buffer.alloc(5_000_000), type: 'L' }])),
      /exceeds max size/,
    ],
    [
      'expands to far more than it is',
      () => fileOf(gzipSync(tarOf([{ name: 'metadata.json', content: Buffer.alloc(80 * 1024 * 1024) }]))),
      /expands to more than 200 times its size/,
    ],
  ];
  for (const [name, make, message] of refused)
    it(`is refused where it ${name}`, async () => {
      await assert.rejects(contentOf(make()), (error: Error) => {
        assert.ok(error instanceof ExportFileError);
        assert.match(error.message, message);
        return true;
      });
    });
});

describe('lines of JSON in an archive', () => {
  it('are read one by one, whatever the pieces, with their numbers', async () => {
    const long = 'ü'.repeat(300_000);
    assert.deepEqual(await linesIn(`{"a":1}\n\n${JSON.stringify({ long })}\r\n{"b":"[[[\\"{"}`), [
      [1, { a: 1 }],
      [3, { long }],
      [4, { b: '[[["{' }],
    ]);
  });

  const refused: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['is no JSON', '{"a":1}\n{"secret', /Line 2 of links\/x\.jsonl is not a JSON object/],
    ['is no object', '[1]', /Line 1 of .* is not a JSON object/],
    ['is nested deeply', `{"a":${'['.repeat(100_000)}`, /nested more than 200 levels/],
    ['is longer than any entry', Buffer.alloc(17 * 1024 * 1024, 0x20), /Line 1 of .* has more than 16777216 bytes/],
  ];
  for (const [name, content, message] of refused)
    it(`end the import where one ${name}, and are not shown`, async () => {
      await assert.rejects(linesIn(content), (error: Error) => {
        assert.ok(error instanceof ExportFileError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    });
});

describe('files of the media library in an archive', () => {
  it('are taken out under a name of ours, each while it is looked at', async () => {
    const path = fileOf(
      archiveOf([
        { name: 'assets/uploads/../../../escaped.png', content: 'bad' },
        { name: 'assets/uploads/a.png', content: 'first' },
        { name: 'assets/uploads/a.png', content: 'second' },
        { name: 'assets/uploads/b.png', content: 'b' },
        { name: 'assets/metadata/b.png', content: '{}' },
      ]),
    );
    const taken: [string, string][] = [];
    const places = new Set<string>();
    for await (const file of takeUploads(path, ['../../../escaped.png', 'b.png', 'a.png', 'missing.png'])) {
      taken.push([file.name, readFileSync(file.path, 'utf8')]);
      places.add(file.path);
    }
    assert.deepEqual(taken, [
      ['../../../escaped.png', 'bad'],
      ['a.png', 'first'],
      ['b.png', 'b'],
    ]);
    assert.equal(places.size, 1);
    for (const place of places) assert.ok(place.startsWith(tmpdir()) && place.endsWith('upload') && !existsSync(place));
  });
});
