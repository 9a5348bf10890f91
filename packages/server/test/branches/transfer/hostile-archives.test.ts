/** Archives that are damaged, of another version, or malicious: rejected with the reason, and nothing is written. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { field, given } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { tarHeader } from '../../../src/platform/kit/tar.ts';
import { archiveOf, exportOf, filesIn, importInto, sendArchive } from './archives.ts';

const TYPES = 'environments/master/content-types.ndjson';
const ASSETS = 'environments/master/assets.ndjson';
const ENTRIES = 'environments/master/entries/page.ndjson';
const MANIFEST = '{"format":"lectern-export","version":1,"environments":["master"]}';
const LOCALE = '{"locale":{"code":"en-US","name":"English","fallback":null,"optional":false,"default":true}}\n';
const TYPE = '{"content_type":{"api_id":"page","name":"Page","fields":[{"id":"title","type":"string"}]}}\n';
const HASH = 'a'.repeat(64);

type Files = Record<string, string | Buffer>;

/** An archive with the required files, and additional or replaced ones. */
function withFiles(files: Files, base: Files = { 'export.json': MANIFEST, 'locales.ndjson': LOCALE }): Buffer {
  return archiveOf(Object.entries({ ...base, ...files }));
}

function entry(key: string, title: unknown = key): string {
  return `${JSON.stringify({ entry: { key, content_type: 'page', fields: { title } } })}\n`;
}

const refused: readonly (readonly [string, Buffer, RegExp])[] = [
  ['no archive', Buffer.from('PK\x03\x04 this is something else'.repeat(40)), /wrong checksum|no valid numbers/],
  ['half a header', Buffer.from('export.json'), /ends in the middle of a header/],
  ['a path out of the folder', renamed('../../etc/cron.d/x'), /not a path inside the archive/],
  ['an absolute path', renamed('/etc/passwd'), /not a path inside the archive/],
  ['a path with an empty step', renamed('environments//x'), /not a path inside the archive/],
  ['a path with control characters', renamed('a\x1b[31mb'), /not a path inside the archive/],
  ['a link', typed('2'), /not a regular file but a link or a device/],
  ['a hard link', typed('1'), /not a regular file but a link or a device/],
  ['a device', typed('3'), /not a regular file but a link or a device/],
  ['extended headers', typed('x'), /extended headers/],
  ['a wrong checksum', corrupted(), /wrong checksum/],
  ['a file that is cut off', withFiles({ [ENTRIES]: entry('a') }).subarray(0, -1_500), /ends inside|in the middle/],
  ['no manifest', withFiles({}, { 'locales.ndjson': LOCALE }), /no export.json/],
  ['another format', withFiles({ 'export.json': '{"format":"zip"}' }), /does not have the format "lectern-export"/],
  [
    'a later version',
    withFiles({ 'export.json': MANIFEST.replace('1', '2') }),
    /has version 2; this service reads version 1/,
  ],
  ['no version', withFiles({ 'export.json': '{"format":"lectern-export"}' }), /has version undefined/],
  ['more in the manifest', withFiles({ 'export.json': MANIFEST.replace('}', ',"by":"me"}') }), /has "by"; remove it/],
  ['a manifest that is no JSON', withFiles({ 'export.json': '{' }), /export.json: The body is not JSON/],
  ['an endless manifest', withFiles({ 'export.json': ' '.repeat(1_100_000) }), /more than 1048576 bytes/],
  ['no environments', withFiles({ 'export.json': MANIFEST.replace('"master"', '') }), /lists no environments/],
  ['a wrong environment', withFiles({ 'export.json': MANIFEST.replace('master', '../x') }), /lists no environments/],
  ['no locales', withFiles({}, { 'export.json': MANIFEST }), /exactly one locale that is the default/],
  ['half a locale', withFiles({ 'locales.ndjson': '{"locale":{"code":"en"}}\n' }), /a locale without code, name/],
  ['an unknown file', withFiles({ 'readme.md': 'hi' }), /"readme.md" is not a file of an export/],
  ['files of an unlisted environment', withFiles({ 'environments/other/assets.ndjson': '' }), /does not list/],
  [
    'a file twice',
    archiveOf([...Object.entries({ 'export.json': MANIFEST, 'locales.ndjson': LOCALE }), ['locales.ndjson', LOCALE]]),
    /is in the archive twice/,
  ],
  ['a file under another hash', withFiles({ [`files/aa/${HASH}`]: 'x' }), /does not have the hash/],
  ['broken JSON', withFiles({ [ENTRIES]: `${entry('a')}{"entry":\n` }), /page.ndjson, line 2: The body is not JSON/],
  [
    'a key twice in an object',
    withFiles({ [ENTRIES]: '{"entry":{"key":"a","key":"b"}}\n' }),
    /appears twice in one object/,
  ],
  [
    'bytes that are no text',
    withFiles({ [ENTRIES]: Buffer.from([0xff, 0xfe, 0x0a]) }),
    /line 1: The body is not valid UTF-8/,
  ],
  [
    'a line without end',
    withFiles({ [ENTRIES]: `{"entry":"${'x'.repeat(4_300_000)}` }),
    /line 1: A line has more than 4194304 bytes/,
  ],
  ['bottomless nesting', withFiles({ [ENTRIES]: `${'['.repeat(200_000)}\n` }), /line 1: /],
  ['a record of another kind', withFiles({ [ENTRIES]: '{"asset":{"key":"a"}}\n' }), /object with the key entry alone/],
  [
    'two records in a line',
    withFiles({ [ENTRIES]: '{"entry":{"key":"a"},"asset":{}}\n' }),
    /object with the key entry alone/,
  ],
  ['a record without key', withFiles({ [ENTRIES]: '{"entry":{"content_type":"page"}}\n' }), /Give the record a key/],
  [
    'a record of another type',
    withFiles({ [ENTRIES]: '{"entry":{"key":"a","content_type":"b"}}\n' }),
    /have the content type "page"/,
  ],
  ['a key twice', withFiles({ [ENTRIES]: entry('a') + entry('a', 'b') }), /line 2: The key "a" appears twice/],
  ['keys out of order', withFiles({ [ENTRIES]: entry('b') + entry('a') }), /line 2: Sort the lines by key/],
];

onEachEngine(
  'an archive',
  (stage) => {
    it('that is not sound is refused with the reason, and nothing of it is imported', async () => {
      const scene = await given(stage.url);
      await scene.owner.put(
        `${scene.base}/content-types/page`,
        { name: 'Page', fields: [field('title', 'string')] },
        201,
      );
      const before = await exportOf(scene);
      for (const [what, archive, reason] of refused) {
        const done = await importInto(scene, archive);
        assert.equal(done.at('status'), 'failed', what);
        assert.match(done.string('error'), reason, what);
        assert.match(done.string('error'), /Nothing was imported\.$/, what);
        assert.deepEqual(done.at('counts'), {}, what);
      }
      assert.ok((await exportOf(scene)).equals(before));
    });

    it('whose records do not fit is imported as far as they do, and says which do not', async () => {
      const scene = await given(stage.url);
      const files = {
        [TYPES]: TYPE,
        [ASSETS]: `${JSON.stringify({ asset: { key: 'lost', file: HASH, file_name: 'lost.png' } })}\n`,
        [ENTRIES]: `${entry('a')}${entry('b', 7)}\n${entry('c')}`,
        'webhooks.ndjson': '{"webhook":{"name":"w","url":"http://127.0.0.1/"}}\n',
      };
      const done = await importInto(scene, withFiles(files));
      assert.equal(done.at('status'), 'done', String(done));
      assert.deepEqual(done.at('counts.entry'), { created: 2, updated: 0, unchanged: 0, refused: 1 });
      assert.deepEqual(done.at('counts.asset'), { created: 1, updated: 0, unchanged: 0, refused: 0 });
      assert.deepEqual(done.at('counts.webhook'), { created: 0, updated: 0, unchanged: 0, refused: 1 });
      assert.deepEqual(done.each('results', 'key'), ['lost', 'b', 'w']);
      assert.equal(done.at('results.0.warnings.0.rule'), 'file');
      assert.equal(done.at('results.1.error.errors.0.path'), 'fields.title.en-US');
      const stored = filesIn(await exportOf(scene));
      assert.equal(stored.get(ENTRIES)?.toString().trim().split('\n').length, 2);
    });

    it('whose links lead to what comes later has warnings only of those that lead nowhere', async () => {
      const scene = await given(stage.url);
      const fields = [
        { id: 'next', type: 'entry' },
        { id: 'slug', type: 'slug' },
      ];
      const type = { api_id: 'page', name: 'Page', slug_field: 'slug', fields };
      const page = (key: string, next: string, slug = key) =>
        `${JSON.stringify({ entry: { key, content_type: 'page', slug, status: 'published', fields: { next } } })}\n`;
      // "c" has the slug that "d" has until the archive gives it another one, so it arrives last.
      const lines = [page('a', 'd'), page('b', 'nowhere'), page('c', 'e', 'taken'), page('d', 'c'), page('e', 'c')];
      await scene.owner.put(`${scene.base}/content-types/page`, { ...type, api_id: undefined }, 201);
      await scene.owner.put(`${scene.base}/entries/d`, { content_type_id: 'page', slug: 'taken', fields: {} }, 201);
      const files = { [TYPES]: `${JSON.stringify({ content_type: type })}\n`, [ENTRIES]: lines.join('') };
      const done = await importInto(scene, withFiles(files));
      assert.deepEqual(done.at('counts.entry'), { created: 4, updated: 1, unchanged: 0, refused: 0 }, String(done));
      assert.deepEqual(done.each('results', 'key'), ['b'], String(done));
      assert.deepEqual(done.each('results.0.warnings', 'rule'), ['link']);
      assert.equal(done.at('truncated'), false);
    });

    it('that is too large or of another media type is not taken', async () => {
      const scene = await given(stage.url);
      const { owner, space } = scene;
      const raw = withFiles({});
      const json = await owner.send('POST', `${space}/imports`, {
        raw,
        headers: { 'content-type': 'application/zip' },
      });
      assert.equal(json.status, 415, String(json));
      const empty = await sendArchive(scene, Buffer.alloc(0));
      assert.equal(empty.status, 422, String(empty));
      const headers = { 'content-type': 'application/x-tar', 'content-length': 6 * 1_048_576 };
      const large = await owner.send('POST', `${space}/imports`, { raw: Buffer.alloc(6 * 1_048_576), headers });
      assert.equal(large.status, 413, String(large));
      const chunked = await fetch(`${owner.url}${space}/imports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/x-tar' },
        body: new Blob([Buffer.alloc(6 * 1_048_576)]).stream(),
        duplex: 'half',
      } as RequestInit);
      assert.equal(chunked.status, 413);
      assert.equal((await owner.get(`${space}/imports`, 200)).at('total'), 0);
    });
  },
  { LECTERN_IMPORT_MAX: '5' },
);

function renamed(path: string): Buffer {
  return altered((header) => {
    header.fill(0, 0, 100);
    header.write(path, 0, 'latin1');
  });
}

function typed(type: string): Buffer {
  return altered((header) => header.write(type, 156, 'latin1'));
}

function corrupted(): Buffer {
  const header = tarHeader('export.json', 0);
  header.write('f', 0, 'latin1');
  return Buffer.concat([header, Buffer.alloc(1_024)]);
}

/** An archive of one modified header, with a valid checksum. */
function altered(change: (header: Buffer) => void): Buffer {
  const header = tarHeader('export.json', 0);
  change(header);
  header.fill(0x20, 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, Buffer.alloc(1_024)]);
}
