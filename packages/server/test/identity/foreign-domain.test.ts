/**
 * Providers of one account and the addresses of others: no users in domains that another account has verified, a way for
 * the owner of an address to get what a provider took, and nothing personal changed by sessions of single sign-on.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor } from '../../../testing/src/client.ts';
import { PASSWORD, signUp } from '../../../testing/src/given.ts';
import { addApp } from '../../../testing/src/people/protected-member.ts';
import { RESET_PREFIX } from '../../src/identity/actors/token-kinds.ts';
import { type Company, onEachProofStage } from './proofs.ts';
import { USER } from './scim/provider.ts';
import { exchange, lastRefusal, refusedOn } from './sso-log-in.ts';

onEachProofStage('an address in a domain of another account', (stage) => {
  it('gets no user by SCIM, neither made nor renamed', async () => {
    const [holder, other] = [await stage.company(), await stage.company()];
    const userName = stage.emailAt(holder.domain);
    const refused = await other.scim.post('/Users', { schemas: [USER], userName }, 403);
    assert.match(refused.text, /verified for another account/);
    const id = await other.scim.addUser(stage.emailAt('elsewhere.example'));
    await other.scim.operate(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: userName }], 403);
    await other.scim.put(`/Users/${id}`, { schemas: [USER], userName }, 403);
    await signUp(stage.url, userName);
  });

  for (const protocol of ['oidc', 'saml'] as const)
    it(`gets no user by ${protocol}, invited or not`, async () => {
      const [holder, other] = [await stage.company(), await stage.company(protocol)];
      const email = stage.emailAt(holder.domain);
      const logIn = async () => {
        refusedOn(await stage.logIn(other, email));
        assert.match(await lastRefusal(other.owner), /verified for another account/);
      };
      await logIn();
      const path = `/accounts/${other.owner.accountId}/invitations`;
      await other.owner.actor.post(path, { email, role: 'editor' }, 201);
      await logIn();
      await signUp(stage.url, email);
    });
});

onEachProofStage('an address that a provider took', (stage) => {
  const reset = async (email: string) => {
    await stage.nobody.post('/auth/forgot-password', { email }, 202);
    const token = await stage.mailed(email, RESET_PREFIX);
    await stage.nobody.post('/auth/reset-password', { token, password: PASSWORD }, 204);
    return stage.nobody.post('/auth/login', { email, password: PASSWORD }, 200);
  };
  const takenBy = {
    'SCIM, which deleted the user again': async (company: Company, email: string) => {
      await company.scim.delete(`/Users/${await company.scim.addUser(email)}`, 204);
    },
    'SCIM, of an account that requires single sign-on': async (company: Company, email: string) => {
      await company.scim.addUser(email);
      const { actor, accountId, userId } = company.owner;
      await actor.patch(`/accounts/${accountId}/members/${userId}`, { break_glass: true }, 200);
      await actor.patch(`/accounts/${accountId}/sso`, { required: true }, 200);
    },
    'single sign-on': async (company: Company, email: string) => {
      await exchange(stage.url, await stage.logIn(company, email));
    },
  };
  for (const [how, take] of Object.entries(takenBy))
    it(`is its owner’s once they reset the password, with an account of their own: taken by ${how}`, async () => {
      const company = await stage.company('oidc', false);
      const email = stage.emailAt('elsewhere.example');
      await take(company, email);
      await stage.nobody.post('/auth/signup', { email, password: PASSWORD }, 409);
      const session = await reset(email);
      const actor = new Actor(stage.url, session.string('access_token'));
      const me = await actor.get('/auth/me', 200);
      const own = (me.at('accounts') as { id: string; role: string }[]).filter(({ role }) => role === 'owner');
      assert.equal(own.length, 1, me.text);
      const inOwn = await actor.post('/auth/switch-account', { account_id: own[0]?.id }, 200);
      await new Actor(stage.url, inOwn.string('access_token')).post('/spaces', { name: 'Mine' }, 201);
    });
});

onEachProofStage('a session by single sign-on', (stage) => {
  it('changes nothing of the person beyond its account', async () => {
    const company = await stage.company('oidc', false);
    const member = await stage.proven();
    const path = `/accounts/${company.owner.accountId}/invitations`;
    const { email } = member;
    const token = (await company.owner.actor.post(path, { email, role: 'viewer' }, 201)).string('token');
    await member.actor.post('/invitations/accept', { token }, 200);
    const session = await exchange(stage.url, await stage.logIn(company, email));
    const actor = new Actor(stage.url, session.string('access_token'));
    const other = await stage.proven();
    const invited = await other.actor.post(`/accounts/${other.accountId}/invitations`, { email, role: 'owner' }, 201);
    const password = { password: PASSWORD };
    const requests: [string, string, object?][] = [
      ['PATCH', '/auth/me', { password: 'another quiet harbour 6', current_password: PASSWORD }],
      ['PATCH', '/auth/me', { name: 'Mallory' }],
      ['DELETE', '/auth/me', password],
      ['POST', '/auth/me/restore'],
      ['POST', '/auth/second-factor/totp', password],
      ['POST', '/auth/second-factor/recovery-codes', password],
      ['DELETE', '/auth/second-factor/totp', password],
      ['POST', '/auth/resend-verification'],
      ['POST', '/invitations/accept', { token: invited.string('token') }],
    ];
    for (const [method, at, body] of requests) {
      const refused = await actor.send(method, at, body === undefined ? {} : { body });
      assert.deepEqual([refused.status, refused.at('detail.code')], [403, 'insufficient_permission'], String(refused));
    }
    assert.equal((await member.actor.get('/accounts', 200)).at('total'), 2);
    await stage.nobody.post('/auth/login', { email, password: PASSWORD }, 200);
  });

  it('changes the name of somebody who belongs to its account alone', async () => {
    const company = await stage.company('oidc', false);
    const session = await exchange(stage.url, await stage.logIn(company, stage.emailAt('elsewhere.example')));
    const actor = new Actor(stage.url, session.string('access_token'));
    const me = await actor.patch('/auth/me', { name: 'Grace' }, 200);
    assert.equal(me.at('user.name'), 'Grace');
  });
});

onEachProofStage('a provider that gives somebody another address in its domain', (stage) => {
  it('takes no second factor from them, not with a reset of the password either', async () => {
    const company = await stage.company();
    const member = await stage.proven(stage.emailAt(company.domain));
    await addApp(member);
    const id = await company.scim.addUser(member.email);
    const email = stage.emailAt(company.domain);
    await company.scim.operate(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: email }]);
    await stage.nobody.post('/auth/forgot-password', { email }, 202);
    const token = await stage.mailed(email, RESET_PREFIX);
    await stage.nobody.post('/auth/reset-password', { token, password: PASSWORD }, 204);
    const held = await stage.nobody.post('/auth/login', { email, password: PASSWORD });
    assert.deepEqual(held.at('detail.methods'), ['totp', 'recovery_code'], held.text);
  });
});
