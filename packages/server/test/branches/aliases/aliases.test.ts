/** Aliases over HTTP: their properties, that they work wherever the name of an environment does, and that ids stay. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Actor, type ApiResponse } from '../../../../testing/src/client.ts';
import { given, makeKey, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { fetchFile, sendForm } from '../../content/media/storages.ts';
import { KEY, makeColours, pointAt, readIn, revisionOf, setCity } from './colours.ts';

const ALIASES_MAX = 100;

onEachEngine('environment aliases', (stage) => {
  let scene: Scene;
  let aliases: string;
  before(async () => {
    scene = await given(stage.url);
    await makeColours(scene);
    aliases = `${scene.space}/environment-aliases`;
  });
  const environment = (name: string) => `${scene.space}/environments/${name}`;
  const code = (response: ApiResponse) => response.at('detail.code');

  it('are created, listed, read, pointed elsewhere and deleted', async () => {
    const made = await pointAt(scene, 'live', 'blue');
    assert.equal(made.status, 201, String(made));
    assert.equal(made.headers.location, `${aliases}/live`);
    assert.equal(made.headers['x-cms-environment'], 'blue');
    assert.deepEqual([made.at('name'), made.at('environment'), made.at('version')], ['live', 'blue', 1]);
    assert.match(made.string('id'), /^als_/);
    const again = await pointAt(scene, 'live', 'blue');
    assert.deepEqual([again.status, again.at('version')], [200, 1], 'nothing changed');
    const moved = await pointAt(scene, 'live', 'green');
    assert.deepEqual([moved.status, moved.at('environment'), moved.at('version')], [200, 'green', 2]);
    const read = await scene.owner.get(`${aliases}/live`, 200);
    assert.deepEqual([read.json, read.headers.etag], [moved.json, '"2"']);
    const list = await scene.owner.get(aliases, 200);
    assert.deepEqual([list.each('items', 'name'), list.at('total')], [['live'], 1]);
    const stale = await scene.owner.put(`${aliases}/live`, { environment: 'blue', version: 1 }, 409);
    assert.equal(code(stale), 'version_conflict');
    await scene.owner.delete(`${aliases}/live`, 204);
    await scene.owner.get(`${aliases}/live`, 404);
    await scene.owner.get(environment('live'), 404);
    await scene.delivery.get(`${readIn(scene, 'live')}/entries`, 404);
    await scene.owner.delete(`${aliases}/live`, 404);
  });

  it('keep their code in ids through a switch, on every plane', async () => {
    await pointAt(scene, 'site', 'blue');
    const before = await scene.delivery.get(`${readIn(scene, 'site')}/entries/${KEY}?include=1`, 200);
    await pointAt(scene, 'site', 'green');
    const after = await scene.delivery.get(`${readIn(scene, 'site')}/entries/${KEY}?include=1`, 200);
    const own = await scene.delivery.get(`${readIn(scene, 'green')}/entries/${KEY}?include=1`, 200);
    assert.deepEqual([before.at('fields.city'), after.at('fields.city')], ['blue', 'green']);
    assert.equal(after.at('includes.entries.0.fields.city'), 'green');
    for (const path of ['id', 'fields.favourite.id', 'includes.entries.0.id'])
      assert.equal(before.at(path), after.at(path), path);
    assert.equal(before.at('fields.favourite.id'), before.at('includes.entries.0.id'));
    assert.notEqual(own.at('id'), after.at('id'));
    assert.notEqual(before.headers.etag, after.headers.etag);
    assert.notEqual(own.headers.etag, after.headers.etag);
    assert.deepEqual(
      [before, after, own].map(({ headers }) => headers['x-cms-environment']),
      ['blue', 'green', 'green'],
    );
    const id = after.string('id');
    for (const [by, base] of [
      [scene.preview, readIn(scene, 'site')],
      [scene.owner, environment('site')],
    ] as const) {
      const list = await by.get(`${base}/entries?ids=${id},${own.string('id')}`, 200);
      assert.deepEqual([...new Set(list.each('items', 'id'))], [id], 'ids of both names are of the same');
      assert.equal(list.headers['x-cms-environment'], 'green');
    }
    const tagged = await scene.delivery.get(`${readIn(scene, 'site')}/entries/${KEY}`, 304, {
      'if-none-match': String((await scene.delivery.get(`${readIn(scene, 'site')}/entries/${KEY}`, 200)).headers.etag),
    });
    assert.equal(tagged.headers['x-cms-environment'], 'green');
  });

  it('lead ids to what they stand for now', async () => {
    await pointAt(scene, 'site', 'green');
    const entry = await scene.owner.get(`${environment('site')}/entries/${KEY}`, 200);
    const id = entry.string('id');
    const typeId = entry.string('content_type_id');
    const own = (await scene.owner.get(`${environment('green')}/entries/${KEY}`, 200)).string('id');
    const changed = await scene.owner.patch(`/entries/${id}`, { fields: { city: 'by id' } }, 200);
    assert.deepEqual([changed.at('id'), changed.at('environment')], [id, 'green']);
    assert.equal((await scene.owner.get(`/entries/${own}`, 200)).at('fields.city.en-US'), 'by id');
    assert.equal((await scene.owner.get(`/content-types/${typeId}`, 200)).at('id'), typeId);
    const fields = { name: 'Linked', favourite: { type: 'entry', id } };
    const body = { content_type_id: typeId, fields };
    const linking = await scene.owner.post(`${environment('green')}/entries`, body, 201);
    assert.equal(linking.at('fields.favourite.en-US.id'), own, 'a link is of the environment');
    for (const [name, filter] of [
      ['green', id],
      ['site', own],
    ] as const) {
      const found = await scene.preview.get(`${readIn(scene, name)}/entries?links_to=${filter}`, 200);
      assert.equal(found.at('total'), 1, `${name} ${filter}`);
    }
    const results = await scene.owner.post(
      `${environment('green')}/entries/bulk`,
      { action: 'publish', ids: [id] },
      200,
    );
    assert.equal(results.at('results.0.status'), 'published', String(results));
    await pointAt(scene, 'site', 'blue');
    const moved = await scene.owner.get(`/entries/${id}`, 200);
    assert.deepEqual([moved.at('environment'), moved.at('fields.city.en-US')], ['blue', 'blue']);
    const elsewhere = await scene.preview.get(`${readIn(scene, 'green')}/entries?links_to=${id}`, 200);
    assert.equal(elsewhere.at('total'), 0, 'the id is of another environment now');
    await setCity(scene, 'green', { city: 'green' });
  });

  it('are names like those of environments: of one space of names', async () => {
    await pointAt(scene, 'site', 'blue');
    for (const [path, name] of [
      [`${scene.space}/environments`, 'site'],
      [`${environment('blue')}/clone`, 'site'],
    ] as const)
      assert.equal(code(await scene.owner.post(path, { name }, 409)), 'conflict');
    assert.equal(code(await scene.owner.put(`${aliases}/green`, { environment: 'blue' }, 409)), 'conflict');
    const nothing = await scene.owner.put(`${aliases}/other`, { environment: 'nothing' }, 422);
    assert.equal(nothing.at('detail.errors.0.path'), 'environment');
    await scene.owner.put(`${aliases}/Not%20a%20name`, { environment: 'blue' }, 422);
    const kept = await scene.owner.delete(environment('blue'), 409);
    assert.match(kept.string('detail.message'), /"site"/);
    await scene.owner.delete(environment('site'), 409);
    const second = await pointAt(scene, 'second', 'site');
    assert.equal(second.at('environment'), 'blue', 'an alias is as good as what it stands for');
    const copied = await scene.owner.post(`${environment('site')}/clone`, { name: 'copy' }, 201);
    assert.equal(copied.at('source'), 'blue');
    await scene.owner.delete(environment('copy'), 204);
    await scene.owner.delete(`${aliases}/second`, 204);
  });

  it('take content as an environment does', async () => {
    await pointAt(scene, 'site', 'green');
    const line = { entry: { key: 'imported', content_type: 'author', fields: { name: 'Imported' } } };
    const imported = await scene.owner.send('POST', `${environment('site')}/import`, {
      raw: `${JSON.stringify(line)}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.equal(imported.at('results.0.result'), 'created', String(imported));
    await scene.owner.put(`${environment('site')}/content-types/note`, { name: 'Note', fields: [] }, 201);
    await scene.owner.get(`${environment('green')}/content-types/note`, 200);
    await scene.owner.get(`${environment('green')}/entries/imported`, 200);
    const types = await scene.delivery.get(`${readIn(scene, 'site')}/content-types`, 200);
    assert.equal(types.headers['x-cms-environment'], 'green');
    const tags = String((await scene.delivery.get(`${readIn(scene, 'site')}/entries`, 200)).headers['cache-tag']);
    assert.equal(tags.split(',').filter((tag) => tag.startsWith('environment_')).length, 2, tags);
    const info = await scene.delivery.get('/delivery/token-info', 200);
    assert.deepEqual(info.at('environments'), ['master', 'blue', 'green', 'site']);
  });

  it('take files as an environment does, whose ids and URLs lead to what they stand for now', async () => {
    await pointAt(scene, 'site', 'blue');
    const file = { name: 'note.txt', bytes: Buffer.from('A note.'), type: 'text/plain' };
    const asset = await sendForm(scene.owner, `${environment('site')}/media`, [['file', file]]);
    assert.equal(asset.status, 201, String(asset));
    const url = asset.string('url');
    assert.equal((await fetchFile(url)).bytes.toString(), 'A note.');
    assert.equal((await scene.owner.get(`/media/${asset.string('id')}`, 200)).at('id'), asset.at('id'));
    await pointAt(scene, 'site', 'green');
    await scene.owner.get(`/media/${asset.string('id')}`, 404);
    assert.equal((await fetchFile(url)).status, 404, 'green has no asset of that key');
    await pointAt(scene, 'site', 'blue');
    assert.equal((await fetchFile(url)).status, 200);
  });

  it('are told by the audit and change the revision, which never falls for who reads through them', async () => {
    await pointAt(scene, 'site', 'blue');
    for (let write = 0; write < 3; write++) await setCity(scene, 'blue', { city: `blue ${write}` });
    let last = revisionOf(await scene.delivery.get(`${readIn(scene, 'site')}/entries`, 200));
    for (const name of ['green', 'blue', 'green']) {
      const moved = await pointAt(scene, 'site', name);
      assert.ok(revisionOf(moved) > last, `${name}: ${revisionOf(moved)} after ${last}`);
      last = revisionOf(moved);
      const read = await scene.delivery.get(`${readIn(scene, 'site')}/entries?min_revision=${last}`, 200);
      assert.deepEqual([revisionOf(read), read.headers['x-cms-environment']], [last, name]);
    }
    await scene.owner.delete(`${aliases}/site`, 204);
    const anew = await pointAt(scene, 'site', 'master');
    assert.ok(revisionOf(anew) > last, 'not even when it was gone meanwhile');
    const audit = await scene.owner.get(`/accounts/${scene.member.accountId}/audit?limit=3`, 200);
    assert.deepEqual(audit.each('items', 'action'), [
      'environment_alias.create',
      'environment_alias.delete',
      'environment_alias.update',
    ]);
    assert.deepEqual(audit.at('items.2.changes'), {
      before: { environment: 'blue' },
      after: { environment: 'green' },
    });
    assert.equal(audit.at('items.2.environment'), 'green');
    const id = (await scene.owner.get(`${environment('site')}/entries/${KEY}`, 200)).string('id');
    await scene.owner.patch(`/entries/${id}`, { fields: { city: 'audited' } }, 200);
    const own = (await scene.owner.get(`${scene.base}/entries/${KEY}`, 200)).string('id');
    const record = await scene.owner.get(`/accounts/${scene.member.accountId}/audit?limit=1`, 200);
    assert.deepEqual([record.at('items.0.target.id'), record.at('items.0.environment')], [own, 'master']);
  });

  it('are at most a hundred', async () => {
    const crowded = await given(stage.url);
    for (let count = 0; count < ALIASES_MAX; count++)
      assert.equal((await pointAt(crowded, `alias-${count}`, 'master')).status, 201);
    const refused = await pointAt(crowded, 'one-more', 'master');
    assert.deepEqual([refused.status, code(refused)], [409, 'conflict']);
    assert.equal((await pointAt(crowded, 'alias-7', 'master')).status, 200);
    await crowded.owner.delete(crowded.space, 204);
  });

  it('are changed by developers whose keys are bound to nothing, and seen by who sees the environment', async () => {
    await pointAt(scene, 'site', 'blue');
    const key = (role: string, environments?: string[]) =>
      makeKey(scene.owner, scene.spaceId, { kind: 'management', role, ...(environments && { environments }) });
    assert.equal((await pointAt(scene, 'site', 'green', await key('editor'))).status, 403);
    const bound = await key('developer', ['green']);
    assert.equal((await pointAt(scene, 'site', 'green', bound)).status, 403);
    assert.deepEqual((await bound.get(aliases, 200)).at('items'), []);
    await bound.get(`${aliases}/site`, 404);
    await bound.get(`${environment('site')}/entries`, 404);
    await pointAt(scene, 'site', 'green', await key('developer'));
    assert.deepEqual((await bound.get(aliases, 200)).each('items', 'name'), ['site']);
    await bound.get(`${environment('site')}/entries`, 200);
    const stranger = await given(stage.url);
    for (const path of [aliases, `${aliases}/site`]) await stranger.owner.get(path, 404);
    assert.equal((await pointAt(scene, 'site', 'blue', stranger.owner)).status, 404);
    await stranger.owner.delete(`${aliases}/site`, 404);
  });

  it('turn master into one, with its ids', async () => {
    const other = await given(stage.url);
    await makeColours(other);
    const path = `${other.space}/environment-aliases/master`;
    const id = (await other.owner.get(`${other.base}/entries/${KEY}`, 200)).string('id');
    const read = await other.delivery.get(`${other.read}/entries/${KEY}`, 200);
    assert.equal(code(await other.owner.put(path, { environment: 'green' }, 409)), 'conflict');
    const put = (environmentName: string, rename: string) =>
      other.owner.put(path, { environment: environmentName, rename_current_to: rename });
    assert.equal(code(await put('green', 'blue')), 'conflict');
    assert.equal((await put('green', 'No name')).status, 422);
    assert.equal((await put('nothing', 'first')).status, 422);
    const made = await put('first', 'first');
    assert.deepEqual([made.status, made.at('environment')], [201, 'first'], String(made));
    const same = await other.delivery.get(`${other.read}/entries/${KEY}?min_revision=${revisionOf(made)}`, 200);
    assert.equal(same.text, read.text);
    assert.equal(same.headers['x-cms-environment'], 'first');
    assert.equal((await other.owner.get(`/entries/${id}`, 200)).at('environment'), 'first');
    const first = await other.owner.get(`${other.space}/environments/first/entries/${KEY}`, 200);
    assert.notEqual(first.at('id'), id, 'a new name has a new code');
    await pointAt(other, 'master', 'green');
    const switched = await other.owner.get(`/entries/${id}`, 200);
    assert.deepEqual([switched.at('id'), switched.at('fields.city.en-US')], [id, 'green']);
    assert.equal(code(await other.owner.delete(path, 409)), 'conflict');
    await other.owner.delete(`${other.space}/environments/first`, 204);
    assert.equal(code(await put('green', 'again')), 'conflict', 'it is an alias already');
    assert.equal(
      (
        await other.owner.put(`${other.space}/environment-aliases/fresh`, {
          environment: 'green',
          rename_current_to: 'none',
        })
      ).status,
      422,
    );
    await new Actor(stage.url, other.delivery.token).get(`${other.read}/entries/${KEY}`, 200);
  });
});
