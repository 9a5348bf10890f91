/**
 * An account that requires a second factor of its members: without one they can only set one up, on every route; and what
 * else there is to second factors beyond one service: the command of the operator, invitations.
 */

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Actor, send } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../testing/src/environment.ts';
import { freshEmail, joinAs, type Member, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { mailsTo } from '../../../testing/src/people/mails.ts';
import { addApp, addPasskey, protect } from '../../../testing/src/people/protected-member.ts';
import { runProgram } from '../../../testing/src/process.ts';
import { startService } from '../../../testing/src/service.ts';
import { until } from '../../../testing/src/until.ts';
import { type Route, routesOf } from '../routes/described-routes.ts';

onEachEngine('an account that requires a second factor', (stage) => {
  let owner: Member;
  let member: Member;
  let routes: Route[];
  before(async () => {
    owner = await signUp(stage.url);
    member = await joinAs(owner, 'admin');
    await addApp(owner);
    await owner.actor.patch(`/accounts/${owner.accountId}`, { second_factor: 'required' }, 200);
    const description = (await new Actor(stage.url, null).get('/openapi.json', 200)).json;
    routes = routesOf(description).filter(isManagement);
    assert.ok(routes.length > 70, `${routes.length} routes`);
  });

  it('lets members without one do nothing but set one up, on every route', async () => {
    for (const { method, path } of routes) {
      // The unknown parameter keeps those that it may use from doing anything.
      const address = `${path.replaceAll(/\{[^}]+\}/g, 'x')}?unknown=1`;
      const response = await send(stage.url, method, address, { token: member.actor.token });
      const isRefused = response.at('detail.code') === 'second_factor_required';
      assert.equal(isRefused, !path.startsWith('/auth/'), String(response));
    }
  });

  it('opens for them once they have, in the session in which they set it up', async () => {
    await member.actor.get('/spaces', 403);
    const state = await member.actor.get('/auth/second-factor', 200);
    assert.deepEqual([state.at('required'), state.at('enabled'), state.at('confirmed')], [true, false, false]);
    const credentials = { email: member.email, password: PASSWORD };
    const elsewhere = await new Actor(stage.url, null).post('/auth/login', credentials, 200);
    await addApp(member);
    await member.actor.get('/spaces', 200);
    const old = new Actor(stage.url, elsewhere.string('access_token'));
    assert.equal((await old.get('/spaces', 403)).at('detail.code'), 'second_factor_required');
    const body = { refresh_token: elsewhere.string('refresh_token') };
    const renewed = (await old.post('/auth/refresh', body, 200)).string('access_token');
    await new Actor(stage.url, renewed).get('/spaces', 403);
  });

  it('closes again for those who remove theirs', async () => {
    await member.actor.send('DELETE', '/auth/second-factor/totp', { body: { password: PASSWORD } });
    assert.equal((await member.actor.get('/spaces', 403)).at('detail.code'), 'second_factor_required');
  });

  it('takes a passkey as well', async () => {
    const other = await joinAs(owner, 'viewer');
    await other.actor.get('/spaces', 403);
    await addPasskey(other);
    await other.actor.get('/spaces', 200);
  });

  it('leaves other accounts of its members alone', async () => {
    const person = await signUp(stage.url);
    const invitation = { email: person.email, role: 'editor' };
    const { token } = (await owner.actor.post(`/accounts/${owner.accountId}/invitations`, invitation, 201)).json as {
      token: string;
    };
    await person.actor.post('/invitations/accept', { token }, 200);
    await person.actor.get('/spaces', 200);
    const switched = await person.actor.post('/auth/switch-account', { account_id: owner.accountId }, 200);
    await new Actor(stage.url, switched.string('access_token')).get('/spaces', 403);
  });
});

onEachEngine('a second factor', (stage) => {
  const nobody = () => new Actor(stage.url, null);

  it('is asked for at a log-in that accepts an invitation, and the invitation is accepted after it', async () => {
    const [owner, person] = [await signUp(stage.url), await protect(await signUp(stage.url))];
    const invitation = { email: person.email, role: 'editor' };
    const invited = await owner.actor.post(`/accounts/${owner.accountId}/invitations`, invitation, 201);
    const credentials = { email: person.email, password: PASSWORD, invitation_token: invited.string('token') };
    const refusal = await nobody().post('/auth/login', credentials, 403);
    const accounts = async () => (await person.actor.get('/accounts', 200)).at('total');
    assert.equal(await accounts(), 1);
    const challenge = refusal.string('detail.challenge');
    await nobody().post('/auth/second-factor', { challenge, code: '000000' }, 422);
    assert.equal(await accounts(), 1);
    const session = await nobody().post(
      '/auth/second-factor',
      { challenge, code: person.phone.code(Date.now(), 1) },
      200,
    );
    assert.equal(session.at('account.id'), owner.accountId);
    assert.equal(await accounts(), 2);
  });

  it('takes one of code and passkey, in a form that is checked', async () => {
    for (const body of [
      { challenge: 'x' },
      { challenge: 'x', code: 5 },
      { challenge: {}, code: '123456' },
      { challenge: 'x', code: {} },
      { challenge: 'x', passkey: {} },
    ])
      await nobody().post('/auth/second-factor', body, 'code' in body || 'passkey' in body ? 422 : 401);
    const person = await protect(await signUp(stage.url));
    const credentials = { email: person.email, password: PASSWORD };
    const challenge = (await nobody().post('/auth/login', credentials, 403)).string('detail.challenge');
    await nobody().post('/auth/second-factor', { challenge }, 422);
  });

  it('is guessed ten times, and then refused with the seconds to wait', async () => {
    const person = await protect(await signUp(stage.url));
    const credentials = { email: person.email, password: PASSWORD };
    const challenge = (await nobody().post('/auth/login', credentials, 403)).string('detail.challenge');
    const guess = (status: number) => nobody().post('/auth/second-factor', { challenge, code: '000000' }, status);
    for (let time = 0; time < 10; time++) await guess(422);
    const refusal = await guess(429);
    assert.equal(refusal.at('detail.scope'), 'second_factor');
    assert.ok(Number(refusal.headers['retry-after']) > 60, String(refusal.headers['retry-after']));
  });

  it('is told of by mail: added, switched off, and a recovery code used', async () => {
    const person = await protect(await signUp(stage.url));
    const credentials = { email: person.email, password: PASSWORD };
    const challenge = (await nobody().post('/auth/login', credentials, 403)).string('detail.challenge');
    await nobody().post('/auth/second-factor', { challenge, code: person.recoveryCodes[0] }, 200);
    const withPassword = { body: { password: PASSWORD } };
    await person.actor.send('DELETE', '/auth/second-factor/totp', withPassword);
    await person.actor.send('DELETE', `/auth/passkeys/${person.passkeyId}`, withPassword);
    const texts = [/authenticator app was set up/, /passkey was added/, /recovery codes/, /switched off/];
    await until(() => mailsTo(stage.dataDir, person.email).length >= texts.length);
    const mails = mailsTo(stage.dataDir, person.email).map((text) => text.replaceAll(/=?\r\n/g, ' '));
    for (const text of texts) assert.equal(mails.filter((mail) => text.test(mail)).length, 1, String(text));
  });

  it('shows no secret, code or challenge in any response after the one that made it', async () => {
    const person = await protect(await signUp(stage.url));
    for (const path of ['/auth/second-factor', '/auth/passkeys', `/auth/passkeys/${person.passkeyId}`, '/auth/me']) {
      const { text } = await person.actor.get(path, 200);
      for (const code of person.recoveryCodes) assert.ok(!text.includes(code));
      assert.ok(!/public_key|credential|secret/.test(text.replaceAll('second_factor', '')), text);
    }
  });
});

describeEachEngine('the second step and a passkey', (engine) => {
  it('open nothing while the account is suspended, or requires single sign-on, and once the person belongs to none', async () => {
    const service = await startService({ engine });
    const nobody = new Actor(service.url, null);
    const operate = (...words: string[]) => runProgram(['account', ...words], serviceEnvironment({ engine }));
    try {
      const owner = await signUp(service.url);
      const member = await protect(await joinAs(owner, 'editor'));
      const asked = await nobody.post('/auth/login', { email: member.email, password: PASSWORD }, 403);
      const bodies = async () => {
        const begun = await nobody.post('/auth/login/passkey/options', {}, 200);
        const credential = member.authenticator.get(begun.at('options'));
        return {
          '/auth/second-factor': { challenge: asked.string('detail.challenge'), code: member.recoveryCodes[0] },
          '/auth/login/passkey': { challenge: begun.string('challenge'), credential },
        };
      };
      const refusedWith = async (code: string, status = 403) => {
        for (const [path, body] of Object.entries(await bodies()))
          assert.equal((await nobody.post(path, body, status)).at('detail.code'), code, path);
      };
      assert.equal((await operate('suspend', owner.accountId)).code, 0);
      await refusedWith('account_suspended');
      assert.equal((await operate('resume', owner.accountId)).code, 0);
      const oidc = { issuer: 'https://provider.example.com', client_id: 'lectern', client_secret: 'a client secret' };
      const path = `/accounts/${owner.accountId}`;
      await owner.actor.patch(`${path}/members/${owner.userId}`, { break_glass: true }, 200);
      await owner.actor.post(`${path}/sso`, { protocol: 'oidc', required: true, oidc }, 201);
      await refusedWith('sso_required', 428);
      await owner.actor.delete(`${path}/members/${member.userId}`, 204);
      await refusedWith('insufficient_permission');
    } finally {
      await service.close();
    }
  });
});

describeEachEngine('lectern user reset-second-factor', (engine) => {
  it('takes all second factors from a user, beside the running service', async () => {
    const service = await startService({ engine });
    try {
      const person = await protect(await signUp(service.url));
      const credentials = { email: person.email, password: PASSWORD };
      const logIn = (status: number) => new Actor(service.url, null).post('/auth/login', credentials, status);
      await logIn(403);
      const run = (...words: string[]) =>
        runProgram(['user', 'reset-second-factor', ...words], { ...serviceEnvironment({ engine }) });
      const done = await run(person.email.toUpperCase(), '--json');
      assert.deepEqual([done.code, JSON.parse(done.output)], [0, { user: person.userId, changed: true }]);
      const session = await logIn(200);
      const actor = new Actor(service.url, session.string('access_token'));
      const state = await actor.get('/auth/second-factor', 200);
      assert.deepEqual([state.at('enabled'), state.at('recovery_codes_left')], [false, 0]);
      assert.equal((await person.actor.get('/auth/second-factor', 200)).at('confirmed'), false);
      const audit = await person.actor.get(`/accounts/${person.accountId}/audit?action=second_factor.delete`, 200);
      assert.equal(audit.at('items.0.actor.type'), 'system');
      const again = await run(person.email);
      assert.deepEqual([again.code, /has no second factor/.test(again.output)], [0, true]);
      assert.equal((await run(freshEmail())).code, 1);
    } finally {
      await service.close();
    }
  });
});

/** Routes that take the token of a session. */
function isManagement({ operation }: Route): boolean {
  const { security } = operation as { security: readonly Readonly<Record<string, unknown>>[] };
  return security.some((scheme) => 'managementToken' in scheme);
}
