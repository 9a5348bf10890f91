/** With an SMTP server, people with an unverified address can only use `/auth/*`: every route is tried. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, closeConnections, send } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { freshEmail, PASSWORD, signUp } from '../../../../testing/src/given.ts';
import { mailEnvironment, startSmtpServer, type TestSmtpServer } from '../../../../testing/src/servers/smtp.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { routes } from '../../routes/table.ts';

describeEachEngine('an unverified address', (engine) => {
  let smtp: TestSmtpServer;
  let service: TestService;
  before(async () => {
    smtp = await startSmtpServer();
    service = await startService({ engine, env: mailEnvironment(smtp) });
  });
  after(async () => {
    closeConnections();
    await service.close();
    await smtp.close();
  });

  const linkIn = async (email: string, count = 1) => {
    const { content } = (await smtp.mailsTo(email, count))[count - 1] ?? assert.fail('no mail');
    return /http:\/\/\S+/.exec(content.text ?? '')?.[0] ?? '';
  };
  const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';

  /** The client of somebody who logs in again, because verification ended the older sessions. */
  const again = async (email: string) => {
    const session = await new Actor(service.url, null).post('/auth/login', { email, password: PASSWORD }, 200);
    return new Actor(service.url, session.string('access_token'));
  };

  it('gets 403 email_unverified on every management route but /auth/*', async () => {
    const { actor } = await signUp(service.url);
    const management = routes.filter(({ access }) => access !== 'public' && access !== 'read');
    assert.ok(management.length > 60, `${management.length} routes`);
    for (const { name, method, path, destructive } of management) {
      if (path.startsWith('/auth/') && destructive === true) continue;
      const response = await send(service.url, method, path.replaceAll(/\{[^}]+\}/g, 'x'), { token: actor.token });
      const code = response.at('detail.code');
      if (path.startsWith('/auth/')) assert.notEqual(code, 'email_unverified', name);
      else assert.deepEqual([response.status, code], [403, 'email_unverified'], String(response));
    }
  });

  it('is verified by the link in the mail, built from the configured URL', async () => {
    const email = freshEmail();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const body = { email, password: PASSWORD, name: '<a href="https://evil.example">' };
    const session = await send(service.url, 'POST', '/auth/signup', { body, headers });
    const actor = new Actor(service.url, session.string('access_token'));
    await actor.get('/spaces', 403);
    const link = await linkIn(email);
    assert.ok(link.startsWith(`${service.url}/verify-email?token=`));
    const [{ content } = assert.fail('no mail')] = await smtp.mailsTo(email);
    assert.doesNotMatch(`${content.text}${content.html}`, /evil/);
    await new Actor(service.url, null).post('/auth/verify-email', { token: tokenIn(link) }, 204);
    await actor.get('/auth/me', 401);
    const verified = await again(email);
    await verified.get('/spaces', 200);
    assert.equal((await verified.get('/auth/me', 200)).at('user.email_verified'), true);
  });

  it('gets another mail on request, and log-in does not need the first', async () => {
    const { email } = await signUp(service.url);
    const session = await new Actor(service.url, null).post('/auth/login', { email, password: PASSWORD }, 200);
    assert.equal(session.at('user.email_verified'), false);
    const actor = new Actor(service.url, session.string('access_token'));
    await linkIn(email);
    await actor.post('/auth/resend-verification', undefined, 202);
    const token = tokenIn(await linkIn(email, 2));
    await new Actor(service.url, null).post('/auth/verify-email', { token }, 204);
    await (await again(email)).get('/spaces', 200);
  });

  it('gets no second factor, which would keep its owner out', async () => {
    const { actor } = await signUp(service.url);
    const password = { password: PASSWORD };
    for (const path of ['/auth/second-factor/totp', '/auth/passkeys/options', '/auth/second-factor/recovery-codes'])
      assert.equal((await actor.post(path, password, 403)).at('detail.code'), 'email_unverified', path);
  });

  it('of somebody invited is verified by the mailed token, without another mail', async () => {
    const signedUp = await signUp(service.url);
    await new Actor(service.url, null).post(
      '/auth/verify-email',
      { token: tokenIn(await linkIn(signedUp.email)) },
      204,
    );
    const owner = { ...signedUp, actor: await again(signedUp.email) };
    const email = freshEmail();
    const invitations = `/accounts/${owner.accountId}/invitations`;
    const shown = await owner.actor.post(invitations, { email, role: 'editor' }, 201);
    const link = await linkIn(email);
    assert.ok(link.startsWith(`${service.url}/accept-invitation?token=`));
    const join = (invitation_token: string, address: string) =>
      new Actor(service.url, null).post('/auth/signup', { email: address, password: PASSWORD, invitation_token }, 201);
    const session = await join(tokenIn(link), email);
    assert.equal(session.at('user.email_verified'), true);
    await new Actor(service.url, session.string('access_token')).get('/spaces', 200);
    // The token shown to the inviter proves nothing about the address.
    const other = freshEmail();
    const second = await owner.actor.post(invitations, { email: other, role: 'editor' }, 201);
    const unverified = await join(second.string('token'), other);
    assert.equal(unverified.at('user.email_verified'), false);
    await new Actor(service.url, unverified.string('access_token')).get('/spaces', 403);
    assert.equal((await smtp.mailsTo(email)).length, 1);
    assert.notEqual(shown.string('token'), tokenIn(link));
  });
});
