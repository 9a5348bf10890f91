/** The server's own pages over HTTP: nothing happens by reading, errors are pages with the API's status, and headers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Actor, type ApiResponse, send } from '../../../testing/src/client.ts';
import { freshEmail, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { onFirstEngine } from '../../../testing/src/on-each-engine.ts';
import { mailedToken } from '../../../testing/src/people/mails.ts';
import { CHALLENGE_PREFIX, INVITATION_PREFIX, RESET_PREFIX } from '../../src/identity/actors/token-kinds.ts';
import { addSecondFactor } from './add-second-factor.ts';

const NEW_PASSWORD = 'another quiet harbour 6';
const FORM = 'application/x-www-form-urlencoded';
const PATHS = ['/verify-email', '/reset-password', '/accept-invitation'];

onFirstEngine('pages', (stage) => {
  const nobody = () => new Actor(stage.url, null);
  const read = (path: string, headers = {}) => send(stage.url, 'GET', path, { headers });
  const submit = (path: string, fields: Record<string, string> | [string, string][], contentType = FORM) =>
    send(stage.url, 'POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': contentType },
    });
  const toVerify = async () => {
    const { email, actor } = await signUp(stage.url);
    await actor.post('/auth/resend-verification', undefined, 202);
    return { email, actor, token: await mailedToken(stage.dataDir, email, CHALLENGE_PREFIX) };
  };
  const toReset = async () => {
    const { email, actor } = await signUp(stage.url);
    await nobody().post('/auth/forgot-password', { email }, 202);
    return { email, actor, token: await mailedToken(stage.dataDir, email, RESET_PREFIX) };
  };
  /** The client of somebody who logs in again: with the first proof of an address, older sessions have ended. */
  const again = async (email: string) => {
    const session = await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
    return new Actor(stage.url, session.string('access_token'));
  };
  const title = ({ text }: ApiResponse) => /<h1>(.*)<\/h1>/.exec(text)?.[1];
  const assertPage = (response: ApiResponse, status: number) => {
    assert.equal(response.status, status, String(response));
    const { headers } = response;
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    assert.doesNotMatch(response.text, /<script|<iframe|javascript:|https?:\/\//i);
  };

  describe('the page to verify an address', () => {
    it('does nothing until its form is sent, and then once', async () => {
      const { email, actor, token } = await toVerify();
      for (let time = 0; time < 3; time++) {
        const page = await read(`/verify-email?token=${token}&utm_source=mail`);
        assertPage(page, 200);
        assert.ok(page.text.includes(email));
      }
      assert.equal((await actor.get('/auth/me', 200)).at('user.email_verified'), false);
      const done = await submit('/verify-email', { token });
      assertPage(done, 200);
      assert.equal(title(done), 'Your address is verified');
      await actor.get('/auth/me', 401);
      assert.equal((await (await again(email)).get('/auth/me', 200)).at('user.email_verified'), true);
      assertPage(await submit('/verify-email', { token }), 422);
      assertPage(await read(`/verify-email?token=${token}`), 422);
    });
  });

  it('speaks the language that the browser asks for, as does the mail that leads to it', async () => {
    const { email, actor } = await signUp(stage.url);
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
    await send(stage.url, 'POST', '/auth/forgot-password', { body: { email }, headers: german });
    const token = await mailedToken(stage.dataDir, email, RESET_PREFIX);
    const page = await read(`/reset-password?token=${token}`, german);
    assertPage(page, 200);
    assert.match(page.text, /<html lang="de">[\s\S]*<h1>Neues Passwort festlegen<\/h1>/);
    const raw = new URLSearchParams({ token, email, password: 'password123' }).toString();
    const headers = { ...german, 'content-type': FORM };
    const refused = await send(stage.url, 'POST', '/reset-password', { raw, headers });
    assertPage(refused, 422);
    assert.match(refused.text, /id="password-problem">Dieses Passwort lässt sich leicht erraten;/);
    assert.equal(title(await read('/reset-password?token=unknown', german)), 'Dieser Link gilt nicht mehr');
    assert.equal(title(await read(`/reset-password?token=${token}`)), 'Choose a new password');
    await actor.get('/auth/me', 200);
  });

  it('a path without a page shows a browser where to go on, and a program an error', async () => {
    for (const [language, heading] of [
      ['de', 'Diese Seite gibt es nicht'],
      ['en', 'This page does not exist'],
    ] as const) {
      const page = await read('/some/old/address', { accept: 'text/html,*/*;q=0.8', 'accept-language': language });
      assertPage(page, 404);
      assert.equal(title(page), heading);
      assert.match(page.text, /href="\.\.\/\.\.\/"/);
    }
    assert.equal((await read('/some/old/address', { accept: '*/*' })).at('detail.code'), 'not_found');
  });

  describe('the page for a new password', () => {
    it('sets it once, and ends all sessions', async () => {
      const { email, actor, token } = await toReset();
      assertPage(await read(`/reset-password?token=${token}`), 200);
      await actor.get('/auth/me', 200);
      const done = await submit('/reset-password', { token, email, password: NEW_PASSWORD });
      assertPage(done, 200);
      await actor.get('/auth/me', 401);
      await nobody().post('/auth/login', { email, password: NEW_PASSWORD }, 200);
      assertPage(await submit('/reset-password', { token, email, password: PASSWORD }), 422);
      await nobody().post('/auth/login', { email, password: PASSWORD }, 401);
    });

    it('says at the field why a password is refused, and takes the next one', async () => {
      const { email, token } = await toReset();
      for (const password of ['', 'short', 'password123', email]) {
        const page = await submit('/reset-password', { token, email, password });
        assertPage(page, 422);
        assert.match(page.text, /<p class="wrong" id="password-problem">[^<]+<\/p>/);
        assert.match(page.text, /aria-describedby="password-problem password-hint" aria-invalid="true"/);
        assert.doesNotMatch(page.text, /type="password"[^>]* value=/);
      }
      assertPage(await submit('/reset-password', { token, email, password: NEW_PASSWORD }), 200);
    });

    it('resets the password of the token, whatever address the form has', async () => {
      const [victim, { email, token }] = [await signUp(stage.url), await toReset()];
      assertPage(await submit('/reset-password', { token, email: victim.email, password: NEW_PASSWORD }), 200);
      await nobody().post('/auth/login', { email: victim.email, password: PASSWORD }, 200);
      await nobody().post('/auth/login', { email, password: NEW_PASSWORD }, 200);
    });
  });

  describe('the page of an invitation', () => {
    const invite = async (email: string) => {
      const { actor, accountId } = await signUp(stage.url);
      const made = await actor.post(`/accounts/${accountId}/invitations`, { email, role: 'editor' }, 201);
      const token = await mailedToken(stage.dataDir, email, INVITATION_PREFIX);
      return { actor, accountId, token, path: `/accounts/${accountId}/invitations/${made.string('id')}` };
    };
    const accept = (fields: Record<string, string>) => submit('/accept-invitation', fields);
    const roleIn = async (email: string, accountId: string, password = PASSWORD) => {
      const session = await nobody().post('/auth/login', { email, password }, 200);
      const me = await new Actor(stage.url, session.string('access_token')).get('/auth/me', 200);
      const accounts = me.at('accounts') as { id: string; role: string }[];
      return { role: accounts.find(({ id }) => id === accountId)?.role, name: me.at('user.name'), me };
    };

    it('signs somebody new up, once, with an address that is verified', async () => {
      const email = freshEmail();
      const { token, accountId } = await invite(email);
      for (let time = 0; time < 3; time++) assertPage(await read(`/accept-invitation?token=${token}`), 200);
      assertPage(await accept({ token, email, name: 'Grace', password: PASSWORD }), 200);
      const { role, name, me } = await roleIn(email, accountId);
      assert.deepEqual([role, name, me.at('user.email_verified')], ['editor', 'Grace', true]);
      assertPage(await accept({ token, email, name: 'Eve', password: NEW_PASSWORD }), 404);
      assertPage(await read(`/accept-invitation?token=${token}`), 404);
    });

    it('takes the password of a known address, and leaves no session behind', async () => {
      const { email, token: verification } = await toVerify();
      assertPage(await submit('/verify-email', { token: verification }), 200);
      const actor = await again(email);
      const { token, accountId } = await invite(email);
      const known = (await actor.get('/auth/sessions', 200)).number('total');
      const refused = await accept({ token, email, password: NEW_PASSWORD });
      assertPage(refused, 401);
      assert.match(refused.text, /role="alert">E-mail address and password do not match/);
      assertPage(await accept({ token, email, password: PASSWORD }), 200);
      assert.equal((await actor.get('/auth/sessions', 200)).number('total'), known);
      assert.equal((await roleIn(email, accountId)).role, 'editor');
    });

    it('is the same for an address with a user and for one without, whatever is wrong with the form', async () => {
      const emails = [freshEmail(), freshEmail()];
      await signUp(stage.url, emails[0]);
      const shown = async (fields: Record<string, string>) => {
        const pages = emails.map(async (email) => {
          const { token } = await invite(email);
          const opened = await read(`/accept-invitation?token=${token}`);
          const sent = await accept({ token, email, ...fields });
          return [opened, sent].map(({ status, text }) => [status, text.replaceAll(token, '').replaceAll(email, '')]);
        });
        const [known, unknown] = await Promise.all(pages);
        assert.deepEqual(known, unknown, JSON.stringify(fields));
        return known?.[1]?.[0];
      };
      assert.equal(await shown({ name: '', password: NEW_PASSWORD }), 401);
      assert.equal(await shown({ name: 'Grace', password: 'short' }), 422);
      assert.equal(await shown({ password: '' }), 401);
      assert.equal(await shown({ name: 'Grace', password: '' }), 422);
    });

    it('keeps the name that was sent when the password is refused', async () => {
      const email = freshEmail();
      const { token } = await invite(email);
      const page = await accept({ token, email, name: '"><script>', password: 'short' });
      assertPage(page, 422);
      assert.match(page.text, /value="&quot;&gt;&lt;script&gt;"/);
    });

    it('is that of the address that was invited, whatever the form says', async () => {
      const [email, other] = [freshEmail(), freshEmail()];
      const { token } = await invite(email);
      assertPage(await accept({ token, email: other, name: 'Eve', password: PASSWORD }), 200);
      await nobody().post('/auth/login', { email: other, password: PASSWORD }, 401);
      await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
    });

    it('asks a user with a second factor for a code, too', async () => {
      const { email, actor } = await signUp(stage.url);
      const [recoveryCode = ''] = await addSecondFactor(actor);
      const { token, accountId } = await invite(email);
      const second = await accept({ token, email, password: PASSWORD });
      assertPage(second, 403);
      assert.match(second.text, /autocomplete="one-time-code"/);
      const challenge = /name="challenge" value="([^"]+)"/.exec(second.text)?.[1] ?? '';
      const wrong = await accept({ token, challenge, code: '000000' });
      assertPage(wrong, 422);
      assert.match(wrong.text, /id="code-problem"/);
      assert.ok(wrong.text.includes(challenge));
      assertPage(await read(`/accept-invitation?token=${token}`), 200);
      assertPage(await accept({ token, challenge, code: recoveryCode }), 200);
      const accounts = await (await again(email)).get('/accounts', 200);
      assert.ok((accounts.at('items') as { id: string }[]).some(({ id }) => id === accountId));
    });

    it('takes a challenge for nothing but the invitation that it is for', async () => {
      const { email, actor } = await signUp(stage.url);
      const [recoveryCode = ''] = await addSecondFactor(actor);
      const [own, { token, accountId }] = [await invite(email), await invite(freshEmail())];
      const second = await accept({ token: own.token, email, password: PASSWORD });
      const challenge = /name="challenge" value="([^"]+)"/.exec(second.text)?.[1] ?? '';
      await accept({ token, challenge, code: recoveryCode });
      const accounts = await (await again(email)).get('/accounts', 200);
      assert.ok(!(accounts.at('items') as { id: string }[]).some(({ id }) => id === accountId));
    });

    it('does not work for one that was withdrawn', async () => {
      const email = freshEmail();
      const { actor, path, token } = await invite(email);
      await actor.delete(path, 204);
      assertPage(await read(`/accept-invitation?token=${token}`), 404);
      assertPage(await accept({ token, email, name: 'Eve', password: PASSWORD }), 404);
    });

    it('slows guesses at the password of its address down, as the log-in does', async () => {
      const { email } = await signUp(stage.url);
      const { token } = await invite(email);
      const statuses: number[] = [];
      for (let time = 0; time < 12; time++)
        statuses.push((await accept({ token, email, password: `wrong harbour ${time}` })).status);
      assert.deepEqual(statuses.slice(0, 10), Array(10).fill(401));
      assert.ok(statuses.includes(429), statuses.join());
    });
  });

  it('refuse tokens that are no good, of another kind, or no text, alike', async () => {
    const [{ token: reset }, { token: verify }] = [await toReset(), await toVerify()];
    for (const [path, other] of [
      ['/verify-email', reset],
      ['/reset-password', verify],
    ] as const) {
      const pages: ApiResponse[] = [];
      for (const token of ['', 'x', other, '<script>alert(1)</script>', `${other}0`]) {
        pages.push(await read(`${path}?token=${encodeURIComponent(token)}`));
        pages.push(await submit(path, { token, ...(path === '/verify-email' ? {} : { password: NEW_PASSWORD }) }));
      }
      pages.push(await read(path));
      for (const page of pages) {
        assertPage(page, 422);
        assert.equal(title(page), 'This link no longer works');
        assert.equal(page.text, pages[0]?.text);
      }
    }
  });

  it('show every error as a page, with the status that the API has', async () => {
    const { token } = await toVerify();
    assertPage(await read('/verify-email?token=a&token=b'), 422);
    for (const path of PATHS) {
      assertPage(await submit(path, {}), 422);
      assertPage(await submit(path, { token, password: NEW_PASSWORD, role: 'owner' }), 422);
      assertPage(
        await submit(path, [
          ['token', 'a'],
          ['token', 'b'],
        ]),
        400,
      );
      assertPage(await submit(path, { token: 'x\0' }), 422);
      assertPage(await submit(path, { token: 'x'.repeat(20_000) }), 413);
      assertPage(await send(stage.url, 'POST', path, { body: { token } }), 415);
      assertPage(await submit(path, { token }, 'text/plain'), 415);
      const bytes = Buffer.from('token=\xff', 'latin1');
      assertPage(await send(stage.url, 'POST', path, { raw: bytes, headers: { 'content-type': FORM } }), 400);
    }
  });

  it('are not built from what a request says of the host', async () => {
    const { token, email } = await toReset();
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', host: 'evil.example' };
    const page = await read(`/reset-password?token=${token}`, headers);
    assertPage(page, 200);
    assert.ok(!page.text.includes('evil') && page.text.includes(email));
    assert.match(page.text, /<form method="post" action="reset-password">/);
  });

  it('are not in the description of the API', async () => {
    const { text } = await nobody().get('/openapi.json', 200);
    for (const path of PATHS) assert.ok(!text.includes(`"${path}"`));
  });
});

onFirstEngine(
  'pages of one network',
  (stage) => {
    it('are limited, and those of others are not', async () => {
      const from = (address: string) =>
        send(stage.url, 'GET', '/verify-email?token=x', { headers: { 'x-forwarded-for': address } });
      const responses: ApiResponse[] = [];
      const refusals = () => responses.filter(({ status }) => status !== 422);
      while (responses.length < 2_000 && refusals().length === 0)
        responses.push(...(await Promise.all(Array.from({ length: 50 }, () => from('192.0.2.1')))));
      const [refused = assert.fail(`none of ${responses.length} was refused`)] = refusals();
      assert.equal(refused.status, 429, String(refused));
      assert.match(String(refused.headers['content-type']), /^text\/html/);
      assert.match(String(refused.headers['retry-after']), /^\d+$/);
      assert.equal((await from('192.0.2.2')).status, 422);
    });
  },
  { LECTERN_TRUSTED_PROXIES: '127.0.0.1/32' },
);
