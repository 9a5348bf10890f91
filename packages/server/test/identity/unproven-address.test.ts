/**
 * Somebody signs up with a colleague's address, and the company brings the colleague in. In each of the ways to do so, the
 * stranger loses what they set up with the address, or stays outside, and gains nothing.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Actor, send } from '../../../testing/src/client.ts';
import { makeKey, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { addApp } from '../../../testing/src/people/protected-member.ts';
import { INVITATION_PREFIX, RESET_PREFIX } from '../../src/identity/actors/token-kinds.ts';
import {
  assertOutside,
  assertShutOut,
  type Company,
  onEachProofStage,
  type ProofStage,
  type Stranger,
} from './proofs.ts';
import { USER } from './scim/provider.ts';
import { codeIn, exchange, refusedOn } from './sso-log-in.ts';

const OWNERS_PASSWORD = 'the rightful harbour 42';

/** What the audit of a company's account says that ended with the first proof of an address. */
async function endedIn({ owner }: Company, userId: string): Promise<Record<string, number>> {
  const audit = await owner.actor.get(`/accounts/${owner.accountId}/audit?action=user.verify&limit=1000`, 200);
  const records = audit.list('items') as { target: { id: string }; changes: { before: Record<string, number> } }[];
  const found = records.filter(({ target }) => target.id === userId);
  assert.equal(found.length, 1, audit.text);
  return found[0]?.changes.before ?? {};
}

/** Sets a password by mail, and logs in with it, without a second factor. */
async function resetAndLogIn(stage: ProofStage, email: string) {
  await stage.nobody.post('/auth/forgot-password', { email }, 202);
  const token = await stage.mailed(email, RESET_PREFIX);
  await stage.nobody.post('/auth/reset-password', { token, password: OWNERS_PASSWORD }, 204);
  return stage.nobody.post('/auth/login', { email, password: OWNERS_PASSWORD }, 200);
}

onEachProofStage('a stranger with the address of a colleague', (stage) => {
  const everything = (passwords: number) => ({
    sessions: 1,
    ...(passwords === 0 ? {} : { passwords }),
    ...(stage.verifies ? {} : { authenticator_apps: 1, passkeys: 1, api_keys: 3 }),
  });
  /** What holds whichever way the company brought the colleague in. */
  const assertTakenOver = async (company: Company, stranger: Stranger, passwords = 1) => {
    await assertShutOut(stage, stranger);
    assert.deepEqual(await endedIn(company, stranger.userId), everything(passwords));
    if (passwords > 0 || !stage.verifies) await stage.mailsAbout(stranger.email, /was reset/);
    const read = stranger.delivery && (await stranger.delivery.get('/content-types'));
    assert.ok(read === undefined || read.status !== 401, 'a delivery key reads what everybody may');
  };

  describe('loses the user', () => {
    it('when SCIM adds the colleague, who sets a password by mail', async () => {
      const company = await stage.company();
      const stranger = await stage.stranger(stage.emailAt(company.domain));
      await company.scim.addUser(stranger.email.toUpperCase());
      await assertTakenOver(company, stranger);
      const session = await resetAndLogIn(stage, stranger.email);
      assert.equal(session.at('user.email_verified'), true);
      const accounts = await new Actor(stage.url, session.string('access_token')).get('/accounts', 200);
      assert.ok(accounts.each('items', 'id').includes(company.owner.accountId));
    });

    for (const protocol of ['oidc', 'saml'] as const)
      it(`when the colleague logs in by ${protocol}, with an invitation and without one`, async () => {
        const company = await stage.company(protocol);
        for (const isInvited of [false, true]) {
          const stranger = await stage.stranger(stage.emailAt(company.domain));
          const { actor, accountId } = company.owner;
          const invitation = { email: stranger.email, role: 'editor' };
          if (isInvited) await actor.post(`/accounts/${accountId}/invitations`, invitation, 201);
          const session = await exchange(stage.url, await stage.logIn(company, stranger.email));
          assert.deepEqual(
            [session.at('account.id'), session.at('account.role'), session.at('user.email_verified')],
            [accountId, isInvited ? 'editor' : 'viewer', true],
          );
          await assertTakenOver(company, stranger);
          await new Actor(stage.url, session.string('access_token')).get('/spaces', 200);
        }
      });

    it('when the colleague signs up with the mail of an invitation', async () => {
      const company = await stage.company('oidc', false);
      const stranger = await stage.stranger(stage.emailAt('elsewhere.example'));
      const { email } = stranger;
      await company.owner.actor.post(`/accounts/${company.owner.accountId}/invitations`, { email, role: 'admin' }, 201);
      const invitation_token = await stage.mailed(email, INVITATION_PREFIX);
      const body = { email, password: OWNERS_PASSWORD, name: 'Grace', invitation_token };
      const session = await stage.nobody.post('/auth/signup', body, 201);
      assert.deepEqual([session.at('user.name'), session.at('user.email_verified')], ['Grace', true]);
      assert.deepEqual([session.at('account.id'), session.at('account.role')], [company.owner.accountId, 'admin']);
      await assertTakenOver(company, stranger, 0);
      await stage.nobody.post('/auth/login', { email, password: OWNERS_PASSWORD }, 200);
    });

    it('when the owner of the address resets the password', async () => {
      const stranger = await stage.stranger(stage.emailAt('elsewhere.example'));
      await resetAndLogIn(stage, stranger.email);
      await assertShutOut(stage, stranger);
    });

    it('and makes no key or token with what ends at that moment', async () => {
      const stranger = await stage.stranger(stage.emailAt('elsewhere.example'));
      const { actor, accountId, management } = stranger;
      if (management === undefined) return;
      const spaceId = (await actor.get('/spaces', 200)).each('items', 'id').at(0);
      const keys = `/spaces/${spaceId}/api-keys`;
      const { id } = (await actor.get(`${keys}?limit=1`, 200)).list('items')[0] as { id: string };
      const body = { name: 'late', kind: 'management', role: 'admin' };
      const responses = await stage.endBeside(stranger, () => [
        actor.post(keys, body),
        actor.post(`${keys}/${id}/rotate`),
        management.post(keys, body),
        actor.post(`/accounts/${accountId}/scim-tokens`, { name: 'late' }),
      ]);
      assert.deepEqual(
        responses.map(({ status }) => status),
        [401, 401, 401, 401],
      );
    });

    it('and the deletion of it that was asked for is off', async () => {
      const company = await stage.company();
      const stranger = await signUp(stage.url, stage.emailAt(company.domain));
      await stage.markForDeletion(stranger);
      const session = await exchange(stage.url, await stage.logIn(company, stranger.email));
      const me = await new Actor(stage.url, session.string('access_token')).get('/auth/me', 200);
      assert.equal(me.at('deletion_at'), null);
    });
  });

  describe('stays outside', () => {
    it('while SCIM renames somebody to the address, or names the stranger in a group', async () => {
      const company = await stage.company();
      const stranger = await stage.stranger(stage.emailAt(company.domain));
      const id = await company.scim.addUser(stage.emailAt(company.domain));
      const userName = stranger.email;
      await company.scim.operate(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: userName }], 409);
      await company.scim.put(`/Users/${id}`, { schemas: [USER], userName }, 409);
      await company.scim.put(`/Users/${stranger.userId}`, { schemas: [USER], userName }, 404);
      await company.scim.operate(`/Users/${stranger.userId}`, [{ op: 'replace', path: 'active', value: true }], 404);
      const members = [{ value: stranger.userId }];
      const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'All', members };
      await company.scim.post('/Groups', group, 400);
      const groupId = await company.scim.addGroup('Some', []);
      await company.scim.operate(`/Groups/${groupId}`, [{ op: 'add', path: 'members', value: members }], 400);
      await assertOutside(stage, stranger, company);
    });

    it('when the company verifies the domain, or has not', async () => {
      const company = await stage.company();
      const early = await stage.stranger(stage.emailAt(company.domain));
      await assertOutside(stage, early, company);
      const other = await stage.company('saml', false);
      const stranger = await stage.stranger(stage.emailAt('elsewhere.example'));
      await other.scim.post('/Users', { schemas: [USER], userName: stranger.email }, 409);
      refusedOn(await stage.logIn(other, stranger.email));
      await assertOutside(stage, stranger, other);
    });

    it('when the token of an invitation is handed to the colleague, who cannot use it for the stranger’s user', async () => {
      const company = await stage.company('oidc', false);
      const stranger = await stage.stranger(stage.emailAt('elsewhere.example'));
      const { email } = stranger;
      const path = `/accounts/${company.owner.accountId}/invitations`;
      const token = (await company.owner.actor.post(path, { email, role: 'editor' }, 201)).string('token');
      const body = { email, password: OWNERS_PASSWORD, invitation_token: token };
      await stage.nobody.post('/auth/signup', body, 409);
      await stage.nobody.post('/auth/login', body, 401);
      const form = new URLSearchParams({ token, email, name: 'Grace', password: OWNERS_PASSWORD }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal((await send(stage.url, 'POST', '/accept-invitation', { raw: form, headers })).status, 401);
      await assertOutside(stage, stranger, company);
    });
  });

  it('whoever has proven the address keeps all of it', async () => {
    const company = await stage.company();
    const member = await stage.proven(stage.emailAt(company.domain));
    await company.scim.addUser(member.email);
    codeIn(await stage.logIn(company, member.email));
    await member.actor.get('/spaces', 200);
    await stage.nobody.post('/auth/login', { email: member.email, password: PASSWORD }, 200);
  });

  it('a member whom the account invited keeps their password when single sign-on names them', async () => {
    const company = await stage.company();
    const email = stage.emailAt(company.domain);
    const path = `/accounts/${company.owner.accountId}/invitations`;
    const token = (await company.owner.actor.post(path, { email, role: 'editor' }, 201)).string('token');
    const body = { email, password: PASSWORD, invitation_token: token };
    const actor = new Actor(stage.url, (await stage.nobody.post('/auth/signup', body, 201)).string('access_token'));
    const session = await exchange(stage.url, await stage.logIn(company, email));
    assert.deepEqual([session.at('account.role'), session.at('user.email_verified')], ['editor', true]);
    await actor.get('/auth/me', 200);
  });

  it('whoever founded the account keeps everything when its own provider names them, proven or not', async () => {
    // Where addresses are verified, nobody gets as far without a proof.
    const found = (domain: string) =>
      stage.verifies ? stage.proven(stage.emailAt(domain)) : signUp(stage.url, stage.emailAt(domain));
    const company = await stage.company('oidc', true, found);
    const { actor, email, accountId, userId } = company.owner;
    const spaceId = (await actor.post('/spaces', { name: 'Ours' }, 201)).string('id');
    const key = await makeKey(actor, spaceId, { kind: 'management', role: 'admin' });
    const { phone } = await addApp(company.owner);
    await company.scim.post('/Users', { schemas: [USER], userName: email }, 409);
    await company.scim.put(`/Users/${userId}`, { schemas: [USER], userName: email, displayName: 'Ada Lovelace' });
    const session = await exchange(stage.url, await stage.logIn(company, email));
    assert.deepEqual([session.at('account.id'), session.at('account.role')], [accountId, 'owner']);
    await actor.patch(`/accounts/${accountId}/members/${userId}`, { break_glass: true }, 200);
    await actor.patch(`/accounts/${accountId}/sso`, { required: true }, 200);
    await actor.get('/auth/me', 200);
    await key.get('/content-types');
    const { challenge } = (await stage.nobody.post('/auth/login', { email, password: PASSWORD }, 403)).at('detail') as {
      challenge: string;
    };
    await stage.nobody.post('/auth/second-factor', { challenge, code: phone.code(Date.now(), 1) }, 200);
  });
});
