/** A start waits for PostgreSQL while it is unavailable; a hanging PostgreSQL does not delay the end of the service. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { runProgram, type ServiceProcess, spawnProgram, startProcess } from '../../../../testing/src/process.ts';
import { type PostgresServer, startPostgres } from '../../../../testing/src/servers/postgres.ts';
import { until } from '../../../../testing/src/until.ts';
import { openPostgres } from '../../../src/platform/database/postgres/database.ts';

const MENDABLE_EXIT_CODE = 78;
const AWAY_MS = 2_000;
const AT_ONCE_MS = 10_000;
const STOP_MAX_MS = 8_000;
/** After this time the requests of a test have reached the database. */
const UNDER_WAY_MS = 300;
const REQUESTS = 30;
/** Only a program that hangs takes as long. */
const SAID_WITHIN_MS = 120_000;
const WORKERS = [[], ['--workers', '2']];

describe('PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(async () => {
    closeConnections();
    await server.close();
  });
  const engine = {
    databaseConfig: () => ({ kind: 'postgres' as const, url: server.url, unsafeDurability: true }),
  };

  it('that is away at the start is waited for, and the log says so once', async () => {
    await server.stop();
    const env = serviceEnvironment({ engine, env: { LECTERN_LOG_LEVEL: 'info' } });
    const service = spawnProgram(['start'], env);
    await untilSaid(service, 'does not respond');
    // It asks again more than once, and says nothing more.
    await sleep(AWAY_MS);
    await server.restart();
    await untilSaid(service, 'http://');
    assert.equal(service.output().match(/PostgreSQL does not respond; waiting for it/g)?.length, 1, service.output());
    assert.equal((await service.end('SIGINT')).code, 0);
  });

  it('that stays away ends the start with an error that names its place and what to do', async () => {
    await server.stop();
    const { host } = new URL(server.url);
    let waiting = 0;
    const onWaiting = () => {
      waiting += 1;
    };
    try {
      await assert.rejects(openPostgres(engine.databaseConfig(), { onWaiting }, 1_200), (error: Error) => {
        const place = `PostgreSQL did not respond for 1.2 seconds (${host}: connect ECONNREFUSED ${host})`;
        assert.equal(error.message, `${place}: start it, or correct LECTERN_DATABASE_URL.`);
        return true;
      });
      assert.equal(waiting, 1);
    } finally {
      await server.restart();
    }
  });

  it('that refuses the user or has no such database ends the start at once', async () => {
    const url = new URL(server.url);
    url.pathname = '/none';
    const other = { databaseConfig: () => ({ ...engine.databaseConfig(), url: url.href }) };
    const started = performance.now();
    const { code, output } = await runProgram(['start'], serviceEnvironment({ engine: other }));
    assert.equal(code, MENDABLE_EXIT_CODE, output);
    assert.match(output, /database "none" does not exist.*create the database/);
    assert.ok(performance.now() - started < AT_ONCE_MS);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`that hangs lets one process and several end within 8 seconds of ${signal}`, async () => {
      const services = await Promise.all(WORKERS.map((options) => startProcess({ engine }, options)));
      const scenes = await Promise.all(services.map(({ url }) => given(url)));
      server.freeze();
      const hanging = scenes.map(hang);
      await sleep(UNDER_WAY_MS);
      const took = await Promise.all(services.map((service) => stopping(service, signal)));
      server.thaw();
      await Promise.all(hanging);
      for (const ms of took) assert.ok(ms <= STOP_MAX_MS, `${Math.round(ms)} ms`);
    });
  }

  it('that is waited for at the start lets one process and several end within 8 seconds', async () => {
    server.freeze();
    const starting = WORKERS.map((options) => spawnProgram(['start', ...options], serviceEnvironment({ engine })));
    await Promise.all(starting.map((service) => untilSaid(service, 'does not respond')));
    const took = await Promise.all(starting.map((service) => stopping(service, 'SIGTERM')));
    server.thaw();
    for (const ms of took) assert.ok(ms <= STOP_MAX_MS, `${Math.round(ms)} ms`);
  });
});

type Stoppable = Pick<ServiceProcess, 'end' | 'output'>;

/** How long a program takes to end. */
async function stopping(program: Stoppable, signal: NodeJS.Signals): Promise<number> {
  const asked = performance.now();
  await program.end(signal);
  return performance.now() - asked;
}

async function untilSaid({ output }: Stoppable, text: string): Promise<void> {
  await until(output, (said) => said.includes(text), SAID_WITHIN_MS);
}

/** Writes and reads that wait for the database; however they end. */
function hang({ url, owner: { token } }: Scene): Promise<unknown> {
  const owner = new Actor(url, token);
  const requests = Array.from({ length: REQUESTS }, (_, index) =>
    index % 2 === 0 ? owner.get('/auth/me') : owner.post('/spaces', { name: 'Hanging' }),
  );
  return Promise.allSettled(requests);
}
