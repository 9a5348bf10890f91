/** The program as operators see it: it starts with its settings, rejects invalid ones, and ends on request. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeFromNothing, type TestEngine } from '../../../testing/src/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { until } from '../../../testing/src/until.ts';

const CONFIGURATION_EXIT_CODE = 78;
const SIGTERM_EXIT_CODE = 143;
/** More than a machine starts before the first one serves. */
const STARTING_WORKERS = 4;
const CONNECTIONS = 40;

function healthOf(url: string): Promise<number> {
  return fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then((response) => response.status);
}

test('a wrong configuration names every problem, opens nothing and ends with 78', async () => {
  const dataDir = join(temporaryFolder('refused'), 'data');
  const { code, output } = await runProgram(['start'], {
    PORT: 'http',
    LECTERN_DATA_DIR: dataDir,
    LECTERN_SIGNUP: 'maybe',
    LECTERN_LOGLEVEL: 'info',
    LECTERN_DATABASE_URL: 'postgres://127.0.0.1:1/x',
  });
  assert.equal(code, CONFIGURATION_EXIT_CODE, output);
  for (const name of ['PORT', 'LECTERN_SIGNUP', 'LECTERN_LOG_LEVEL', 'LECTERN_SECRET'])
    assert.match(output, new RegExp(name));
  assert.equal(existsSync(dataDir), false);
});

test('a port that is taken, and an address of another machine, end the start with the variable to change', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { LECTERN_DATA_DIR: temporaryFolder('taken'), LECTERN_LOG_LEVEL: 'silent' };
  const taken = new RegExp(`^lectern: Port ${port} of 127\\.0\\.0\\.1 is in use .* set PORT to a free port\\.\\n$`);
  try {
    for (const options of [[], ['--workers', '2']]) {
      const { code, output } = await runProgram(['start', ...options], { ...env, PORT: String(port) });
      assert.equal(code, 1);
      assert.match(output, taken);
    }
  } finally {
    other.close();
  }
  const elsewhere = await runProgram(['start'], { ...env, PORT: '0', HOST: '192.0.2.1' });
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.output, /^lectern: This machine has no address 192\.0\.2\.1; set HOST /);
});

test('`--version` prints version and commit of the program, and the version of its interface', async () => {
  const { code, output } = await runProgram(['--version'], {});
  assert.equal(code, 0);
  assert.match(output, /^lectern \d+\.\d+\.\d+\+[0-9a-f]{12} \(interface \d+\)\n$/);
});

for (const [start, code] of [
  ['npm start', 0],
  ['npx lectern start', SIGTERM_EXIT_CODE],
] as const) {
  for (const workers of [1, 2]) {
    test(`SIGTERM to \`${start} --workers ${workers}\` ends the service in good order`, async () => {
      const dataDir = temporaryFolder('npm');
      const engine: TestEngine = {
        kind: 'sqlite',
        databaseConfig: () => ({ kind: 'sqlite', folder: dataDir }),
        freshDatabaseConfig: () => Promise.reject(new Error('This test has one folder.')),
      };
      const service = await startProcess({ engine }, ['--workers', String(workers)], start);
      assert.equal(await healthOf(service.url), 200);
      const { code: exitCode, signal } = await service.end('SIGTERM');
      assert.equal(signal === 'SIGTERM' ? SIGTERM_EXIT_CODE : exitCode, code, service.output());
      await untilGone(service);
      // SQLite removes it when the database is closed, which comes after the port, and leaves it where the process was killed.
      await until(() => !existsSync(join(dataDir, 'lectern.db-wal')));
    });
  }
}

test('the embedded shape makes its secret in the data folder, once', async () => {
  const dataDir = temporaryFolder('embedded');
  const engine: TestEngine = {
    kind: 'sqlite',
    databaseConfig: () => ({ kind: 'sqlite', folder: dataDir }),
    freshDatabaseConfig: () => Promise.reject(new Error('This test has one folder.')),
  };
  const service = await startProcess({ engine, env: { LECTERN_SECRET: '' } });
  await service.end('SIGTERM');
  assert.ok(existsSync(join(dataDir, 'secret')));
});

describeFromNothing('the program', (engine) => {
  test('starts on a free port, answers, and ends with 0 on SIGTERM, twice on the same data', async () => {
    for (let round = 1; round <= 2; round++) {
      const service = await startProcess({ engine });
      assert.equal(await healthOf(service.url), 200);
      assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null }, service.output());
    }
  });

  for (const workers of [1, 2]) {
    test(`responds to what was sent before SIGTERM, with ${workers} process${workers === 1 ? '' : 'es'}`, async () => {
      const service = await startProcess({ engine }, ['--workers', String(workers)]);
      const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => connected(service.url)));
      const responses = Promise.all(sockets.map(responseOf));
      for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: lectern\r\n\r\n');
      const end = await service.end('SIGTERM');
      for (const response of await responses) assert.match(response, /^HTTP\/1\.1 200 /);
      assert.deepEqual(end, { code: 0, signal: null }, service.output());
    });
  }

  test('ends a process that is still starting as well as those that serve', async () => {
    const service = await startProcess({ engine }, ['--workers', String(STARTING_WORKERS)]);
    const end = await service.end('SIGINT');
    assert.deepEqual(end, { code: 0, signal: null }, service.output());
  });

  test('two processes share one database', async () => {
    const first = await startProcess({ engine });
    const second = await startProcess({ engine });
    assert.notEqual(first.url, second.url);
    assert.deepEqual([await healthOf(first.url), await healthOf(second.url)], [200, 200]);
    await Promise.all([first.end('SIGINT'), second.end('SIGINT')]);
  });
});

/** Resolves when nothing listens at its address any more. */
async function untilGone({ url }: ServiceProcess): Promise<void> {
  await until(async () => (await healthOf(url).catch(() => null)) === null);
}

async function connected(url: string): Promise<Socket> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port) });
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the connection ends, and why where that was an error. */
async function responseOf(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const chunk of socket) text += chunk;
  } catch (error) {
    text += String(error);
  }
  return text;
}
