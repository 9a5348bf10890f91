/** Sessions whose refresh token is in a cookie: what sets it, who may have it used, and what drops it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiResponse, type RequestParts, send } from '../../../testing/src/client.ts';
import { freshEmail, PASSWORD } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { clearCookie, cookieToken, requireOwnPage } from '../../src/identity/auth/sessions/refresh-cookie.ts';

const SHAPE = /^lectern_refresh=([^;]+); HttpOnly; SameSite=Strict; Path=\/auth; Max-Age=604800$/;
const DROPPED = 'lectern_refresh=; HttpOnly; SameSite=Strict; Path=/auth; Max-Age=0';

function cookieIn(response: ApiResponse): string {
  const [header = ''] = response.headers['set-cookie'] ?? [];
  return header;
}

onEachEngine('a refresh cookie', (stage) => {
  const post = (path: string, parts: RequestParts = {}) => send(stage.url, 'POST', path, parts);
  const from = (cookie: string, origin = stage.url) => ({
    headers: { cookie: `theme=dark; lectern_refresh=${cookie}; other=1`, ...(origin === '' ? {} : { origin }) },
  });

  /** Somebody who signed up with a cookie. */
  async function visitor() {
    const email = freshEmail();
    const response = await post('/auth/signup', { body: { email, password: PASSWORD, refresh: 'cookie' } });
    assert.equal(response.status, 201, String(response));
    assert.equal(response.at('refresh_token'), undefined);
    return { email, response, token: response.string('access_token'), cookie: tokenIn(response) };
  }

  function tokenIn(response: ApiResponse): string {
    const token = SHAPE.exec(cookieIn(response))?.[1];
    assert.ok(token !== undefined, `a cookie is set: ${cookieIn(response)}`);
    assert.ok(!response.text.includes(token), 'the token is nowhere else');
    return token;
  }

  it('is set by sign-up, log-in and switching accounts, only if asked for', async () => {
    const { email, response, token } = await visitor();
    const credentials = { email, password: PASSWORD };
    tokenIn(await post('/auth/login', { body: { ...credentials, refresh: 'cookie' } }));
    const body = { account_id: response.string('account.id'), refresh: 'cookie' };
    tokenIn(await post('/auth/switch-account', { token, body }));
    const plain = await post('/auth/login', { body: credentials });
    assert.equal(plain.headers['set-cookie'], undefined);
    plain.string('refresh_token');
    assert.equal((await post('/auth/login', { body: { ...credentials, refresh: 'body' } })).status, 422);
  });

  it('renews the session, and is replaced each time', async () => {
    const { cookie } = await visitor();
    const first = await post('/auth/refresh', from(cookie));
    assert.equal(first.status, 200, String(first));
    assert.equal(first.at('refresh_token'), undefined);
    const next = tokenIn(first);
    assert.notEqual(next, cookie);
    assert.equal(tokenIn(await post('/auth/refresh', from(cookie))), next, 'two tabs get the same');
    assert.equal((await send(stage.url, 'GET', '/auth/me', { token: first.string('access_token') })).status, 200);
  });

  it('is good under each name that the service is asked by, on pages of the same', async () => {
    const names = [stage.url, stage.url.replace('127.0.0.1', 'localhost')];
    for (const name of names) {
      const body = { email: freshEmail(), password: PASSWORD, refresh: 'cookie' };
      const token = tokenIn(await send(name, 'POST', '/auth/signup', { body }));
      for (const page of names) {
        const { status } = await send(name, 'POST', '/auth/refresh', from(token, page));
        assert.equal(status, page === name ? 200 : 403, `${name} from ${page}`);
      }
    }
  });

  it('is good only from a page of the service', async () => {
    const { cookie } = await visitor();
    for (const origin of ['', 'null', 'https://evil.example', `${stage.url}.evil.example`]) {
      for (const path of ['/auth/refresh', '/auth/logout']) {
        const refused = await post(path, from(cookie, origin));
        assert.equal(refused.status, 403, `${path} from ${origin}: ${refused}`);
        assert.equal(refused.headers['set-cookie'], undefined);
      }
    }
    assert.equal((await post('/auth/refresh', from(cookie))).status, 200, 'nothing was spent');
  });

  it('is dropped once it is good for nothing', async () => {
    const { cookie } = await visitor();
    const out = await post('/auth/logout', from(cookie));
    assert.deepEqual([out.status, cookieIn(out)], [204, DROPPED]);
    for (const path of ['/auth/refresh', '/auth/logout']) {
      const refused = await post(path, from(cookie));
      assert.deepEqual([refused.status, cookieIn(refused)], [401, DROPPED]);
    }
    const none = await post('/auth/refresh', { headers: { origin: stage.url } });
    assert.equal(none.status, 401);
  });

  it('is dropped by a log-out with the access token, which ends the session', async () => {
    const { cookie, token } = await visitor();
    const out = await post('/auth/logout', { token, ...from(cookie, '') });
    assert.deepEqual([out.status, cookieIn(out)], [204, DROPPED]);
    assert.equal((await post('/auth/refresh', from(cookie))).status, 401);
  });

  it('is not looked at where the token is in the body', async () => {
    const { cookie, email } = await visitor();
    const other = await post('/auth/login', { body: { email, password: PASSWORD } });
    const body = { refresh_token: other.string('refresh_token') };
    const renewed = await post('/auth/refresh', { body, ...from(cookie, 'https://evil.example') });
    assert.equal(renewed.status, 200);
    renewed.string('refresh_token');
    assert.equal((await post('/auth/refresh', { body: {}, ...from(cookie) })).status, 422);
  });
});

describe('a refresh cookie of a service at an address of its own', () => {
  const place = { publicUrl: 'https://content.example.com/cms' };
  const tokenOf = (cookie: string, publicUrl: string | null, protocol = 'http') =>
    cookieToken({ headers: { cookie }, protocol } as unknown as FastifyRequest, { publicUrl });

  it('is sent back over https alone, by the host that set it alone, and has a name of its own for each address', () => {
    const headers: string[] = [];
    const reply = { header: (_name: string, value: string) => headers.push(value) } as unknown as FastifyReply;
    clearCookie({} as FastifyRequest, reply, place);
    clearCookie({} as FastifyRequest, reply, { publicUrl: 'https://content.example.com' });
    const dropped = DROPPED.replace('Path=/auth', 'Path=/');
    assert.deepEqual(headers, [
      `__Host-${dropped.replace('refresh=', 'refresh-cms=')}; Secure`,
      `__Host-${dropped}; Secure`,
    ]);
  });

  it('counts by that name alone, whatever else a neighbouring host has set', () => {
    const cookie = 'lectern_refresh=theirs; __Host-lectern_refresh=ours; __Host-lectern_refresh-cms=cms';
    assert.equal(tokenOf(cookie, 'https://content.example.com'), 'ours');
    assert.equal(tokenOf(cookie, place.publicUrl), 'cms');
    assert.equal(tokenOf(cookie, null, 'https'), 'ours');
    assert.equal(tokenOf('lectern_refresh=theirs', 'https://content.example.com'), undefined);
  });

  it('counts for nothing if there are two of its name', () => {
    assert.equal(tokenOf('lectern_refresh=theirs; lectern_refresh=ours', null), undefined);
    assert.equal(
      tokenOf('__Host-lectern_refresh=a; __Host-lectern_refresh=b', 'https://content.example.com'),
      undefined,
    );
    assert.equal(tokenOf('xlectern_refresh=x; lectern_refresh=a=b', null), 'a=b');
  });

  it('is good only from a page there, whatever host was asked', () => {
    const from = (origin: string) =>
      ({
        headers: { cookie: '__Host-lectern_refresh-cms=x', origin },
        host: 'internal:3000',
      }) as unknown as FastifyRequest;
    assert.equal(requireOwnPage(from('https://content.example.com'), place), 'x');
    for (const origin of ['http://internal:3000', 'http://content.example.com', 'https://content.example.com:8443'])
      assert.throws(() => requireOwnPage(from(origin), place), /page of the service/);
  });
});
