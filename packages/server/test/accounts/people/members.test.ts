/**
 * Members of an account over HTTP: who sees and changes whom, what takes effect at the next request, and the last owner, who stays
 * despite concurrent changes.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Actor } from '../../../../testing/src/client.ts';
import { given, joinAs, type Member, makeKey, PASSWORD, type Scene, signUp } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

/** Uses within that minute. */
const USES = 20;
const DEMOTIONS = 100;

onEachEngine('members', (stage) => {
  let scene: Scene;
  let owner: Member;
  let admin: Member;
  let editor: Member;
  before(async () => {
    scene = await given(stage.url);
    owner = scene.member;
    admin = await joinAs(owner, 'admin');
    editor = await joinAs(owner, 'editor');
  });
  const path = (member: Member) => `/accounts/${owner.accountId}/members/${member.userId}`;
  const switchTo = async (member: Member, accountId: string) => {
    const session = await member.actor.post('/auth/switch-account', { account_id: accountId }, 200);
    return new Actor(stage.url, session.string('access_token'));
  };

  describe('the list', () => {
    it('shows role, way of joining and last use, to every member', async () => {
      const list = await editor.actor.get(`/accounts/${owner.accountId}/members?order=-role`, 200);
      assert.deepEqual(list.each('items', 'role').slice(0, 2), ['owner', 'admin']);
      assert.equal(list.at('total'), list.list('items').length);
      const member = await admin.actor.get(path(editor), 200);
      assert.deepEqual(
        [member.at('email'), member.at('role'), member.at('joined_by'), member.at('break_glass'), member.at('version')],
        [editor.email, 'editor', 'invitation', false, 1],
      );
      assert.equal(member.headers.etag, '"1"');
      assert.match(member.string('last_seen_at'), /^\d{4}-.*Z$/);
    });

    it('is searched by the words of name and address, and filtered by role', async () => {
      const list = (query: string) => owner.actor.get(`/accounts/${owner.accountId}/members?${query}`, 200);
      const [localPart = ''] = editor.email.split('@');
      assert.deepEqual((await list(`q=GRACE+${localPart}`)).each('items', 'user_id'), [editor.userId]);
      assert.deepEqual((await list('q=nobody+at+all')).list('items'), []);
      assert.deepEqual((await list('role=admin')).each('items', 'user_id'), [admin.userId]);
      const first = await list('limit=1&order=email');
      assert.match(String(first.headers.link), /rel="next"/);
      await owner.actor.get(`/accounts/${owner.accountId}/members?role=king`, 422);
      await owner.actor.get(`/accounts/${owner.accountId}/members?order=password`, 422);
    });

    it('writes the last use once a minute', async () => {
      const member = await joinAs(owner, 'viewer');
      await member.actor.get('/auth/me', 200);
      const seen = (await owner.actor.get(path(member), 200)).string('last_seen_at');
      for (let again = 0; again < USES; again++) await member.actor.get('/auth/me', 200);
      assert.equal((await owner.actor.get(path(member), 200)).string('last_seen_at'), seen);
      assert.equal((await owner.actor.get(path(member), 200)).at('version'), 1, 'it is no change of the member');
    });
  });

  describe('a change of role', () => {
    it('holds at the next request, and shows in the audit', async () => {
      const member = await joinAs(owner, 'viewer');
      await member.actor.post('/spaces', { name: 'No' }, 403);
      const changed = await admin.actor.patch(path(member), { role: 'admin', version: 1 }, 200);
      assert.deepEqual([changed.at('role'), changed.at('version'), changed.headers.etag], ['admin', 2, '"2"']);
      assert.ok((await member.actor.get('/auth/me', 200)).list('permissions').includes('member.manage'));
      await admin.actor.patch(path(member), { role: 'editor', version: 1 }, 409);
      await admin.actor.patch(path(member), { role: 'viewer' }, 200, { 'if-match': '"2"' });
      await member.actor.post('/spaces', { name: 'No' }, 403);
      const audit = await owner.actor.get(`/accounts/${owner.accountId}/audit?action=member.update&limit=1`, 200);
      assert.deepEqual(
        [
          audit.at('items.0.target.id'),
          audit.at('items.0.changes.before.role'),
          audit.at('items.0.changes.after.role'),
        ],
        [member.userId, 'admin', 'viewer'],
      );
    });

    it('is never above one’s own, or of someone who is', async () => {
      const viewer = await joinAs(owner, 'viewer');
      const refusals: readonly (readonly [Member, Member, object])[] = [
        [admin, editor, { role: 'owner' }],
        [admin, admin, { role: 'owner' }],
        [admin, owner, { role: 'admin' }],
        [editor, viewer, { role: 'author' }],
        [editor, editor, { role: 'admin' }],
        [viewer, viewer, { role: 'owner' }],
        [admin, editor, { break_glass: true }],
      ];
      for (const [by, whom, body] of refusals) {
        const refused = await by.actor.patch(path(whom), body, 403);
        assert.equal(refused.at('detail.code'), 'insufficient_permission', String(refused));
      }
      await admin.actor.delete(path(owner), 403);
      await editor.actor.delete(path(viewer), 403);
      for (const body of [{ role: 'king' }, { role: null }, { email: 'x@example.com' }, { break_glass: 1 }])
        await owner.actor.patch(path(editor), body, 422);
    });

    it('lets owners mark an owner as break-glass, which goes with the role', async () => {
      const other = await joinAs(owner, 'owner');
      await owner.actor.patch(path(editor), { break_glass: true }, 422);
      assert.equal((await owner.actor.patch(path(other), { break_glass: true }, 200)).at('break_glass'), true);
      const demoted = await owner.actor.patch(path(other), { role: 'admin' }, 200);
      assert.deepEqual([demoted.at('role'), demoted.at('break_glass')], ['admin', false]);
      assert.equal((await owner.actor.patch(path(other), { role: 'admin' }, 200)).at('version'), demoted.at('version'));
    });
  });

  describe('the end of a membership', () => {
    it('ends every session in the account at once, and no other', async () => {
      const member = await signUp(stage.url);
      const invitation = await owner.actor.post(
        `/accounts/${owner.accountId}/invitations`,
        { email: member.email, role: 'developer' },
        201,
      );
      await member.actor.post('/invitations/accept', { token: invitation.string('token') }, 200);
      const there = await switchTo(member, owner.accountId);
      const key = await makeKey(there, scene.spaceId, { kind: 'delivery' });
      await there.get('/spaces', 200);
      await admin.actor.delete(path(member), 204);
      await there.get('/spaces', 401);
      await there.get('/auth/me', 401);
      await member.actor.get('/auth/me', 200);
      await member.actor.post('/auth/switch-account', { account_id: owner.accountId }, 422);
      await owner.actor.get(path(member), 404);
      await key.get(`${scene.read}/entries`, 200);
      const keys = await owner.actor.get(`${scene.space}/api-keys`, 200);
      assert.ok(keys.each('items', 'created_by').includes(member.userId), 'the key stays and says who made it');
    });

    it('is everybody’s own decision', async () => {
      const viewer = await joinAs(owner, 'viewer');
      await viewer.actor.delete(path(viewer), 204);
      await viewer.actor.get('/auth/me', 401);
      const login = { email: viewer.email, password: PASSWORD };
      const refused = await new Actor(stage.url, null).post('/auth/login', login, 403);
      assert.equal(refused.at('detail.code'), 'insufficient_permission');
    });
  });

  describe('the last owner', () => {
    it('stays', async () => {
      const { actor, accountId, userId } = await signUp(stage.url);
      const self = `/accounts/${accountId}/members/${userId}`;
      assert.equal((await actor.delete(self, 409)).at('detail.code'), 'conflict');
      assert.equal((await actor.patch(self, { role: 'admin' }, 409)).at('detail.code'), 'conflict');
      assert.equal((await actor.get(self, 200)).at('role'), 'owner');
    });

    it(`is left by ${DEMOTIONS} parallel demotions of two`, async () => {
      const first = await signUp(stage.url);
      const second = await joinAs(first, 'owner');
      const self = ({ userId }: Member) => `/accounts/${first.accountId}/members/${userId}`;
      const demotions = Array.from({ length: DEMOTIONS }, (_, n) => {
        const [by, whom] = n % 2 === 0 ? [first, second] : [second, first];
        return n % 4 < 2 ? by.actor.patch(self(whom), { role: 'admin' }) : by.actor.delete(self(by));
      });
      const statuses = (await Promise.all(demotions)).map(({ status }) => status);
      assert.ok(
        statuses.every((status) => [200, 204, 401, 403, 404, 409].includes(status)),
        statuses.join(),
      );
      const who = (await first.actor.get('/auth/me')).status === 200 ? first : second;
      const list = await who.actor.get(`/accounts/${first.accountId}/members?role=owner`, 200);
      assert.equal(list.at('total'), 1);
    });

    it('is not one who will be deleted', async () => {
      const first = await signUp(stage.url);
      const second = await joinAs(first, 'owner');
      await second.actor.send('DELETE', '/auth/me', { body: { password: PASSWORD } });
      await first.actor.delete(`/accounts/${first.accountId}/members/${first.userId}`, 409);
      const refused = await first.actor.send('DELETE', '/auth/me', { body: { password: PASSWORD } });
      assert.deepEqual([refused.status, refused.at('detail.accounts.0')], [409, first.accountId]);
      await second.actor.post('/auth/me/restore', undefined, 200);
      await first.actor.delete(`/accounts/${first.accountId}/members/${first.userId}`, 204);
    });
  });

  it('of another account are not there, whatever the request', async () => {
    const stranger = await signUp(stage.url);
    for (const id of [owner.accountId, 'acc_00000000000000000000000000']) {
      const members = `/accounts/${id}/members`;
      for (const response of [
        await stranger.actor.get(members),
        await stranger.actor.get(`${members}/${editor.userId}`),
        await stranger.actor.patch(`${members}/${editor.userId}`, { role: 'viewer' }),
        await stranger.actor.delete(`${members}/${editor.userId}`),
        await stranger.actor.delete(`${members}/${stranger.userId}`),
        await stranger.actor.get(`/accounts/${id}/invitations`),
        await stranger.actor.post(`/accounts/${id}/invitations`, { email: 'x@example.com', role: 'viewer' }),
        await stranger.actor.delete(`/accounts/${id}`),
        await stranger.actor.post(`/accounts/${id}/restore`),
      ])
        assert.equal(response.status, 404, String(response));
    }
  });

  it('need a second factor where an owner requires it', async () => {
    const { actor, accountId } = await signUp(stage.url);
    const member = await joinAs({ actor, accountId }, 'admin');
    await member.actor.patch(`/accounts/${accountId}`, { second_factor: 'required' }, 403);
    await actor.patch(`/accounts/${accountId}`, { second_factor: 'perhaps' }, 422);
    const changed = await actor.patch(`/accounts/${accountId}`, { second_factor: 'required', name: 'Safe' }, 200);
    assert.deepEqual([changed.at('second_factor'), changed.at('name')], ['required', 'Safe']);
    for (const by of [member.actor, actor]) {
      assert.equal((await by.get('/spaces', 403)).at('detail.code'), 'second_factor_required');
      await by.get('/auth/me', 200);
    }
  });
});
