/**
 * Preview links: whoever has one, and nobody else, sees drafts without an account, on the site and in the environment that it names; it ends
 * at once on every node, with every token that it was opened for.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections, send } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { createEntry, field, given, joinAs, makeKey, type Scene, signUp } from '../../../testing/src/given.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { cloneOf } from '../branches/clone/clones.ts';
import { Listening } from './sync/listening.ts';

const DAY_MS = 86_400_000;
const ORIGIN = 'https://www.example.com';
const PASSWORD = 'lanterns by the sea';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const page = {
  api_id: 'page',
  name: 'Page',
  display_field: 'title',
  slug_field: 'slug',
  preview_url: `${ORIGIN}/{locale}/{slug}?look={preview}`,
  fields: [field('title', 'string'), field('slug', 'slug')],
};
const note = { api_id: 'note', name: 'Note', fields: [field('title', 'string')] };
/** The last network that somebody came from: each visit has its own, so that limits of networks do not stop the tests. */
let address = 0;

describeEachEngine('preview links', (engine) => {
  const nodes: TestService[] = [];
  let aheadMs = 0;
  let url = '';
  before(async () => {
    const clock = () => Date.now() + aheadMs;
    const env = { LECTERN_TRUSTED_PROXIES: '127.0.0.1' };
    for (let node = 0; node < 2; node++) nodes.push(await startService({ engine, env }, { clock }));
    url = nodes[0]?.url ?? '';
  });
  after(async () => {
    closeConnections();
    for (const node of nodes) await node.close();
  });
  const elsewhere = () => nodes[1]?.url ?? '';

  /** A draft. */
  const drafted = async () => {
    const scene = await given(url, { types: [page, note] });
    const id = await createEntry(scene.owner, scene.base, {
      content_type_id: 'page',
      key: 'one',
      fields: { title: 'Coast', slug: 'coast' },
    });
    return { scene, id };
  };
  const make = (by: Actor, { space }: Pick<Scene, 'space'>, body: object, status = 201) =>
    by.post(`${space}/preview-links`, body, status);
  const pathOf = (link: ApiResponse) => new URL(link.string('url')).pathname;
  const from = () => ({ 'x-forwarded-for': `203.0.${address >> 8}.${address++ & 255}` });
  const visit = (path: string, node = url, headers = from()) => send(node, 'GET', path, { headers });
  const unlock = (path: string, password: string, headers = from()) =>
    send(url, 'POST', path, { raw: new URLSearchParams({ password }).toString(), headers: { ...FORM, ...headers } });
  /** Where a link leads, and what reads there. */
  const opened = async (link: ApiResponse, node = url) => {
    const response = await visit(pathOf(link), node);
    assert.equal(response.status, 302, String(response));
    const site = new URL(String(response.headers.location));
    return { response, site, reader: new Actor(node, site.searchParams.get('look')) };
  };
  const isGone = async (path: string, node = url) => {
    const response = await visit(path, node);
    assert.equal(response.status, 404, String(response));
    return response.text;
  };
  const titleBy = async (reader: Actor, { read }: Scene) =>
    (await reader.get(`${read}/entries/one`, 200)).at('fields.title');

  it('open an entry, a change set or a page, for who may read drafts', async () => {
    const { scene, id } = await drafted();
    const { owner } = scene;
    const viewer = (await joinAs(scene.member, 'viewer')).actor;
    const link = await make(viewer, scene, { entry: id });
    assert.match(pathOf(link), /^\/preview-links\/cms_pvl_/);
    assert.deepEqual(
      ['entry', 'title', 'opened', 'has_password'].map((name) => link.at(name)),
      [id, 'Coast', 0, false],
    );
    const { response, site, reader } = await opened(link);
    assert.equal(site.href.split('?')[0], `${ORIGIN}/en-US/coast`);
    for (const [name, value] of [
      ['referrer-policy', 'no-referrer'],
      ['cache-control', 'no-store'],
      ['x-robots-tag', 'noindex'],
    ] as const)
      assert.equal(response.headers[name], value);
    assert.equal(await titleBy(reader, scene), 'Coast');
    assert.equal(await titleBy((await opened(link, elsewhere())).reader, scene), 'Coast');
    const set = (await owner.post(`${scene.base}/change-sets`, { name: 'Summer' }, 201)).string('id');
    await owner.patch(
      `${scene.base}/entries/one?change_set=${set}`,
      { fields: { title: 'Island', slug: 'island' } },
      200,
    );
    const inSet = await opened(await make(owner, scene, { entry: id, change_set: set }));
    assert.equal(inSet.site.pathname, '/en-US/island');
    assert.equal(await titleBy(inSet.reader, scene), 'Island');
    assert.equal(
      (await opened(await make(owner, scene, { change_set: set }))).site.pathname,
      '/en-US/island',
      'its only entry',
    );
    const more = `${scene.base}/entries?change_set=${set}`;
    await owner.post(
      more,
      { content_type_id: 'page', key: 'two', fields: { title: 'A <b>pier</b>', slug: 'pier' } },
      201,
    );
    await owner.post(more, { content_type_id: 'note', key: 'three', fields: { title: 'Note' } }, 201);
    const list = await visit(pathOf(await make(owner, scene, { change_set: set })));
    assert.equal(list.status, 200);
    assert.match(
      list.text,
      /<h1>Summer<\/h1>[\s\S]*href="https:\/\/www\.example\.com\/en-US\/pier\?look=cms_pvw_[^"]+">A &lt;b&gt;pier/,
    );
    assert.match(list.text, /<li>three \(has no page of its own\)<\/li>/);
    for (const [href, there] of [
      ['/news?tag=sea#top', `${ORIGIN}/news?tag=sea&look=`],
      [`${ORIGIN}/news`, `${ORIGIN}/news?look=`],
      ['/p/{preview}/news', `${ORIGIN}/p/cms_pvw_`],
    ] as const) {
      const { headers } = await visit(pathOf(await make(owner, scene, { href })));
      assert.ok(String(headers.location).startsWith(there), String(headers.location));
    }
  });

  it('never lead to a site that no preview_url names, nor show what nobody asked for', async () => {
    const { scene, id } = await drafted();
    const { owner } = scene;
    for (const href of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      'https://www.example.com.evil.example/',
      'https://www.example.com@evil.example/',
      'https://user:word@www.example.com/',
      'http://www.example.com/',
      'javascript:alert(1)',
      'https://{preview}.example/',
      '/{slug}',
      '/a\nb',
    ])
      await make(owner, scene, { href }, 422);
    const noted = await createEntry(owner, scene.base, { content_type_id: 'note', fields: { title: 'x' } });
    const { scene: other, id: foreign } = await drafted();
    const foreignSet = (await other.owner.post(`${other.base}/change-sets`, { name: 'x' }, 201)).string('id');
    await cloneOf(scene, 'next');
    for (const [body, status] of [
      [{}, 422],
      [{ entry: id, href: '/' }, 422],
      [{ entry: noted }, 422],
      [{ entry: id, locale: 'fr' }, 422],
      [{ entry: id, environment: 'next' }, 422],
      [{ entry: id, expires_in: 30 * 86_400 + 1 }, 422],
      [{ entry: id, password: 'short' }, 422],
      [{ entry: foreign }, 404],
      [{ change_set: foreignSet }, 404],
      [{ href: '/', environment: 'none' }, 404],
    ] as const)
      await make(owner, scene, body, status);
    await make(other.owner, scene, { entry: id }, 404);
    const link = await make(owner, scene, { href: '/news' });
    const type = (await owner.get(`${scene.base}/content-types/page`, 200)).string('id');
    await owner.patch(`/content-types/${type}`, { preview_url: 'https://moved.example/{slug}?look={preview}' }, 200);
    await isGone(pathOf(link));
  });

  it('read their environment alone, for an hour, as visitors that nobody is told apart from', async () => {
    const { scene, id } = await drafted();
    await cloneOf(scene, 'next');
    const link = await make(scene.owner, scene, { entry: id });
    const { reader } = await opened(link);
    for (const path of [
      `/entries/${id}`,
      scene.space,
      '/auth/me',
      `${scene.space}/preview-links`,
      `/entries/${id}/preview`,
    ])
      assert.equal((await reader.get(path, 403)).at('detail.code'), 'wrong_plane', path);
    await make(reader, scene, { entry: id }, 403);
    await reader.patch(`/entries/${id}`, { fields: {} }, 403);
    await reader.get(`${scene.space}/environments/next/delivery/entries`, 404);
    await reader.get(`${scene.read}/entries/one?as_of=1`, 403);
    const sets: string[] = [];
    for (const name of ['Mine', 'Other'])
      sets.push((await scene.owner.post(`${scene.base}/change-sets`, { name }, 201)).string('id'));
    const [set, other] = sets;
    const inSet = (await opened(await make(scene.owner, scene, { entry: id, change_set: String(set) }))).reader;
    await inSet.get(`${scene.read}/entries/one?change_set=${set}`, 200);
    for (const one of [reader, inSet]) await one.get(`${scene.read}/entries/one?change_set=${other}`, 404);
    await reader.get(`/spaces/${(await given(url)).spaceId}/environments/master/delivery/entries`, 404);
    const { headers } = await reader.get(`${scene.read}/entries/one`, 200);
    assert.equal(headers['cache-control'], 'private, no-store');
    const requests = await scene.owner.get(`${scene.space}/requests?plane=preview`, 200);
    assert.deepEqual(new Set(requests.each('items', 'user_id')), new Set([null]));
    assert.equal(requests.text.includes(String(reader.token)), false);
    const nobody = new Actor(url, null);
    for (const secret of [String(reader.token), pathOf(link).split('/').at(-1)]) {
      for (const name of ['token', 'access_token', 'preview'])
        await nobody.get(`${scene.read}/entries/one?${name}=${secret}`, 401);
      await nobody.get(`${scene.read}/entries/one`, 401, { cookie: `token=${secret}; preview=${secret}` });
      const said = await reader.get(`${scene.read}/entries/one?preview=${secret}`, 422);
      assert.doesNotMatch(said.text, /cms_pv/);
    }
    const asked = await scene.owner.get(`${scene.space}/requests?plane=preview`, 200);
    assert.match(asked.text, /one\?preview=/);
    assert.doesNotMatch(asked.text, /cms_pv[lw]_[\w-]{5}/, 'none that was put into an address');
    try {
      aheadMs = 3_600_000;
      await reader.get(`${scene.read}/entries/one`, 401);
    } finally {
      aheadMs = 0;
    }
  });

  it('end at once on every node: revoked, expired, with the right of who made them, with the environment', async () => {
    const { scene, id } = await drafted();
    const { owner } = scene;
    const members = `/accounts/${scene.member.accountId}/members`;
    const ends = async (by: Actor, body: object, end: (link: ApiResponse) => Promise<unknown>) => {
      const link = await make(by, scene, body);
      const { site } = await opened(link);
      const reader = new Actor(elsewhere(), site.searchParams.get('look'));
      const read = `${scene.space}/environments/${link.string('environment')}/delivery/entries/one`;
      const { headers } = await reader.get(read, 200);
      const streams = [];
      for (const node of [url, elsewhere()])
        streams.push(await Listening.open(new Actor(node, reader.token), read.replace('/entries/one', '')));
      await end(link);
      await reader.get(read, 401);
      await reader.get(read, 401, { 'if-none-match': String(headers.etag) });
      for (const stream of streams) {
        assert.match(String((await stream.next('goaway')).data.reason), /^(?:key|environment)$/);
        await stream.closed;
      }
      return [await isGone(pathOf(link), elsewhere()), await isGone(pathOf(link))];
    };
    const one = (link: ApiResponse) => `${scene.space}/preview-links/${link.string('id')}`;
    const shown = new Set<string>();
    const add = (texts: string[]) => {
      for (const text of texts) shown.add(text);
    };
    add(await ends(owner, { entry: id }, (link) => owner.delete(one(link), 204)));
    const member = await joinAs(scene.member, 'author');
    add(await ends(member.actor, { entry: id }, () => owner.delete(`${members}/${member.userId}`, 204)));
    const key = await owner.post(`${scene.space}/api-keys`, { name: 'site', kind: 'management' }, 201);
    const byKey = new Actor(url, key.string('token'));
    add(await ends(byKey, { entry: id }, () => owner.delete(`${scene.space}/api-keys/${key.string('id')}`, 204)));
    await cloneOf(scene, 'next');
    const inNext = (await owner.get(`${scene.space}/environments/next/entries/one`, 200)).string('id');
    add(await ends(owner, { entry: inNext }, () => owner.delete(`${scene.space}/environments/next`, 204)));
    const brief = await make(owner, scene, { entry: id, expires_in: 60 });
    const { reader } = await opened(brief);
    const stream = await Listening.open(reader, scene.read);
    try {
      aheadMs = 60_000;
      assert.equal((await stream.next('goaway')).data.reason, 'key');
      shown.add(await isGone(pathOf(brief)));
      await reader.get(`${scene.read}/entries/one`, 401);
      assert.equal((await owner.get(one(brief), 200)).at('url'), null);
    } finally {
      aheadMs = 0;
    }
    const path = pathOf(await make(owner, scene, { entry: id }));
    const last = path.at(-1) === 'A' ? 'B' : 'A';
    for (const wrong of [`${path.slice(0, -1)}${last}`, path.slice(0, -1), `${path}A`, '/preview-links/x'])
      shown.add(await isGone(wrong));
    assert.equal(shown.size, 1, 'one page for whatever is no link any more');
  });

  it('ask for their password, and slow down guesses', async () => {
    const { scene, id } = await drafted();
    const link = await make(scene.owner, scene, { entry: id, password: PASSWORD });
    assert.equal(link.text.includes(PASSWORD), false);
    const path = pathOf(link);
    const asked = await visit(path);
    assert.equal(asked.status, 200);
    assert.match(asked.text, /<input[^>]*type="password"/);
    assert.equal(asked.text.includes(ORIGIN), false);
    const wrong = await unlock(path, 'not the password');
    assert.equal(wrong.status, 401);
    const right = await unlock(path, PASSWORD);
    assert.equal(right.status, 200, String(right));
    assert.match(String(right.headers.refresh), /^0;url=https:\/\/www\.example\.com\/en-US\/coast\?look=cms_pvw_/);
    const here = from();
    const states: number[] = [];
    for (let guess = 0; guess < 11; guess++) states.push((await unlock(path, `guess number ${guess}`, here)).status);
    assert.deepEqual([states[0], states.at(-1)], [401, 429]);
    assert.equal((await unlock(path, PASSWORD, here)).status, 429);
    assert.equal((await unlock(path, PASSWORD)).status, 200, 'others are let in');
    assert.equal((await scene.owner.get(`${scene.space}/preview-links/${link.string('id')}`, 200)).at('opened'), 2);
  });

  it('are listed with who made them and when they were opened; others see no address, and revoke as editors', async () => {
    const { scene, id } = await drafted();
    const [author, editor] = [await joinAs(scene.member, 'author'), await joinAs(scene.member, 'editor')];
    const link = await make(author.actor, scene, { entry: id, locale: 'en-US' });
    const set = (await scene.owner.post(`${scene.base}/change-sets`, { name: 'Summer' }, 201)).string('id');
    const ofSet = await make(scene.owner, scene, { change_set: set });
    await opened(link);
    await opened(link);
    await send(url, 'HEAD', pathOf(link), { headers: from() });
    const list = (by: Actor, query = '') => by.get(`${scene.space}/preview-links${query}`, 200);
    const own = await list(author.actor, `?entry=${id}`);
    assert.deepEqual(own.each('items', 'url'), [link.at('url')]);
    assert.deepEqual([own.at('items.0.opened'), own.at('items.0.created_by')], [2, author.userId]);
    assert.ok(Date.parse(own.string('items.0.last_opened_at')) <= Date.now());
    const all = await list(editor.actor, '?order=created_at');
    assert.deepEqual(all.each('items', 'url'), [null, null]);
    assert.deepEqual(all.each('items', 'title'), ['Coast', 'Summer']);
    assert.deepEqual((await list(editor.actor, `?change_set=${set}`)).each('items', 'id'), [ofSet.at('id')]);
    const records = await scene.owner.get(`/accounts/${scene.member.accountId}/audit?target=${link.string('id')}`, 200);
    assert.deepEqual(records.each('items', 'action').sort(), ['preview_link.create', 'preview_link.open']);
    assert.equal(records.text.includes('cms_pvl'), false);
    const one = (of: ApiResponse) => `${scene.space}/preview-links/${of.string('id')}`;
    assert.equal((await author.actor.delete(one(ofSet), 403)).at('detail.permission'), 'preview_link.manage');
    await editor.actor.delete(one(ofSet), 204);
    await author.actor.delete(one(link), 204);
    await (await signUp(url)).actor.get(`${scene.space}/preview-links`, 404);
    const bound = await makeKey(scene.owner, scene.spaceId, {
      kind: 'management',
      role: 'viewer',
      environments: ['master'],
    });
    await make(bound, scene, { entry: id });
    const proposing = await makeKey(scene.owner, scene.spaceId, { kind: 'management', writes: 'proposal' });
    await make(proposing, scene, { entry: id }, 403);
    await cloneOf(scene, 'next');
    const inNext = (await scene.owner.get(`${scene.space}/environments/next/entries/one`, 200)).string('id');
    await make(scene.owner, scene, { entry: inNext });
    await make(bound, scene, { entry: inNext }, 404);
    assert.deepEqual((await list(bound)).each('items', 'environment'), ['master']);
  });

  it('last as long as they say', async () => {
    const { scene, id } = await drafted();
    const life = (link: ApiResponse) => Date.parse(link.string('expires_at')) - Date.parse(link.string('created_at'));
    assert.equal(life(await make(scene.owner, scene, { entry: id })), 7 * DAY_MS);
    assert.equal(life(await make(scene.owner, scene, { entry: id, expires_in: 30 * 86_400 })), 30 * DAY_MS);
  });
});
