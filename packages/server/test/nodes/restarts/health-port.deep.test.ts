/** The port of its own for health, readiness and metrics: clients who take all of the main port do not hide it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../../testing/src/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { freePort } from '../../../../testing/src/servers/free-port.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';

/** More than one address may have to one process. */
const IDLE_CONNECTIONS = 300;
const TOKEN = 'metrics-of-the-health-port';
const close = { connection: 'close' };

describeFirstEngine('the health port', (engine) => {
  let service: ServiceProcess;
  let health: Actor;

  before(async () => {
    const port = await freePort();
    const env = { LECTERN_HEALTH_PORT: String(port), LECTERN_METRICS_TOKEN: TOKEN };
    service = await startProcess({ engine, env });
    health = new Actor(`http://127.0.0.1:${port}`, TOKEN);
  });
  after(async () => {
    closeConnections();
    await service?.end('SIGINT');
  });

  it('responds while one address has all connections of the main port', { timeout: 60_000 }, async () => {
    const { port } = new URL(service.url);
    const sockets: Socket[] = [];
    for (let index = 0; index < IDLE_CONNECTIONS; index++) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
    }
    const main = new Actor(service.url, TOKEN);
    assert.equal((await main.get('/healthz', undefined, close)).status, 429);
    assert.equal((await health.get('/healthz', 200, close)).at('status'), 'ok');
    assert.equal((await health.get('/readyz', 200, close)).at('database'), 'ok');
    const metrics = await health.get('/metrics', 200, close);
    for (const line of ['lectern_ready 1', 'lectern_draining 0'])
      assert.ok(metrics.text.split('\n').includes(line), `${line} is not in ${metrics.text}`);
    const open = Number(/^lectern_connections (\d+)$/m.exec(metrics.text)?.[1]);
    assert.ok(open >= 256, `${open} connections`);
    for (const socket of sockets) socket.destroy();
  });

  it('has nothing else, and asks for the token too', async () => {
    assert.equal((await health.get('/docs', undefined, close)).status, 404);
    assert.equal((await health.get('/accounts', undefined, close)).status, 404);
    assert.equal((await new Actor(health.url, null).get('/metrics', undefined, close)).status, 404);
  });

  it('that is taken ends the start with the variable to change', async () => {
    const env = { PORT: '0', LECTERN_LOG_LEVEL: 'silent', LECTERN_DATA_DIR: temporaryFolder('health') };
    const { code, output } = await runProgram(['start'], { ...env, LECTERN_HEALTH_PORT: new URL(health.url).port });
    assert.equal(code, 1);
    assert.match(
      output,
      /is in use by another program; stop that program, or set LECTERN_HEALTH_PORT to a free port\./,
    );
  });
});
