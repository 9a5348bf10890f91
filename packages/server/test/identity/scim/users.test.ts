/** SCIM users over HTTP: what identity providers send, what becomes of members, and what stays the person's own. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Actor, valueAt } from '../../../../testing/src/client.ts';
import { freshEmail, joinAs, type Member, PASSWORD, signUp } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { fullUser } from '../../../src/identity/scim/protocol/fixtures.ts';
import { ENTERPRISE, PATCH, type Provider, providerOf, USER } from './provider.ts';

onEachEngine('SCIM users', (stage) => {
  let owner: Member;
  let provider: Provider;
  before(async () => {
    owner = await signUp(stage.url);
    provider = await providerOf(owner);
  });
  const membersNow = async (of = owner) => {
    const list = await of.actor.get(`/accounts/${of.accountId}/members`, 200);
    return list.list('items') as { user_id: string; email: string; role: string; suspended: boolean; name: string }[];
  };
  const memberNow = async (id: string, of = owner) => (await membersNow(of)).find((one) => one.user_id === id);
  const actions = async (id: string) => {
    const records = await owner.actor.get(`/accounts/${owner.accountId}/audit?limit=1000`, 200);
    return (records.list('items') as { action: string; target: { id: string }; actor: object }[])
      .filter(({ target }) => target.id === id)
      .toReversed();
  };

  it('keep the full user of the RFC, but for the password and what only the service writes', async () => {
    const { id: _id, meta: _meta, password, groups: _groups, ...sent } = fullUser;
    const userName = freshEmail();
    const made = await provider.post('/Users', { ...fullUser, userName }, 201);
    const id = made.string('id');
    assert.match(String(made.headers['content-type']), /^application\/scim\+json/);
    assert.equal(made.headers.location, `${stage.url}/scim/v2/Users/${id}`);
    assert.equal(made.headers.etag, made.at('meta.version'));
    const { meta, ...shown } = made.json as { meta: Record<string, string> };
    assert.deepEqual(shown, { ...sent, userName, id, roles: [{ value: 'viewer', primary: true }] });
    assert.deepEqual([meta.resourceType, meta.location], ['User', made.headers.location]);
    assert.deepEqual((await provider.get(`/Users/${id}`, 200)).json, { ...shown, meta });
    assert.ok(!JSON.stringify(await membersNow()).includes(password));
    const member = await memberNow(id);
    assert.deepEqual([member?.email, member?.name, member?.role], [userName, 'Babs Jensen', 'viewer']);
    const [record] = await actions(id);
    assert.equal(record?.action, 'member.create');
    assert.equal(valueAt(record, 'actor.name'), 'SCIM: Okta');
    assert.equal(valueAt(record, 'actor.type'), 'key');
  });

  it('go the way of Okta: looked up, made, replaced, switched off and on, removed', async () => {
    const userName = freshEmail();
    await provider.get('/Users?startIndex=1&count=2', 200);
    const filter = `userName eq "${userName}"`;
    assert.equal((await provider.find('/Users?startIndex=1&count=100', filter)).at('totalResults'), 0);
    const user = {
      schemas: [USER],
      userName,
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Ada Byron',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const id = (await provider.post('/Users', user, 201)).string('id');
    const again = await provider.post('/Users', user, 409);
    assert.deepEqual([again.at('scimType'), again.at('status')], ['uniqueness', '409']);
    assert.deepEqual((await provider.find('/Users', filter)).each('Resources', 'id'), [id]);
    assert.deepEqual((await provider.find('/Users', 'externalId eq "00ujl29u0le5T6Aj10h7"')).each('Resources', 'id'), [
      id,
    ]);
    const { name, ...rest } = user;
    const replaced = await provider.put(`/Users/${id}`, { ...rest, id, displayName: 'Ada Lovelace' }, 200);
    assert.deepEqual([replaced.at('displayName'), replaced.at('name')], ['Ada Lovelace', undefined], String(name));
    assert.equal((await memberNow(id))?.name, 'Ada Lovelace');
    await provider.operate(`/Users/${id}`, [{ op: 'replace', value: { active: false } }], 200);
    assert.equal((await memberNow(id))?.suspended, true);
    assert.equal((await provider.get(`/Users/${id}`, 200)).at('active'), false);
    await provider.operate(`/Users/${id}`, [{ op: 'replace', value: { active: true } }], 200);
    assert.equal((await memberNow(id))?.suspended, false);
    await provider.delete(`/Users/${id}`, 204);
    assert.equal(await memberNow(id), undefined);
    const gone = await provider.get(`/Users/${id}`, 404);
    assert.deepEqual(gone.list('schemas'), ['urn:ietf:params:scim:api:messages:2.0:Error']);
    assert.deepEqual(
      (await actions(id)).map(({ action }) => action),
      ['member.create', 'member.update', 'member.update', 'member.update', 'member.delete'],
    );
    assert.equal(await provider.addUser(userName), id, 'the person stayed, and comes back');
  });

  it('go the way of Microsoft Entra: texts for booleans, paths with filters, the extension', async () => {
    const userName = freshEmail();
    const user = {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: 'True',
      displayName: 'BillG',
      emails: [{ type: 'work', value: userName, primary: true }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Bill G', familyName: 'G', givenName: 'Bill' },
      [ENTERPRISE]: { department: 'Sales' },
    };
    const id = (await provider.post('/Users', user, 201)).string('id');
    const patched = await provider.operate(
      `/Users/${id}`,
      [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@example.com' },
        { op: 'Replace', path: 'name.familyName', value: 'Updated' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44' },
        { op: 'Add', path: `${ENTERPRISE}:manager`, value: '42' },
        { op: 'Remove', path: `${ENTERPRISE}:department` },
      ],
      200,
    );
    assert.deepEqual(
      ['emails.0.value', 'name.familyName', 'phoneNumbers', `userName`].map((path) => patched.at(path)),
      ['other@example.com', 'Updated', [{ type: 'mobile', value: '+44' }], userName],
    );
    assert.deepEqual((patched.json as Record<string, unknown>)[ENTERPRISE], { manager: { value: '42' } });
    await provider.operate(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'False' }], 200);
    assert.equal((await memberNow(id))?.suspended, true);
    await provider.delete(`/Users/${id}`, 204);
  });

  it('that change nothing leave no version and no record', async () => {
    const id = await provider.addUser(undefined, { displayName: 'Same', title: 'Guide' });
    const before = await provider.get(`/Users/${id}`, 200);
    const { displayName, title, userName } = before.json as Record<string, string>;
    await provider.put(`/Users/${id}`, { schemas: [USER], userName, title, displayName }, 200);
    await provider.operate(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'Guide' }], 200);
    assert.equal((await provider.get(`/Users/${id}`, 200)).headers.etag, before.headers.etag);
    assert.equal((await actions(id)).length, 1);
  });

  it('carry ETags: 304, and 412 for what somebody else changed', async () => {
    const id = await provider.addUser();
    const etag = String((await provider.get(`/Users/${id}`, 200)).headers.etag);
    assert.equal((await provider.get(`/Users/${id}`, 304, { 'if-none-match': etag })).text, '');
    const operations = { schemas: [PATCH], Operations: [{ op: 'add', path: 'title', value: 'x' }] };
    await provider.patch(`/Users/${id}`, operations, 412, { 'if-match': 'W/"999.1"' });
    const after = await provider.patch(`/Users/${id}`, operations, 200, { 'if-match': etag });
    assert.notEqual(after.headers.etag, etag);
    await provider.put(`/Users/${id}`, { schemas: [USER], userName: freshEmail() }, 412, { 'if-match': etag });
    const refused = await provider.delete(`/Users/${id}`, 412, { 'if-match': etag });
    assert.equal(refused.at('status'), '412');
    await provider.delete(`/Users/${id}`, 204, { 'if-match': String(after.headers.etag) });
  });

  it('switched off lose their sessions at the next request, and log in again once they are on', async () => {
    const member = await joinAs(owner, 'editor');
    const path = `/Users/${member.userId}`;
    await member.actor.get('/auth/me', 200);
    assert.equal((await provider.get(path, 200)).at('userName'), member.email);
    await provider.operate(path, [{ op: 'replace', path: 'active', value: false }], 200);
    await member.actor.get('/auth/me', 401);
    const nobody = new Actor(stage.url, null);
    await nobody.post('/auth/refresh', { refresh_token: member.refreshToken }, 401);
    const credentials = { email: member.email, password: PASSWORD };
    await nobody.post('/auth/login', credentials, 403);
    assert.equal((await memberNow(member.userId))?.role, 'editor');
    await provider.operate(path, [{ op: 'replace', path: 'active', value: true }], 200);
    await member.actor.get('/auth/me', 401);
    assert.equal((await nobody.post('/auth/login', credentials, 200)).at('account.role'), 'editor');
    assert.equal((await memberNow(member.userId))?.suspended, false);
  });

  it('are switched off and removed but for the last owner who can act', async () => {
    const alone = await signUp(stage.url);
    const own = await providerOf(alone);
    const path = `/Users/${alone.userId}`;
    const refused = await own.operate(path, [{ op: 'replace', path: 'active', value: false }], 409);
    assert.equal(refused.at('status'), '409');
    await own.delete(path, 409);
    const second = await joinAs(alone, 'owner');
    await own.operate(`/Users/${second.userId}`, [{ op: 'replace', path: 'active', value: false }], 200);
    await own.delete(path, 409);
    await own.operate(`/Users/${second.userId}`, [{ op: 'replace', path: 'active', value: true }], 200);
    await own.delete(path, 204);
    await alone.actor.get(`/accounts/${alone.accountId}`, 401);
  });

  describe('of other accounts', () => {
    it('are never seen nor changed', async () => {
      const stranger = await signUp(stage.url);
      const path = `/Users/${stranger.userId}`;
      const missing = `/Users/${stranger.userId.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`;
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { schemas: [USER], userName: freshEmail() }],
        ['PATCH', { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] }],
        ['DELETE', undefined],
      ] as const) {
        const parts = body === undefined ? {} : { body };
        const [foreign, none] = [await provider.send(method, path, parts), await provider.send(method, missing, parts)];
        assert.deepEqual([foreign.status, foreign.text], [404, none.text], String(foreign));
      }
      for (const filter of [`id eq "${stranger.userId}"`, `userName eq "${stranger.email}"`, 'userName pr'])
        assert.ok(!(await provider.find('/Users', filter)).text.includes(stranger.userId));
      await stranger.actor.get('/auth/me', 200);
    });

    it('are not made members without their doing, and stay who they are', async () => {
      const stranger = await signUp(stage.url);
      const body = { schemas: [USER], userName: stranger.email, displayName: 'Taken over' };
      assert.equal((await provider.post('/Users', body, 409)).at('scimType'), 'uniqueness');
      assert.equal((await stranger.actor.get('/auth/me', 200)).at('user.name'), 'Ada');
    });

    it('who joined keep their name and address, whatever the provider calls them', async () => {
      const member = await joinAs(owner, 'author');
      const path = `/Users/${member.userId}`;
      const named = await provider.operate(path, [{ op: 'replace', path: 'displayName', value: 'Eve' }], 200);
      assert.equal(named.at('displayName'), 'Eve');
      const moved = await provider.operate(path, [{ op: 'replace', path: 'userName', value: freshEmail() }], 403);
      assert.match(moved.string('detail'), /belongs to the person/);
      const me = await member.actor.get('/auth/me', 200);
      assert.deepEqual([me.at('user.name'), me.at('user.email')], ['Grace', member.email]);
    });

    it('are found out about only so many times', async () => {
      const [curious, stranger] = [await signUp(stage.url), await signUp(stage.url)];
      const own = await providerOf(curious);
      const body = { schemas: [USER], userName: stranger.email };
      const statuses = new Set<number>();
      for (let time = 0; time < 101; time++) statuses.add((await own.post('/Users', body)).status);
      assert.deepEqual([...statuses], [409, 429]);
      const refused = await own.post('/Users', body, 429);
      assert.match(String(refused.headers['retry-after']), /^\d+$/);
      await own.addUser();
    });
  });

  it('that the provider made can get another address, while nobody else has to do with them', async () => {
    const [id, other] = [await provider.addUser(), await provider.addUser()];
    const next = freshEmail();
    const moved = await provider.operate(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: next }], 200);
    assert.equal(moved.at('userName'), next);
    assert.equal((await memberNow(id))?.email, next);
    const taken = await provider.operate(`/Users/${other}`, [{ op: 'replace', path: 'userName', value: next }], 409);
    assert.equal(taken.at('scimType'), 'uniqueness');
    await provider.operate(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: 'nonsense' }], 400);
  });

  it('are listed in pages, filtered, sorted and projected', async () => {
    const house = await signUp(stage.url);
    const own = await providerOf(house);
    const ids: string[] = [];
    for (const displayName of ['Cleo', 'ada', 'Bob', 'Dora'])
      ids.push(await own.addUser(undefined, { displayName, title: 'T' }));
    const all = await own.get('/Users', 200);
    assert.deepEqual(
      [all.at('schemas.0'), all.at('totalResults'), all.at('startIndex'), all.at('itemsPerPage')],
      ['urn:ietf:params:scim:api:messages:2.0:ListResponse', 5, 1, 5],
    );
    const page = await own.get('/Users?startIndex=2&count=2', 200);
    assert.deepEqual(
      [page.at('totalResults'), page.each('Resources', 'id')],
      [5, all.each('Resources', 'id').slice(1, 3)],
    );
    const none = await own.get('/Users?count=0', 200);
    assert.deepEqual([none.at('totalResults'), none.at('Resources')], [5, []]);
    assert.equal((await own.get('/Users?startIndex=-3&count=1', 200)).at('startIndex'), 1);
    assert.equal((await own.get('/Users?count=-1', 200)).at('itemsPerPage'), 0);
    assert.deepEqual((await own.get('/Users?startIndex=100', 200)).at('Resources'), []);
    const sorted = await own.find('/Users?sortBy=displayName', 'title pr');
    assert.deepEqual(sorted.each('Resources', 'displayName'), ['ada', 'Bob', 'Cleo', 'Dora']);
    const down = await own.get('/Users?sortBy=title&sortOrder=descending&attributes=title', 200);
    assert.deepEqual(down.each('Resources', 'title'), ['T', 'T', 'T', 'T', undefined]);
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      attributes: ['displayName'],
      filter: 'displayName sw "B" or displayName sw "c"',
      sortBy: 'displayName',
      startIndex: 1,
      count: 10,
    };
    const found = await own.post('/Users/.search', body, 200);
    assert.deepEqual(found.at('Resources.0'), { schemas: [USER], id: ids[2], displayName: 'Bob' });
    assert.equal(found.at('totalResults'), 2);
    for (const query of [
      'count=x',
      'startIndex=1.5',
      'sortBy=nothing',
      'sortOrder=up',
      'filter=x',
      'attributes=id&excludedAttributes=id',
    ])
      assert.equal((await own.get(`/Users?${query}`, 400)).at('status'), '400');
  });
});
