/** SCIM groups over HTTP: what identity providers send, and the roles that members get by them. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { freshEmail, joinAs, type Member, signUp } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { GROUP, PATCH, type Provider, providerOf } from './provider.ts';

onEachEngine('SCIM groups', (stage) => {
  let owner: Member;
  let provider: Provider;
  let mapping: string;
  before(async () => {
    owner = await signUp(stage.url);
    provider = await providerOf(owner);
    mapping = `/accounts/${owner.accountId}/scim-groups`;
  });
  const roleOf = async (id: string) =>
    (await owner.actor.get(`/accounts/${owner.accountId}/members/${id}`, 200)).string('role');
  const giveRole = (group: string, role: string | null) => owner.actor.patch(`${mapping}/${group}`, { role }, 200);
  const membersOf = async (group: string) => (await provider.get(`/Groups/${group}`, 200)).each('members', 'value');

  it('go the way of Okta: made empty, found, renamed, filled, emptied, deleted', async () => {
    const [ada, bob] = [await provider.addUser(), await provider.addUser()];
    const group = await provider.addGroup('Okta Editors');
    assert.deepEqual((await provider.find('/Groups', 'displayName eq "okta editors"')).each('Resources', 'id'), [
      group,
    ]);
    const path = `/Groups/${group}`;
    await provider.operate(path, [{ op: 'replace', value: { id: group, displayName: 'Editors' } }], 204);
    const added = [{ op: 'add', path: 'members', value: [{ value: ada, display: 'Ada' }, { value: bob }] }];
    await provider.operate(path, added, 204);
    await provider.operate(path, [{ op: 'remove', path: `members[value eq "${ada}"]` }], 204);
    const now = await provider.get(path, 200);
    assert.equal(now.at('displayName'), 'Editors');
    assert.deepEqual(now.at('members.0.value'), bob);
    assert.equal(now.at('members.0.$ref'), `${stage.url}/scim/v2/Users/${bob}`);
    assert.deepEqual((await provider.get(`/Users/${bob}`, 200)).at('groups'), [
      { value: group, $ref: `${stage.url}/scim/v2${path}`, display: 'Editors', type: 'direct' },
    ]);
    await provider.delete(path, 204);
    await provider.get(path, 404);
    assert.equal((await provider.get(`/Users/${bob}`, 200)).at('groups'), undefined);
  });

  it('go the way of Microsoft Entra: without members, asked about one, removed by value', async () => {
    const ada = await provider.addUser();
    const group = await provider.addGroup('Entra', [ada]);
    const listed = await provider.find('/Groups?excludedAttributes=members', 'displayName eq "Entra"');
    assert.equal(listed.at('Resources.0.members'), undefined);
    const asked = await provider.find('/Groups?attributes=id', `id eq "${group}" and members eq "${ada}"`);
    assert.deepEqual(asked.at('Resources'), [{ schemas: [GROUP], id: group }]);
    const shown = await provider.patch(
      `/Groups/${group}?attributes=members`,
      { schemas: [PATCH], Operations: [{ op: 'Remove', path: 'members', value: [{ value: ada }] }] },
      200,
    );
    assert.deepEqual(shown.json, { schemas: [GROUP], id: group });
    await provider.operate(`/Groups/${group}`, [{ op: 'Add', path: 'members', value: [{ value: ada }] }], 204);
    assert.deepEqual(await membersOf(group), [ada]);
    await provider.put(`/Groups/${group}`, { schemas: [GROUP], displayName: 'Entra' }, 200);
    assert.equal((await provider.get(`/Groups/${group}`, 200)).at('members'), undefined);
  });

  it('give their members the highest of their roles, and the default role once they give none', async () => {
    const ada = await provider.addUser();
    const [writers, builders] = [await provider.addGroup('Writers', [ada]), await provider.addGroup('Builders', [ada])];
    assert.equal(await roleOf(ada), 'viewer');
    const given = await giveRole(writers, 'editor');
    assert.deepEqual([given.at('role'), given.at('members'), given.at('version')], ['editor', 1, 2]);
    assert.equal(await roleOf(ada), 'editor');
    await giveRole(builders, 'developer');
    assert.equal(await roleOf(ada), 'developer');
    assert.deepEqual((await provider.get(`/Users/${ada}`, 200)).at('roles.0.value'), 'developer');
    await provider.operate(`/Groups/${builders}`, [{ op: 'remove', path: 'members' }], 204);
    assert.equal(await roleOf(ada), 'editor');
    await giveRole(writers, null);
    assert.equal(await roleOf(ada), 'viewer');
    await giveRole(writers, 'admin');
    await provider.delete(`/Groups/${writers}`, 204);
    assert.equal(await roleOf(ada), 'viewer');
  });

  it('leave owners owners, and a role that was given by hand until the groups give another', async () => {
    const member = await joinAs(owner, 'author');
    const group = await provider.addGroup('All', [owner.userId, member.userId]);
    assert.equal(await roleOf(member.userId), 'author');
    await giveRole(group, 'editor');
    assert.deepEqual([await roleOf(owner.userId), await roleOf(member.userId)], ['owner', 'editor']);
    await owner.actor.patch(`/accounts/${owner.accountId}/members/${member.userId}`, { role: 'developer' }, 200);
    await provider.operate(`/Groups/${group}`, [{ op: 'replace', path: 'displayName', value: 'Everybody' }], 204);
    assert.equal(await roleOf(member.userId), 'developer');
    assert.equal((await owner.actor.patch(`${mapping}/${group}`, { role: 'owner' })).status, 422);
  });

  it('change roles from the next request on, with a record for each member', async () => {
    const member = await joinAs(owner, 'developer');
    const group = await provider.addGroup('Readers', [member.userId]);
    await member.actor.post('/spaces', { name: 'x' }, 403);
    await giveRole(group, 'admin');
    await member.actor.post('/spaces', { name: 'x' }, 201);
    const audit = await owner.actor.get(`/accounts/${owner.accountId}/audit?limit=3`, 200);
    assert.deepEqual(audit.each('items', 'action'), ['space.create', 'scim_group.update', 'member.update']);
    await provider.operate(`/Groups/${group}`, [{ op: 'remove', path: 'members' }], 204);
    await member.actor.post('/spaces', { name: 'x' }, 403);
  });

  it('take only users of the account, and no groups', async () => {
    const stranger = await signUp(stage.url);
    const group = await provider.addGroup('Strict');
    for (const value of [stranger.userId, 'usr_nobody', group]) {
      const refused = await provider.operate(
        `/Groups/${group}`,
        [{ op: 'add', path: 'members', value: [{ value }] }],
        400,
      );
      assert.equal(refused.at('scimType'), 'invalidValue');
    }
    const nested = [{ op: 'add', path: 'members', value: [{ value: group, type: 'Group' }] }];
    assert.match((await provider.operate(`/Groups/${group}`, nested, 400)).string('detail'), /Groups in groups/);
    await provider.post('/Groups', { schemas: [GROUP] }, 400);
    assert.equal((await provider.get(`/Groups/${group}`, 200)).at('members'), undefined);
  });

  it('lose members who are removed, and keep those who are switched off', async () => {
    const [ada, bob] = [await provider.addUser(), await provider.addUser()];
    const group = await provider.addGroup('Kept', [ada, bob]);
    await provider.operate(`/Users/${bob}`, [{ op: 'replace', path: 'active', value: false }], 200);
    await owner.actor.delete(`/accounts/${owner.accountId}/members/${ada}`, 204);
    assert.deepEqual(await membersOf(group), [bob]);
    await provider.get(`/Users/${ada}`, 404);
  });

  it('of another account do not exist', async () => {
    const stranger = await signUp(stage.url);
    const theirs = await (await providerOf(stranger)).addGroup('Theirs');
    await provider.get(`/Groups/${theirs}`, 404);
    await provider.delete(`/Groups/${theirs}`, 404);
    await owner.actor.get(`${mapping}/${theirs}`, 404);
    await owner.actor.patch(`${mapping}/${theirs}`, { role: 'editor' }, 404);
    await owner.actor.get(`/accounts/${stranger.accountId}/scim-groups`, 404);
    assert.ok(!(await provider.get('/Groups', 200)).text.includes(theirs));
  });

  it('and users are searched together', async () => {
    const name = `Both ${freshEmail()}`;
    const [user, group] = [await provider.addUser(undefined, { displayName: name }), await provider.addGroup(name)];
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: `displayName eq "${name}" and not (members pr)`,
      attributes: ['displayName', 'userName'],
    };
    const found = await provider.post('/.search', body, 200);
    assert.deepEqual([found.at('totalResults'), found.each('Resources', 'id')], [2, [user, group]]);
    assert.deepEqual(found.each('Resources', 'displayName'), [name, name]);
  });

  it('of many members are changed together', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => provider.addUser()));
    const group = await provider.addGroup('Many', ids);
    await giveRole(group, 'author');
    const members = await owner.actor.get(`/accounts/${owner.accountId}/members?role=author&limit=1000`, 200);
    const authors = new Set(members.each('items', 'user_id'));
    assert.ok(ids.every((id) => authors.has(id)));
    const operations = ids.slice(1).map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` }));
    await provider.operate(`/Groups/${group}`, operations, 204);
    assert.deepEqual(await membersOf(group), ids.slice(0, 1));
    assert.equal(await roleOf(ids[1] ?? ''), 'viewer');
  });
});
