/** Reading the audit: the contents of a record, filters, pages, lines, and permissions. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Actor, type ApiResponse } from '../../../../testing/src/client.ts';
import {
  addTypes,
  createEntry,
  given,
  magazine,
  makeKey,
  PASSWORD,
  type Scene,
} from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

const LINES = { accept: 'application/x-ndjson' };
const RECORD_KEYS = 'id at action actor target space_id environment ip user_agent changes request_id'.split(' ');

interface ShownRecord {
  readonly id: string;
  readonly at: string;
  readonly action: string;
}

onEachEngine('the audit', (stage) => {
  let scene: Scene;
  let audit: string;
  let entry: string;
  before(async () => {
    scene = await given(stage.url);
    audit = `/accounts/${scene.member.accountId}/audit`;
    await addTypes(scene, magazine);
    entry = await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
    const headers = { 'x-request-id': 'the-request', 'user-agent': 'a test' };
    await scene.owner.send('PATCH', `/entries/${entry}`, { body: { fields: { name: 'Grace', city: null } }, headers });
  });

  const read = (query: string) => scene.owner.get(`${audit}${query}`, 200);
  const actions = (response: ApiResponse) => response.each('items', 'action');

  it('shows who did what from where, and the differences', async () => {
    const response = await read('?action=entry.update');
    assert.equal(response.number('total'), 1);
    assert.deepEqual(Object.keys(response.at('items.0') as object), RECORD_KEYS);
    assert.match(response.string('items.0.id'), /^aud_[0-9a-z]{26}$/);
    assert.match(response.string('items.0.at'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { id: _id, at: _at, ip, ...rest } = response.at('items.0') as Record<string, unknown>;
    assert.match(String(ip), /127\.0\.0\.1$/);
    assert.deepEqual(rest, {
      action: 'entry.update',
      actor: { type: 'user', id: scene.member.userId, name: scene.member.email },
      target: { type: 'entry', id: entry },
      space_id: scene.spaceId,
      environment: 'master',
      user_agent: 'a test',
      changes: {
        before: { version: 1, fields: { 'name.en-US': 'Ada' } },
        after: { version: 2, fields: { 'name.en-US': 'Grace' } },
      },
      request_id: 'the-request',
    });
  });

  it('shows one record by its id, and none of another account', async () => {
    const first = (await read('?action=entry.update')).at('items.0') as ShownRecord;
    assert.deepEqual((await read(`/records/${first.id}`)).json, first);
    const other = await given(stage.url);
    await other.owner.get(`/accounts/${other.member.accountId}/audit/records/${first.id}`, 404);
    await other.owner.get(`${audit}/records/${first.id}`, 404);
    for (const id of ['nothing', `aud_${'0'.repeat(26)}`, `${first.id}0`])
      await scene.owner.get(`${audit}/records/${id}`, 404);
  });

  it('lists the newest first, or the oldest on request', async () => {
    const newest = actions(await read(''));
    assert.equal(newest[0], 'entry.update');
    assert.equal(newest.at(-1), 'account.create');
    assert.deepEqual(actions(await read('?order=at')), newest.toReversed());
  });

  describe('filters by', () => {
    it('action, actor and space, together too', async () => {
      assert.deepEqual(actions(await read('?action=content_type.create')), Array(2).fill('content_type.create'));
      const key = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'admin' });
      const me = await key.get('/auth/me', 200);
      await key.post(`${scene.base}/entries`, { content_type_id: 'author', fields: { name: 'By key' } }, 201);
      const byKey = await read(`?actor=${me.string('key.id')}`);
      assert.deepEqual(actions(byKey), ['entry.create']);
      assert.equal(byKey.string('items.0.actor.type'), 'key');
      assert.equal((await read(`?actor=${me.string('key.id')}&action=entry.publish`)).number('total'), 0);
      assert.ok((await read(`?space_id=${scene.spaceId}`)).number('total') > 5);
      assert.equal((await read('?space_id=spc_nothing')).number('total'), 0);
    });

    it('time: from since on, before until', async () => {
      const all = (await read('?order=at')).list('items') as ShownRecord[];
      const middle = all[3]?.at ?? '';
      const since = (await read(`?since=${middle}&order=at`)).each('items', 'at');
      assert.deepEqual(
        since,
        all.map(({ at }) => at).filter((at) => at >= middle),
      );
      const until = (await read(`?until=${middle}&order=at`)).each('items', 'at');
      assert.deepEqual(
        until,
        all.map(({ at }) => at).filter((at) => at < middle),
      );
    });
  });

  it('returns every record once, by cursor and by skip, in either order', async () => {
    for (const order of ['-at', 'at']) {
      const all = (await read(`?order=${order}`)).each('items', 'id');
      const paged: unknown[] = [];
      for (let next: string | undefined = `${audit}?limit=3&order=${order}`; next !== undefined; ) {
        const page: ApiResponse = await scene.owner.get(next, 200);
        assert.equal(page.number('total'), all.length);
        assert.equal(page.number('skip'), paged.length);
        paged.push(...page.each('items', 'id'));
        next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
      }
      assert.deepEqual(paged, all);
      assert.deepEqual((await read(`?skip=2&limit=2&order=${order}`)).each('items', 'id'), all.slice(2, 4));
    }
    assert.deepEqual((await read('?skip=10000')).list('items'), []);
  });

  it('streams all matches as NDJSON if the client accepts it', async () => {
    const items = (await read('')).list('items');
    const lines = await scene.owner.get(audit, 200, LINES);
    assert.equal(lines.headers['content-type'], 'application/x-ndjson; charset=utf-8');
    const parsed = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    assert.deepEqual(parsed, items);
    const some = await scene.owner.get(`${audit}?action=content_type.create&limit=1`, 200, LINES);
    assert.equal(some.text.trimEnd().split('\n').length, 1);
    assert.equal((await scene.owner.get(`${audit}?action=nothing.done`, 200, LINES)).text, '');
    await scene.owner.get('/accounts', 406, LINES);
  });

  it('refuses what it cannot read, by name', async () => {
    const cases = [
      ['?since=yesterday', 'query.since'],
      ['?until=2026-02-30T00:00:00Z', 'query.until'],
      ['?cursor=nonsense', 'query.cursor'],
      ['?cursor=WyJ4IiwxXQ', 'query.cursor'],
      ['?order=action', 'query.order'],
      ['?actr=usr_1', 'query.actr'],
      ['?limit=0', 'query.limit'],
      ['?skip=100001', 'query.skip'],
    ] as const;
    for (const [query, path] of cases) {
      const response = await scene.owner.get(`${audit}${query}`, 422);
      assert.equal(response.string('detail.errors.0.path'), path, query);
    }
    for (const name of ['action', 'actor', 'space_id']) {
      const injected = await read(`?${name}=${encodeURIComponent("x' OR '1'='1")}`);
      assert.equal(injected.number('total'), 0);
    }
  });

  it('is only for people of the account, admins and owners', async () => {
    const stranger = await given(stage.url);
    const foreign = await stranger.owner.get(audit, 404);
    const missing = await stranger.owner.get('/accounts/acc_00000000000000000000000000/audit', 404);
    assert.equal(foreign.text, missing.text);
    assert.equal((await scene.management.get(audit, 403)).string('detail.permission'), 'audit.read');
    await scene.delivery.get(audit, 403);
    await new Actor(stage.url, null).get(audit, 401);
    const anothers = (await stranger.owner.get(`/accounts/${stranger.member.accountId}/audit?limit=1000`, 200)).text;
    assert.ok(!anothers.includes(scene.member.email));
  });

  it('contains no secret', async () => {
    const session = await new Actor(stage.url, null).post(
      '/auth/login',
      { email: scene.member.email, password: PASSWORD },
      200,
    );
    const key = await scene.owner.post(`${scene.space}/api-keys`, { name: 'secret', kind: 'delivery' }, 201);
    const rotated = await scene.owner.post(`${scene.space}/api-keys/${key.string('id')}/rotate`, undefined, 200);
    const secrets = [PASSWORD, key.string('token'), rotated.string('token'), session.string('refresh_token')];
    const { text } = await scene.owner.get(audit, 200, LINES);
    for (const secret of [...secrets, session.string('access_token'), String(scene.owner.token)])
      assert.ok(!text.includes(secret));
  });

  it('keeps what was removed, and of long values that there were some', async () => {
    const long = 'lorem ipsum '.repeat(2_000);
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: long }] }] };
    const fields = { title: 'Long', body };
    const id = await createEntry(scene.owner, scene.base, { content_type_id: 'article', fields });
    await scene.owner.delete(`/entries/${id}`, 204);
    const removed = await read('?action=entry.delete');
    assert.deepEqual(removed.at('items.0.changes.after'), undefined);
    assert.equal((removed.at('items.0.changes.before.fields') as Record<string, unknown>)['title.en-US'], 'Long');
    assert.ok(removed.text.includes(long));
  });
});
