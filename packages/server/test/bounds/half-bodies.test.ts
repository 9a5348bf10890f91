/** Bodies that never end: JSON and forms get little time, streams of a file or an import get more. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { closeConnections } from '../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../testing/src/environment.ts';
import { given } from '../../../testing/src/given.ts';
import { LEAST_PASSWORD_COST } from '../../../testing/src/password-cost.ts';
import { createService } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';

const REQUEST_MAX_MS = 15_000;
/** Used in its place, so that the test need not wait that long; Node checks once a second. */
const SHORT_MS = 1_000;
const RECORD = '{"locale": {"code": "de"}}\n';

describeFirstEngine('half a body', (engine) => {
  it('keeps a connection for 15 seconds, and only that of an import for longer', async (context) => {
    const service = await createService(readConfig(serviceEnvironment({ engine })), {
      passwordCost: LEAST_PASSWORD_COST,
    });
    const url = new URL(await service.listen());
    const sockets: Socket[] = [];
    context.after(async () => {
      closeConnections();
      for (const socket of sockets) socket.destroy();
      await service.close();
    });
    const { server } = service.app;
    assert.equal(server.requestTimeout, REQUEST_MAX_MS);
    const scene = await given(url.origin);
    server.headersTimeout = SHORT_MS;
    server.requestTimeout = SHORT_MS;

    /** Sends a request without the last byte of its body. @returns the response */
    const begin = (path: string, type: string, body: string) => {
      const socket = connect(Number(url.port), url.hostname);
      sockets.push(socket);
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${url.host}`,
        `Authorization: Bearer ${scene.owner.token}`,
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
        'Connection: close',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
      const ended = (async () => {
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        await once(socket, 'close');
        return text;
      })();
      return { socket, ended };
    };
    const streamed = begin(`${scene.base}/import`, 'application/x-ndjson', RECORD);
    const short = [
      begin('/auth/login', 'application/json', '{"email": "a@example.com"}'),
      begin('/spaces', 'application/json', '{"name": "Half"}'),
      begin('/reset-password', 'application/x-www-form-urlencoded', 'token=x&password=y'),
    ];
    for (const { ended } of short) assert.match(await ended, /^HTTP\/1\.1 408 .*"request_timeout"/s);
    streamed.socket.write(RECORD.slice(-1));
    assert.match(await streamed.ended, /^HTTP\/1\.1 200 /);
  });
});
