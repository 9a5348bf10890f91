/** `lectern export` and `lectern import <folder>`, as a shell runs them. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { it } from 'node:test';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { runImport } from '../../../src/commands/import/import-command.ts';
import { runExport } from '../../../src/commands/transfer/export-command.ts';
import { assertSameArchive, exportOf, filesIn } from './archives.ts';
import { fillSpace } from './full-space.ts';

type Run = typeof runExport;

async function run(command: Run, scene: Scene, argv: readonly string[], url = scene.url) {
  const said: string[] = [];
  const print = (text: string) => void said.push(text);
  const environment = { LECTERN_URL: url, LECTERN_TOKEN: String(scene.management.token) };
  const output = { print, printError: print, progress: null };
  const code = await command([...argv, '--space', scene.spaceId], environment, output);
  return { code, said: said.join('\n') };
}

/** The files under a folder by path. */
function filesUnder(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

onEachEngine('the commands', (stage) => {
  it('write a space into a folder, and bring it back into another one', async () => {
    const source = await given(stage.url);
    await fillSpace(source);
    const folder = join(temporaryFolder('export'), 'out');
    const { code, said } = await run(runExport, source, ['--out', folder]);
    assert.deepEqual([code, said], [0, `Exported 11 entries, 6 assets and 3 files into ${folder}.`]);
    const archive = await exportOf(source);
    assert.deepEqual(filesUnder(folder), new Map([...filesIn(archive)].sort(([a], [b]) => (a < b ? -1 : 1))));
    const target = await given(stage.url, { defaultLocale: 'fr' });
    const planned = await run(runImport, target, [folder, '--dry-run']);
    assert.equal(planned.code, 0, planned.said);
    assert.match(
      planned.said,
      /^Would import .*\n\n {2}settings {7}0 to create, 1 to change, 0 unchanged, 0 refused\n/,
    );
    assert.match(planned.said, / {2}entries {8}11 to create, 0 to change, 0 unchanged, 0 refused\n/);
    assert.match(planned.said, /\nWould change:\n(?: .*\n)* {2}master: entry ann: created\n/);
    assert.equal((await target.owner.get(`${target.base}/entries`, 200)).at('total'), 0, 'nothing was written');
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git/HEAD'), 'of others');
    const done = await run(runImport, target, [folder]);
    assert.equal(done.code, 0, done.said);
    assert.match(done.said, / {2}assets {9}6 created, 0 changed, 0 unchanged, 0 refused\n/);
    assertSameArchive(await exportOf(target), archive);
    const again = await run(runImport, target, [folder, '--dry-run', '--json']);
    const { counts, results } = JSON.parse(again.said);
    for (const count of Object.values(counts) as Record<string, number>[])
      assert.deepEqual([count.created, count.updated, count.refused], [0, 0, 0], again.said);
    assert.deepEqual(results, []);
  });

  it('keep the queries of preview addresses only with --with-preview-secrets', async () => {
    const source = await given(stage.url);
    const preview = 'https://www.example.com/{slug}?secret=quiet-harbour';
    await source.owner.post(`${source.base}/content-types`, { name: 'Page', preview_url: preview, fields: [] }, 201);
    const exported = async (...argv: string[]) => {
      const folder = join(temporaryFolder('export'), 'out');
      assert.equal((await run(runExport, source, ['--out', folder, ...argv])).code, 0);
      return String(filesUnder(folder).get('environments/master/content-types.ndjson'));
    };
    assert.match(await exported(), /"preview_url":"https:\/\/www\.example\.com\/\{slug\}"/);
    assert.ok((await exported('--with-preview-secrets')).includes(preview));
  });

  it('say what an import would change, by resource', async () => {
    const source = await given(stage.url);
    await fillSpace(source);
    const folder = join(temporaryFolder('export'), 'out');
    await run(runExport, source, ['--out', folder, '--environment', 'master']);
    const { owner, base } = source;
    await owner.patch(`${base}/entries/ann`, { fields: { city: 'Cork' } }, 200);
    await owner.delete(`${base}/entries/second`, 204);
    await owner.patch(`${base}/content-types/Empty`, { name: 'Renamed' }, 200);
    const { said } = await run(runImport, source, [folder, '--dry-run', '--json']);
    const changes = JSON.parse(said).results.map(
      (one: Record<string, unknown>) => `${one.kind} ${one.key} ${one.result}`,
    );
    assert.deepEqual(changes.sort(), ['content_type Empty updated', 'entry ann updated', 'entry second created']);
    const done = await run(runImport, source, [folder, '--json']);
    const { entry, content_type: type } = JSON.parse(done.said).counts;
    assert.deepEqual([entry.created, entry.updated, type.updated, done.code], [1, 1, 1, 0]);
  });

  it('go on with a folder whose export was interrupted, from where it stopped', async () => {
    const source = await given(stage.url);
    await fillSpace(source);
    const archive = await exportOf(source, 'master');
    const folder = join(temporaryFolder('export'), 'out');
    const cut = await startCutting(stage.url, [5_000, 9_000]);
    const { code, said } = await run(runExport, source, ['--out', folder, '--environment', 'master'], cut.url);
    assert.equal(code, 0, said);
    cut.server.close();
    assert.ok(cut.starts.length >= 3 && Number(cut.starts.at(-1)) > 0, `it went on at ${cut.starts}`);
    assert.deepEqual(filesUnder(folder), new Map([...filesIn(archive)].sort(([a], [b]) => (a < b ? -1 : 1))));
    assert.equal((await source.owner.get(`${source.space}/exports`, 200)).at('total'), 2, 'of one export');
  });

  it('leave an interrupted export such that the next run takes it up', async () => {
    const source = await given(stage.url);
    await fillSpace(source);
    const archive = await exportOf(source, 'master');
    const folder = join(temporaryFolder('export'), 'out');
    const argv = ['--out', folder, '--environment', 'master'];
    const cut = await startCutting(
      stage.url,
      Array.from({ length: 50 }, () => 0),
    );
    const first = await run(runExport, source, argv, cut.url);
    assert.equal(first.code, 1);
    assert.match(first.said, /was lost after \d+ of \d+ bytes; run the command again to continue/);
    assert.ok(existsSync(join(folder, '.unfinished.json')));
    assert.match((await run(runImport, source, [folder])).said, /is not a file of an export|has no export.json/);
    cut.server.close();
    assert.match((await run(runExport, source, ['--out', folder])).said, /has a part of another export/);
    assert.equal((await run(runExport, source, argv)).code, 0);
    assert.deepEqual(filesUnder(folder), new Map([...filesIn(archive)].sort(([a], [b]) => (a < b ? -1 : 1))));
    assert.equal((await source.owner.get(`${source.space}/exports`, 200)).at('total'), 2);
  });

  it('refuse folders that are none of an export, and say why', async () => {
    const source = await given(stage.url);
    const folder = join(temporaryFolder('export'), 'out');
    await run(runExport, source, ['--out', folder]);
    const other = (name: string) => {
      const copy = join(temporaryFolder('export'), name);
      cpSync(folder, copy, { recursive: true });
      return copy;
    };
    assert.match((await run(runExport, source, ['--out', folder])).said, /is not empty; set --out/);
    assert.match((await run(runImport, source, [join(folder, 'none')])).said, /^There is no .*none; name the folder/);
    const linked = other('linked');
    rmSync(join(linked, 'locales.ndjson'));
    symlinkSync('/etc/passwd', join(linked, 'locales.ndjson'));
    assert.match((await run(runImport, source, [linked])).said, /locales.ndjson is not a regular file but a link/);
    const more = other('more');
    writeFileSync(join(more, 'notes.txt'), 'mine');
    assert.match((await run(runImport, source, [more])).said, /notes.txt is not a file of an export; remove it/);
    const less = other('less');
    rmSync(join(less, 'export.json'));
    assert.match((await run(runImport, source, [less])).said, /less has no export.json/);
    const broken = other('broken');
    writeFileSync(join(broken, 'locales.ndjson'), '{"locale":{"code":"en-US",}}\n');
    const { code, said } = await run(runImport, source, [broken]);
    assert.equal(code, 1);
    assert.match(said, /failed: locales.ndjson, line 1: The body is not JSON .* Nothing was imported\./);
    assert.equal((await run(runExport, source, [])).code, 2);
    assert.equal((await run(runImport, source, ['wordpress'])).code, 2);
  });
});

/** A proxy that cuts the file of an export after that many bytes, once for each number. */
async function startCutting(
  target: string,
  cuts: number[],
): Promise<{ url: string; server: Server; starts: number[] }> {
  const starts: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers;
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const options = { method: String(request.method), headers: headers as Record<string, string>, ...body };
    const answer = await fetch(`${target}${request.url}`, options);
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, {
      'content-type': String(answer.headers.get('content-type')),
      'content-length': bytes.length,
    });
    if (!String(request.url).endsWith('/file')) return void response.end(bytes);
    starts.push(Number(/bytes=(\d+)/.exec(String(headers.range))?.[1]));
    const cut = cuts.shift();
    if (cut === undefined) return void response.end(bytes);
    response.write(bytes.subarray(0, cut), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, server, starts };
}
