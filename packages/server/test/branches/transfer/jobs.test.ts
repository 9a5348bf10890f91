/** Exports and imports over HTTP: who may request them, their files, their limits, and when they are deleted. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { addTypes, given, joinAs, magazine, makeKey, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { holdJob } from '../../../../testing/src/held-job.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { until } from '../../../../testing/src/until.ts';
import { TransferRemoval } from '../../../src/branches/transfer/removal.ts';
import { TransferFiles } from '../../../src/branches/transfer/transfer-files.ts';
import { FolderStorage } from '../../../src/content/files/folder-storage.ts';
import { Spool } from '../../../src/content/files/spool.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import {
  assertSameArchive,
  exportOf,
  fetchFile,
  fetchPart,
  filesIn,
  importInto,
  importWhole,
  linesIn,
  makeExport,
  sendArchive,
  untilEnded,
} from './archives.ts';
import { fillSpace, fillWithValues, upload } from './full-space.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeEachEngine('jobs of exports and imports', (engine) => {
  let service: TestService;
  let database: Database;
  /** A space with one of everything, shared by tests that change nothing. */
  let full: Scene;
  before(async () => {
    service = await startService({ engine });
    database = await openDatabase(engine.databaseConfig());
    full = await given(service.url);
    await fillSpace(full);
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await service?.close();
  });

  it('show how far an export is, and send its file in parts', async (context) => {
    const scene = full;
    const { owner, space } = scene;
    const release = await holdJob(database, context, 'export-making');
    const asked = await owner.post(`${space}/exports`, { environment: 'master' }, 201);
    const path = `${space}/exports/${asked.string('id')}`;
    assert.equal(asked.headers.location, path);
    assert.deepEqual(asked.at('progress'), { done: 0, total: 15 });
    assert.equal((await owner.get(`${path}/file`, 409)).at('detail.code'), 'conflict');
    assert.equal((await owner.get(path, 200)).at('size'), null);
    await release();
    const made = await untilEnded(owner, path);
    assert.deepEqual(made.at('progress'), { done: 15, total: 15 });
    const hours = Date.parse(made.string('expires_at')) - Date.parse(made.string('done_at'));
    assert.equal(hours, DAY_MS);
    const id = made.string('id');
    const whole = await fetchFile(scene, id);
    for (const [from, to] of [
      [0, 0],
      [100, 700],
      [511, 512],
      [1_000, 5_000],
      [whole.length - 1_025, whole.length - 1],
    ]) {
      const part = await fetchFile(scene, id, `bytes=${from}-${to}`);
      assert.ok(part.equals(whole.subarray(from, Number(to) + 1)), `${from} to ${to}`);
    }
    assert.ok((await fetchFile(scene, id, 'bytes=-600')).equals(whole.subarray(-600)));
    assert.equal((await fetchPart(scene, id, `bytes=${whole.length}-`)).status, 416);
    const response = await fetchPart(scene, id);
    assert.equal(response.headers.get('content-type'), 'application/x-tar');
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="master-${id}.tar"`);
    await response.body?.cancel();
    assert.deepEqual((await owner.get(`${space}/exports`, 200)).each('items', 'id'), [id]);
  });

  it('leave the queries of preview addresses out unless somebody asks for them, which the audit log says', async () => {
    const scene = await given(service.url);
    const { owner, base, space } = scene;
    const full = 'https://www.example.com/{slug}?secret=quiet-harbour#top';
    const type = { api_id: 'page', name: 'Page', preview_url: full, fields: [] };
    await owner.post(`${base}/content-types`, type, 201);
    const exported = async (body: object) => {
      const asked = await owner.post(`${space}/exports`, body, 201);
      const made = await untilEnded(owner, `${space}/exports/${asked.string('id')}`);
      return { archive: await fetchFile(scene, made.string('id')), has: made.at('preview_secrets') };
    };
    const [plain, whole] = [await exported({}), await exported({ preview_secrets: true })];
    assert.deepEqual([plain.has, whole.has], [false, true]);
    assert.ok(!plain.archive.includes('quiet-harbour'));
    assert.ok(plain.archive.includes('"https://www.example.com/{slug}#top"'));
    assert.ok(whole.archive.includes(full));
    const records = await owner.get(`/accounts/${scene.member.accountId}/audit?action=export.create`, 200);
    assert.deepEqual(records.each('items', 'changes.after.preview_secrets'), [true, undefined]);

    // Back in the same space, nothing is lost; in another, the URL comes without its query.
    const again = await importWhole(scene, plain.archive);
    assert.deepEqual(again.at('counts.content_type'), { created: 0, updated: 0, unchanged: 1, refused: 0 });
    assert.equal((await owner.get(`${base}/content-types/page`, 200)).at('preview_url'), full);
    const other = await given(service.url);
    await importWhole(other, plain.archive);
    const there = await other.owner.get(`${other.base}/content-types/page`, 200);
    assert.deepEqual([there.at('preview_url'), there.at('warnings')], ['https://www.example.com/{slug}#top', []]);
  });

  it('export one environment without what belongs to the space, and import it under another name', async () => {
    const scene = await given(service.url);
    await fillSpace(scene);
    const archive = await exportOf(scene, 'drafts.2');
    const paths = [...filesIn(archive).keys()];
    assert.ok(!paths.includes('webhooks.ndjson') && !paths.some((path) => path.includes('/master/')));
    assert.equal(JSON.parse(filesIn(archive).get('export.json')?.toString() ?? '').space, undefined);
    await importWhole(scene, archive, '?environment=copy');
    const copy = await exportOf(scene, 'copy');
    assert.deepEqual(
      linesIn(copy, 'environments/copy/entries/.hidden-start.ndjson'),
      linesIn(archive, 'environments/drafts.2/entries/.hidden-start.ndjson'),
    );
    const two = await importInto(scene, await exportOf(scene), '?environment=copy');
    assert.match(two.string('error'), /has several environments; .* Nothing was imported\./);
  });

  it('keep secrets, people and ids to themselves, and bring webhooks switched off', async () => {
    const scene = full;
    const archive = await exportOf(scene);
    const text = [...filesIn(archive)]
      .map(([path, bytes]) => (path.startsWith('files/') ? '' : bytes.toString()))
      .join();
    assert.doesNotMatch(
      text,
      /created_by|updated_by|Bearer secret|whsec_|\b(?:usr|key|spc|acc|ent|ast|ctp|whk|loc|env)_[0-9a-z]{6}/,
    );
    assert.ok(!text.includes(scene.member.email));
    const target = await given(service.url);
    await importWhole(target, archive);
    const { items } = (await target.owner.get(`${target.space}/webhooks`, 200)).json as {
      items: Record<string, unknown>[];
    };
    assert.deepEqual(items.map(({ name, active }) => [name, active]).sort(), [
      ['cache', false],
      ['search', false],
    ]);
    const search = items.find(({ name }) => name === 'search');
    await target.owner.patch(`${target.space}/webhooks/${search?.id}`, { active: true, debounce_seconds: 9 }, 200);
    const again = await importWhole(target, archive);
    assert.deepEqual(again.at('counts.entry'), { created: 0, updated: 0, unchanged: 11, refused: 0 });
    assert.deepEqual(again.at('counts.webhook'), { created: 0, updated: 1, unchanged: 1, refused: 0 });
    const kept = await target.owner.get(`${target.space}/webhooks/${search?.id}`, 200);
    assert.deepEqual([kept.at('active'), kept.at('debounce_seconds')], [true, 0]);
  });

  it('keep every value of every field type', async () => {
    const scene = await given(service.url);
    const entries = await fillWithValues(scene);
    assert.ok(entries > 30, `${entries} values`);
    const archive = await exportOf(scene);
    const target = await given(service.url);
    const done = await importWhole(target, archive);
    assert.equal(done.at('counts.entry.created'), entries);
    assertSameArchive(await exportOf(target), archive);
    const read = async ({ delivery, read: path }: Scene) =>
      withoutCodes((await delivery.get(`${path}/entries?limit=1000&order=id&locale=*`, 200)).each('items', 'fields'));
    assert.deepEqual(await read(target), await read(scene), 'sites read the same');
  });

  it('keep when what sites read was saved, whatever was saved since', async () => {
    const scene = await given(service.url);
    const { owner, base } = scene;
    await addTypes(scene, magazine);
    const author = (name: string) => ({ key: name, content_type_id: 'author', fields: { name } });
    const first = await publishNew(owner, base, author('first'));
    await publishNew(owner, base, author('second'));
    await owner.patch(`/entries/${first}`, { fields: { name: 'Changed' } }, 200);
    const target = await given(service.url);
    await importWhole(target, await exportOf(scene));
    const read = async ({ delivery, read: path }: Scene) =>
      (await delivery.get(`${path}/entries?order=updated_at`, 200)).each('items', 'fields.name');
    assert.deepEqual(await read(scene), ['first', 'second']);
    assert.deepEqual(await read(target), ['first', 'second']);
  });

  it('try again what was refused because of something that came later', async () => {
    const scene = await given(service.url);
    const { owner, base } = scene;
    const fields = [{ id: 'path', name: 'path', type: 'slug' }];
    await owner.put(`${base}/content-types/page`, { name: 'Page', slug_field: 'path', fields }, 201);
    const put = (key: string, path: string, status: number) =>
      owner.put(`${base}/entries/${key}`, { content_type_id: 'page', fields: { path } }, status);
    await put('a', 'second', 201);
    await put('b', 'third', 201);
    const archive = await exportOf(scene);
    await put('a', 'first', 200);
    await put('b', 'second', 200);
    const done = await importWhole(scene, archive);
    assert.deepEqual(done.at('counts.entry'), { created: 0, updated: 2, unchanged: 0, refused: 0 });
    assertSameArchive(await exportOf(scene), archive);
  });

  it('are for developers, and for keys as far as they reach', async () => {
    const scene = await given(service.url);
    await fillSpace(scene);
    const { owner, space, spaceId } = scene;
    const editor = (await joinAs(scene.member, 'editor')).actor;
    for (const path of ['exports', 'imports']) await editor.get(`${space}/${path}`, 403);
    await editor.post(`${space}/exports`, {}, 403);
    const whole = await makeExport(scene);
    const bound = await makeKey(owner, spaceId, { kind: 'management', environments: ['drafts.2'] });
    await bound.post(`${space}/exports`, {}, 403);
    await bound.post(`${space}/exports`, { environment: 'master' }, 404);
    await bound.get(`${space}/exports/${whole.string('id')}/file`, 404);
    const own = { owner: bound, space };
    const archive = await exportOf(own, 'drafts.2');
    assert.equal((await bound.get(`${space}/exports`, 200)).at('total'), 1);
    assert.equal((await sendArchive(own, archive)).status, 403, 'an archive may name any environment');
    assert.equal((await sendArchive(own, archive, '?environment=master')).status, 404);
    await bound.patch(`${space}/environments/drafts.2/entries/-`, { fields: { a: 'changed' } }, 200);
    const back = await importWhole(own, archive, '?environment=drafts.2');
    assert.equal(back.at('counts.entry.updated'), 1);
    assertSameArchive(await exportOf(own, 'drafts.2'), archive);
    const developer = await makeKey(owner, spaceId, { kind: 'management' });
    await owner.patch(space, { ai: 'on' }, 200);
    const lesser = await importInto({ owner: developer, space }, await fetchFile(scene, whole.string('id')));
    assert.equal(lesser.at('results.0.error.code'), 'insufficient_permission', 'settings are for admins');
    assert.equal(lesser.at('counts.space.refused'), 1);
    const stranger = await given(service.url);
    for (const path of [`exports/${whole.string('id')}`, `exports/${whole.string('id')}/file`, 'exports', 'imports'])
      await stranger.owner.get(`${space}/${path}`, 404);
  });

  it('are seen by keys of their environment, and by none of a later one of its name', async () => {
    const scene = await given(service.url);
    const { owner, space, spaceId } = scene;
    const environments = `${space}/environments`;
    const keyOf = () => makeKey(owner, spaceId, { kind: 'management', environments: ['drafts'] });
    await owner.post(environments, { name: 'drafts' }, 201);
    const old = await keyOf();
    const made = await makeExport(scene, 'drafts');
    const sent = await importWhole(scene, await fetchFile(scene, made.string('id')), '?environment=drafts');
    const paths = [`${space}/exports/${made.string('id')}`, `${space}/imports/${sent.string('id')}`];
    for (const path of paths) await old.get(path, 200);
    await owner.delete(`${environments}/drafts`, 204);
    await until(async () => (await owner.post(environments, { name: 'drafts' })).status === 201);
    const fresh = await keyOf();
    for (const path of [...paths, `${paths[0]}/file`]) await fresh.get(path, 404);
    for (const list of ['exports', 'imports']) assert.equal((await fresh.get(`${space}/${list}`, 200)).at('total'), 0);
    for (const path of paths) await owner.get(path, 200);
  });

  it('are bounded in number', async (context) => {
    const { owner, space } = await given(service.url);
    const release = await holdJob(database, context, 'export-making');
    const releaseImports = await holdJob(database, context, 'import-running');
    for (let n = 0; n < 3; n++) await owner.post(`${space}/exports`, {}, 201);
    assert.match(
      (await owner.post(`${space}/exports`, {}, 409)).string('detail.message'),
      /Wait until an export is ready/,
    );
    await release();
    const { items } = (await owner.get(`${space}/exports`, 200)).json as { items: { id: string }[] };
    for (const { id } of items) await untilEnded(owner, `${space}/exports/${id}`);
    const archive = await fetchFile({ owner, space }, String(items[0]?.id));
    const headers = { 'content-type': 'application/x-tar', 'idempotency-key': 'has no effect' };
    const first = await owner.send('POST', `${space}/imports`, { raw: archive, headers });
    assert.equal(first.status, 201, String(first));
    assert.equal((await sendArchive({ owner, space }, archive)).status, 409, 'one import at a time');
    await releaseImports();
    await untilEnded(owner, `${space}/imports/${first.string('id')}`);
  });

  it('take up what changed until the last moment', async () => {
    const scene = await given(service.url);
    await fillSpace(scene);
    const { owner, base, space } = scene;
    for (const stage of ['last', 'content']) {
      const made = await makeExport(scene);
      await owner.patch(`${base}/entries/ann`, { fields: { city: stage } }, 200);
      await owner.put(`${base}/entries/aa-${stage}`, { content_type_id: 'author', fields: { name: 'New' } }, 201);
      await upload(scene, base, { key: `new-${stage}`, name: 'new.txt', bytes: `new in ${stage}\n` });
      await owner.delete(`${base}/entries/${stage === 'last' ? 'second' : 'third'}`, 204);
      await owner.patch(`${base}/content-types/Empty`, { description: stage }, 200);
      if (stage === 'content') await owner.post(`${space}/locales`, { code: 'fr' }, 201);
      await beginAgain(made.string('id'), stage);
      const fresh = await exportOf(scene);
      const again = await untilEnded(owner, `${space}/exports/${made.string('id')}`);
      assertSameArchive(await fetchFile(scene, again.string('id')), fresh, stage);
    }
  });

  it('go after a day, and with their space, files and all', async () => {
    const scene = await given(service.url);
    await fillSpace(scene);
    const other = await given(service.url);
    const [made, gone] = [await makeExport(scene), await makeExport(other)];
    const archive = await fetchFile(scene, made.string('id'));
    const done = await importWhole(other, archive);
    await database.write(async (writer) => {
      await writer.updateTable('exports').set({ expires_at: 1 }).where('id', '=', made.string('id')).execute();
    });
    await other.owner.delete(other.space, 204);
    const storage = new FolderStorage(join(service.dataDir, 'storage'));
    const stored = () => Array.fromAsync(storage.list('exports/'), ({ name }) => name);
    assert.equal((await stored()).length > 0, true);
    const files = new TransferFiles({ storage, spool: new Spool(join(service.dataDir, 'uploads')) });
    await new TransferRemoval({ database, files, clock: Date.now }).run(new AbortController().signal);
    const left = (await stored()).filter((name) => name.includes(scene.spaceId) || name.includes(other.spaceId));
    assert.deepEqual(left, []);
    assert.equal((await scene.owner.get(`${scene.space}/exports`, 200)).at('total'), 0);
    for (const id of [made, gone].map((one) => one.string('id'))) {
      for (const table of ['export_parts', 'export_pieces', 'export_environments'] as const)
        assert.deepEqual(
          await database.reader.selectFrom(table).select('export').where('export', '=', id).execute(),
          [],
        );
    }
    const members = database.reader.selectFrom('import_members').select('path').where('import', '=', done.string('id'));
    assert.deepEqual(await members.execute(), []);
    assert.ok((await exportOf(scene)).equals(archive), 'files of assets stay');
  });

  /** Resets a finished export to an earlier stage. */
  async function beginAgain(id: string, stage: string): Promise<void> {
    await database.write(async (writer) => {
      await writer
        .deleteFrom('export_pieces')
        .where('export', '=', id)
        .where('path', 'not like', 'environments/%/assets%')
        .where('path', 'not like', '%/entries/%')
        .where('path', 'not like', 'files/%')
        .execute();
      await writer.deleteFrom('export_parts').where('export', '=', id).where('kind', '=', 'rest').execute();
      await writer
        .updateTable('exports')
        .set({ status: 'running', stage, place: null, size: 0, files: 0 })
        .where('id', '=', id)
        .execute();
    });
  }
});

/** Values without the codes of environments in ids. */
function withoutCodes(values: unknown): unknown {
  return JSON.parse(JSON.stringify(values).replaceAll(/\b(ent|ast)_[a-z0-9]{6}_/g, '$1_'));
}
