/** `lectern health` ends with a code that a script can go by, and says why. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ConfigurationError } from '../../platform/config/configuration-error.ts';
import { runHealth } from './health-command.ts';

const READY = { status: 'ok', database: 'ok', writes: 'disk_full', draining: false };
const UNREADY = { ...READY, status: 'unavailable', detail: { code: 'unavailable', message: 'The disk is full.' } };

const server = createServer(({ url }, response) => {
  const isUnready = url === '/readyz?writes=required';
  if (url === '/elsewhere/readyz') return response.end('<h1>Hello</h1>');
  response.statusCode = isUnready ? 503 : 200;
  return response.end(JSON.stringify(url === '/healthz' ? { status: 'ok' } : isUnready ? UNREADY : READY));
});
let port: number;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
after(() => server.close());

async function run(words: readonly string[], environment: Record<string, string> = { PORT: String(port) }) {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text);
  const code = await runHealth(words, environment, { print: write, printError: write, progress: null });
  return { code, said: lines.join('\n') };
}

test('a service that is ready ends it with 0, wherever it is named', async () => {
  const url = `http://127.0.0.1:${port}`;
  assert.deepEqual(await run([]), { code: 0, said: `${url} is well (database: ok, writes: disk_full).` });
  assert.deepEqual(await run(['--alive']), { code: 0, said: `${url} is well.` });
  assert.equal((await run(['--url', `${url}/`], {})).code, 0);
  assert.equal((await run([], { LECTERN_URL: url, PORT: '1' })).code, 0);
  assert.equal((await run([], { LECTERN_HEALTH_PORT: String(port), HOST: '0.0.0.0' })).code, 0);
  const { said } = await run(['--json']);
  assert.deepEqual(JSON.parse(said), { url, healthy: true, response: READY, reason: null });
});

test('one that is not ready, not there or not Lectern ends it with 1 and the reason', async () => {
  assert.match((await run(['--writes'])).said, /is not well \(.*writes: disk_full\): The disk is full\.$/);
  assert.equal((await run(['--writes'])).code, 1);
  const absent = await run(['--url', 'http://127.0.0.1:1']);
  assert.equal(absent.code, 1);
  assert.match(absent.said, /ECONNREFUSED/);
  const other = await run(['--url', `http://127.0.0.1:${port}/elsewhere`]);
  assert.deepEqual([other.code, /not that of Lectern/.test(other.said)], [1, true]);
});

test('wrong use ends it with 2, and an invalid variable with 78', async () => {
  assert.equal((await run(['--readiness'])).code, 2);
  assert.equal((await run(['--url', 'localhost'])).code, 2);
  await assert.rejects(run([], { PORT: 'http' }), ConfigurationError);
});
