/** Request heads that a proxy may read differently from the service: several hosts, and the origin of a request. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { send } from '../../../testing/src/client.ts';
import { PASSWORD, signUp } from '../../../testing/src/given.ts';
import { onFirstEngine } from '../../../testing/src/on-each-engine.ts';

async function exchange(url: string, head: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return text;
}

onFirstEngine('the Host header', (stage) => {
  const paths = ['/healthz', '/openapi.json', '/none', '/spaces/spc_x/environments/master/delivery/entries'];
  for (const hosts of [['a', 'b'], ['a', 'a'], ['a, b'], ['a b'], ['http://a'], ['a/b'], ['a@b'], ['[::1'], ['a:b']])
    it(`is refused as ${JSON.stringify(hosts)}`, async () => {
      for (const path of paths) {
        const head = [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Authorization: Bearer x'];
        const response = await exchange(stage.url, head);
        assert.match(response, /^HTTP\/1\.1 400 Bad Request\r\n/, path);
        assert.match(response, /"code":"malformed_request","message":"Send one Host header/);
        assert.match(response, /\r\nx-request-id: req_/);
      }
    });

  for (const host of ['a', 'content.example.com', '127.0.0.1:4000', '[::1]:4000', 'a_b.local', ''])
    it(`is taken as "${host}"`, async () => {
      const response = await exchange(stage.url, ['GET /healthz HTTP/1.1', `Host: ${host}`, 'Connection: close']);
      assert.match(response, /^HTTP\/1\.1 200 OK\r\n/);
    });
});

onFirstEngine(
  'the address of a client behind a trusted proxy',
  (stage) => {
    for (const [forwarded, expected] of [
      ['192.0.2.1', '192.0.2.1'],
      ['203.0.113.9, 192.0.2.1', '192.0.2.1'],
      ['192.0.2.1, 127.0.0.1', '192.0.2.1'],
      ['192.0.2.1:4711', '192.0.2.1'],
      ['[2001:db8::1]:4711', '2001:db8::1'],
      ['not an address', '127.0.0.1'],
      ['192.0.2.1, unknown', '127.0.0.1'],
      ['not an address, 127.0.0.1', '127.0.0.1'],
    ] as const)
      it(`is ${expected} where it sends "${forwarded}"`, async () => {
        const { email } = await signUp(stage.url);
        const headers = { 'x-forwarded-for': forwarded };
        const session = await send(stage.url, 'POST', '/auth/login', { body: { email, password: PASSWORD }, headers });
        const token = session.string('access_token');
        const sessions = await send(stage.url, 'GET', '/auth/sessions', { token, headers });
        const items = sessions.list('items') as { ip: string; current: boolean }[];
        assert.equal(items.find(({ current }) => current)?.ip, expected);
      });
  },
  { LECTERN_TRUSTED_PROXIES: '127.0.0.1' },
);
