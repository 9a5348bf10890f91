/** Archives of very many files: the cost of scanning them is bounded, and other work runs in between. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given } from '../../../../testing/src/given.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { scanSome } from '../../../src/branches/transfer/import/archive-scan.ts';
import { RECORD_FILES_MAX } from '../../../src/branches/transfer/import/import-job.ts';
import { tarHeader } from '../../../src/platform/kit/tar.ts';
import { archiveOf, importInto } from './archives.ts';

const MANIFEST = '{"format":"lectern-export","version":1,"environments":["master"]}';
const LOCALE = '{"locale":{"code":"en-US","name":"English","fallback":null,"optional":false,"default":true}}\n';
const TYPE = '{"content_type":{"api_id":"page","name":"Page","fields":[{"id":"title","type":"string"}]}}\n';
const EMPTY_FILES = 3_000;
/** For each 500 files: one step that scans them, and one that skips them. */
const LOOKS_MAX = 60;
const FOLDERS = 40_000;

describeEachEngine('an archive with very many files', (engine) => {
  let service: TestService;
  const statements: string[] = [];
  before(async () => {
    service = await startService({ engine }, { onStatement: (sql) => statements.push(sql) });
  });
  after(async () => {
    closeConnections();
    await service?.close();
  });

  for (const [what, query] of [
    ['an import', ''],
    ['a dry run', '?dry_run=true'],
  ] as const)
    it(`that are empty takes ${what} a few statements for all of them, not some for each`, async () => {
      const scene = await given(service.url);
      const begun = statements.length;
      const done = await importInto(scene, archiveOf(emptyFiles(EMPTY_FILES)), query);
      assert.equal(done.at('status'), 'done', String(done));
      assert.equal(done.at('counts.content_type.created'), 1, 'what stands among them is imported');
      const looks = statements.slice(begun).filter((sql) => /select .* from "import_members"/.test(sql));
      assert.ok(looks.length < LOOKS_MAX, `${looks.length} statements look at the files`);
    });

  it('is refused once it has more files with records than any export should have', async () => {
    const scene = await given(service.url);
    const done = await importInto(scene, archiveOf(emptyFiles(RECORD_FILES_MAX + 1)));
    assert.equal(done.at('status'), 'failed');
    assert.match(done.string('error'), /more than 20000 files with records; .* Nothing was imported\./);
  });

  it('is refused where a file has more lines than its space can hold of the kind', async () => {
    const scene = await given(service.url);
    const webhooks = '{"webhook":{"name":"w","url":"https://hooks.example/"}}\n'.repeat(1_001);
    const done = await importInto(scene, archiveOf([...needed(), ['webhooks.ndjson', webhooks]]));
    assert.match(done.string('error'), /webhooks.ndjson, line 1001: The file has more than 1000 lines/);
    const names = Array.from({ length: 1_001 }, (_, at) => `e${at}`);
    const manifest = MANIFEST.replace('["master"]', JSON.stringify(names));
    const wide = await importInto(scene, archiveOf([...needed().slice(1), ['export.json', manifest]]));
    assert.match(wide.string('error'), /lists more than 1000 environments/);
  });
});

it('looking through an archive lets others have their turn', async () => {
  const folder = tarHeader('files/aa', 0);
  folder.write('5', 156, 'latin1');
  folder.fill(0x20, 148, 156);
  const sum = folder.reduce((total, byte) => total + byte, 0);
  folder.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  const archive = Buffer.concat(Array.from({ length: FOLDERS }, () => folder));
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  try {
    await scanSome(whole(archive), 0, new AbortController().signal);
  } finally {
    clearInterval(counting);
  }
  assert.ok(turns > 3, `others had ${turns} turns`);
});

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function needed(): [string, string][] {
  return [
    ['export.json', MANIFEST],
    ['locales.ndjson', LOCALE],
  ];
}

/** An archive with one content type, and that many files of content types without any entry. */
function emptyFiles(count: number): [string, string][] {
  const files = Array.from({ length: count }, (_, at): [string, string] => {
    return [`environments/master/entries/t${at}.ndjson`, ''];
  });
  return [...needed(), ['environments/master/content-types.ndjson', TYPE], ...files];
}
