/**
 * Preview tokens: the page of a site reads with one what whoever looks at it may see, in one environment, through one change set or at one
 * moment, for an hour; nothing else, and nobody else's.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import {
  createEntry,
  field,
  given,
  joinAs,
  makeKey,
  publishNew,
  type Scene,
  signUp,
} from '../../../testing/src/given.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { cloneOf } from '../branches/clone/clones.ts';

const HOUR_MS = 3_600_000;
const SITE = 'https://www.example.com/{locale}/{slug}?id={id}&env={environment}&preview={preview}';
const page = {
  api_id: 'page',
  name: 'Page',
  display_field: 'title',
  slug_field: 'slug',
  preview_url: SITE,
  fields: [field('title', 'string'), field('slug', 'slug')],
};

describeEachEngine('preview tokens', (engine) => {
  let service: TestService;
  let aheadMs = 0;
  before(async () => {
    service = await startService({ engine }, { clock: () => Date.now() + aheadMs });
  });
  after(async () => {
    closeConnections();
    await service.close();
  });

  /** A page that was published as "Harbour", and has the draft "Coast". */
  const edited = async () => {
    const scene = await given(service.url, { types: [page] });
    const id = await publishNew(scene.owner, scene.base, {
      content_type_id: 'page',
      key: 'one',
      fields: { title: 'Harbour', slug: 'harbour' },
    });
    const { headers } = await scene.delivery.get(`${scene.read}/entries/one`, 200);
    await scene.owner.patch(`/entries/${id}`, { fields: { title: 'Coast', slug: 'coast' } }, 200);
    return { scene, id, revision: String(headers['x-cms-revision']) };
  };
  const withSet = async (scene: Scene, onto = 'published') =>
    (await scene.owner.post(`${scene.base}/change-sets`, { name: 'Set', onto }, 201)).string('id');
  /** Asks for a token, and reads with it. */
  const minted = async (by: Actor, id: string, query = '') => {
    const answer = await by.get(`/entries/${id}/preview${query}`, 200);
    return { answer, reader: new Actor(service.url, answer.string('token')) };
  };
  const titleBy = async (reader: Actor, { read }: Scene, query = '') =>
    (await reader.get(`${read}/entries/one${query}`, 200)).at('fields.title');
  const slugIn = (url: unknown) => new URL(String(url)).pathname;

  it('show drafts, a change set or a moment, in lists and single entries, whatever the page asks for', async () => {
    const { scene, id, revision } = await edited();
    const sets = [await withSet(scene, 'drafts'), await withSet(scene, 'published')];
    const fields = { title: 'Island', slug: 'island' };
    for (const set of sets) await scene.owner.patch(`${scene.base}/entries/one?change_set=${set}`, { fields }, 200);
    const viewer = (await joinAs(scene.member, 'viewer')).actor;
    for (const [query, title, slug] of [
      ['', 'Coast', '/en-US/coast'],
      [`?change_set=${sets[0]}`, 'Island', '/en-US/island'],
      // A preview key sees the draft, which stays as it is.
      [`?change_set=${sets[1]}`, 'Island', '/en-US/island'],
      [`?as_of=${revision}`, 'Harbour', '/en-US/harbour'],
      [`?as_of=${new Date(Date.now() + HOUR_MS).toISOString()}`, 'Coast', '/en-US/coast'],
    ] as const) {
      const { answer, reader } = await minted(viewer, id, query);
      assert.equal(await titleBy(reader, scene), title, query);
      const list = await reader.get(`${scene.read}/entries?slug=${slug.split('/').at(-1)}`, 200);
      assert.equal(list.at('items.0.fields.title'), title, query);
      await reader.get(`${scene.read}/content-types`, 200);
      const url = new URL(answer.string('url'));
      assert.equal(url.pathname, slug);
      assert.deepEqual([...url.searchParams.values()], [id, 'master', answer.string('token')]);
      assert.ok(Date.parse(answer.string('expires_at')) > Date.now() + HOUR_MS - 60_000);
      assert.equal(String(answer.at('revision')), String(answer.headers['x-cms-revision']));
      if (query !== '') assert.equal(await titleBy(reader, scene, query), title, 'what it shows may be named again');
    }
  });

  it('make an address where there is one: of an entry that a set makes, of none that was not there', async () => {
    const { scene, id, revision } = await edited();
    const set = await withSet(scene);
    const fields = { title: 'New', slug: 'new' };
    const path = `${scene.base}/entries?change_set=${set}`;
    const made = (await scene.owner.post(path, { content_type_id: 'page', fields }, 201)).string('id');
    const preview = (of: string, query: string) => scene.owner.get(`/entries/${of}/preview${query}`, 200);
    assert.equal(slugIn((await preview(made, `?change_set=${set}`)).at('url')), '/en-US/new');
    await scene.owner.get(`/entries/${made}/preview`, 404);
    await scene.owner.post(`/entries/${id}/unpublish?change_set=${set}`, undefined, 200);
    assert.equal((await preview(id, `?change_set=${set}`)).at('url'), null, 'readers will not see it');
    assert.equal((await scene.preview.get(`${scene.read}/entries/one?change_set=${set}`, 200)).at('status'), 'draft');
    const later = await createEntry(scene.owner, scene.base, { content_type_id: 'page', fields });
    assert.equal((await preview(later, `?as_of=${revision}`)).at('url'), null);
    await scene.owner.post(`/entries/${id}/unpublish`, undefined, 200);
    await scene.owner.delete(`/entries/${id}`, 204);
    assert.equal(slugIn((await preview(id, `?as_of=${revision}`)).at('url')), '/en-US/harbour');
  });

  it('are refused with the reason for what cannot be shown', async () => {
    const { scene, id } = await edited();
    const { owner } = scene;
    const set = await withSet(scene);
    const invalid = async (query: string) =>
      (await owner.get(`/entries/${id}/preview${query}`, 422)).each('detail.errors', 'path');
    assert.deepEqual(await invalid('?as_of=yesterday'), ['query.as_of']);
    assert.deepEqual(await invalid('?as_of=999999'), ['query.as_of']);
    assert.deepEqual(await invalid(`?as_of=1&change_set=${set}`), ['query.as_of']);
    assert.deepEqual(await invalid('?locale=fr'), ['query.locale']);
    for (const query of ['?change_set=', '?change_set=chg_none_01', `?change_set=${set},${set}`])
      assert.equal((await owner.get(`/entries/${id}/preview${query}`, 404)).at('detail.resource'), 'change_set', query);
    const { scene: other } = await edited();
    await owner.get(`/entries/${id}/preview?change_set=${await withSet(other)}`, 404);
    await other.owner.get(`/entries/${id}/preview`, 404);
  });

  it('open no other set, moment, environment, space or plane', async () => {
    const { scene, id, revision } = await edited();
    const [set, other] = [await withSet(scene), await withSet(scene)];
    await cloneOf(scene, 'next');
    const plain = (await minted(scene.owner, id)).reader;
    const through = (await minted(scene.owner, id, `?change_set=${set}`)).reader;
    const then = (await minted(scene.owner, id, `?as_of=${revision}`)).reader;
    const one = `${scene.read}/entries/one`;
    for (const reader of [plain, through, then]) {
      await reader.get(`${one}?change_set=${other}`, 404);
      const past = await reader.get(`${one}?as_of=${Number(revision) - 1}`, 403);
      assert.equal(past.at('detail.code'), 'insufficient_permission');
      await reader.get(`${scene.space}/environments/next/delivery/entries`, 404);
      await reader.get(`/spaces/${(await given(service.url)).spaceId}/environments/master/delivery/entries`, 404);
      for (const path of [`/entries/${id}`, scene.space, '/auth/me', `/entries/${id}/preview`])
        assert.equal((await reader.get(path, 403)).at('detail.code'), 'wrong_plane', path);
      await reader.patch(`/entries/${id}`, { fields: {} }, 403);
      const info = await reader.get('/delivery/token-info', 200);
      assert.deepEqual([info.at('plane'), info.at('environments')], ['preview', ['master']]);
    }
    await plain.get(`${one}?change_set=${set}`, 404);
    await through.get(`${one}?change_set=${set},${other}`, 404);
    await then.get(`${one}?change_set=${set}`, 404);
    await plain.get(`${one}?as_of=${new Date(Date.now() + HOUR_MS).toISOString()}`, 403);
  });

  it('cannot be made, changed or kept: each lasts an hour', async () => {
    const { scene, id } = await edited();
    const { answer, reader } = await minted(scene.owner, id);
    const token = answer.string('token');
    const sealed = Buffer.from(token.slice('cms_pvw_'.length), 'base64url');
    for (let at = 0; at < sealed.length; at += 23) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await new Actor(service.url, `cms_pvw_${changed.toString('base64url')}`).get(`${scene.read}/entries`, 401);
    }
    for (const none of ['cms_pvw_', `cms_pvw_${'a'.repeat(300)}`, token.slice('cms_pvw_'.length), `${token}${token}`])
      for (const path of [`${scene.read}/entries`, scene.space]) await new Actor(service.url, none).get(path, 401);
    try {
      aheadMs = HOUR_MS - 60_000;
      await titleBy(reader, scene);
      aheadMs = HOUR_MS;
      await reader.get(`${scene.read}/entries/one`, 401);
    } finally {
      aheadMs = 0;
    }
  });

  it('end with the role, the session or the key of who asked, and with the environment', async () => {
    const { scene, id } = await edited();
    const read = `${scene.read}/entries/one`;
    const member = await joinAs(scene.member, 'viewer');
    const members = `/accounts/${scene.member.accountId}/members/${member.userId}`;
    const ended = async (by: Actor, end: () => Promise<unknown>, status = 401) => {
      const { reader } = await minted(by, id);
      await reader.get(read, 200);
      await end();
      await reader.get(read, status);
    };
    await ended(member.actor, () => scene.owner.delete(members, 204));
    const leaving = await joinAs(scene.member, 'viewer');
    await ended(leaving.actor, () => leaving.actor.delete('/auth/sessions', 204));
    for (const end of ['revoked', 'bound']) {
      const key = await scene.owner.post(`${scene.space}/api-keys`, { name: 'test', kind: 'management' }, 201);
      const path = `${scene.space}/api-keys/${key.string('id')}`;
      if (end === 'bound') await cloneOf(scene, 'next');
      await ended(
        new Actor(service.url, key.string('token')),
        () =>
          end === 'bound' ? scene.owner.patch(path, { environments: ['next'] }, 200) : scene.owner.delete(path, 204),
        end === 'bound' ? 404 : 401,
      );
    }
    const inNext = await scene.owner.get(`${scene.space}/environments/next/entries/one`, 200);
    const { reader } = await minted(scene.owner, inNext.string('id'));
    const next = `${scene.space}/environments/next/delivery/entries/one`;
    await reader.get(next, 200);
    await scene.owner.delete(`${scene.space}/environments/next`, 204);
    await reader.get(next, 404);
  });

  it('of a key that is bound to an alias see it as long as that leads there', async () => {
    const { scene, id } = await edited();
    await cloneOf(scene, 'next');
    const leadTo = (environment: string, status: number) =>
      scene.owner.put(`${scene.space}/environment-aliases/live`, { environment }, status);
    await leadTo('master', 201);
    const key = await makeKey(scene.owner, scene.spaceId, { kind: 'management', environments: ['live'] });
    const { reader } = await minted(key, id);
    const one = (environment: string) => `${scene.space}/environments/${environment}/delivery/entries/one`;
    for (const environment of ['live', 'master']) await reader.get(one(environment), 200);
    await reader.get(one('next'), 404);
    await leadTo('next', 200);
    await reader.get(one('master'), 404);
  });

  it('count for the account, and are told of without the token', async () => {
    const { scene, id } = await edited();
    const { answer, reader } = await minted(scene.owner, id);
    await reader.get(`${scene.read}/entries/one?locale=fr`, 422);
    const { headers } = await reader.get(`${scene.read}/entries/one`, 200);
    assert.equal(headers['cache-control'], 'private, no-store');
    const requests = await scene.owner.get(`${scene.space}/requests?plane=preview`, 200);
    assert.equal(requests.text.includes(answer.string('token')), false);
    assert.deepEqual(
      requests.each('items', 'user_id').filter((user) => user !== scene.member.userId),
      [],
    );
    const paths = requests.each('items', 'path').sort();
    assert.deepEqual(paths, [`${scene.read}/entries/one`, `${scene.read}/entries/one?locale=fr`]);
    await (await signUp(service.url)).actor.get(`/entries/${id}/preview`, 404);
  });
});
