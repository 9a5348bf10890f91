/**
 * The client against a real server on the loopback: headers, bodies, waiting, and refusals.
 * A busy service is requests again; every other refusal comes through in its own words.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { ServiceClient, ServiceError } from './service-client.ts';

/** Runs a server that answers by `answer` for as long as `use` takes. */
async function withServer(
  respond: (request: IncomingMessage, body: string, response: ServerResponse) => void,
  use: (client: ServiceClient) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => respond(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await use(new ServiceClient({ url: `http://127.0.0.1:${port}`, token: 'cms_mgm_x' }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the client of a service', () => {
  it('sends the token, and lines as newline-delimited JSON', async () => {
    const echo = (request: IncomingMessage, body: string, response: ServerResponse) => {
      response.end(
        JSON.stringify([request.method, request.headers.authorization, request.headers['content-type'], body]),
      );
    };
    await withServer(echo, async (client) => {
      const lines = await client.send({ method: 'POST', path: '/x', lines: ['{"a":1}', '{"b":2}'] });
      assert.deepEqual(lines, ['POST', 'Bearer cms_mgm_x', 'application/x-ndjson', '{"a":1}\n{"b":2}\n']);
      const json = await client.send({ method: 'PATCH', path: '/x', json: { a: 1 } });
      assert.deepEqual(json, ['PATCH', 'Bearer cms_mgm_x', 'application/json', '{"a":1}']);
    });
  });

  it('asks again where the service is busy', async () => {
    let requests = 0;
    const busy = (_request: IncomingMessage, _body: string, response: ServerResponse) => {
      requests += 1;
      if (requests < 3) response.writeHead(requests === 1 ? 429 : 503, { 'retry-after': '0' }).end('{}');
      else response.end('{"ok":true}');
    };
    await withServer(busy, async (client) => {
      assert.deepEqual(await client.send({ method: 'GET', path: '/x' }), { ok: true });
      assert.equal(requests, 3);
    });
  });

  it('gives a refusal in the words of the service', async () => {
    const refuse = (_request: IncomingMessage, _body: string, response: ServerResponse) => {
      response
        .writeHead(404)
        .end(JSON.stringify({ detail: { code: 'not_found', message: 'There is no such space.' } }));
    };
    await withServer(refuse, async (client) => {
      await assert.rejects(client.send({ method: 'GET', path: '/spaces/x' }), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.deepEqual(
          [error.status, error.code, error.message],
          [404, 'not_found', 'GET /spaces/x: There is no such space.'],
        );
        return true;
      });
    });
  });

  it('says where nobody answers', async () => {
    const client = new ServiceClient({ url: 'http://127.0.0.1:1', token: 'x' });
    await assert.rejects(client.send({ method: 'GET', path: '/' }), /127\.0\.0\.1:1 cannot be reached/);
  });
});
