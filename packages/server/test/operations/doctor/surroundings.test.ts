/** Faults in the surroundings of an installation: its disk, its pages, its server, its clock. The doctor finds them too. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { closeConnections } from '../../../../testing/src/client.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given, magazine } from '../../../../testing/src/given.ts';
import { runProgram } from '../../../../testing/src/process.ts';
import { startPostgres } from '../../../../testing/src/servers/postgres.ts';
import { startService } from '../../../../testing/src/service.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';
import { SmallDisk } from '../../durability/disk/small-disk.ts';
import { CLOCK_AHEAD } from '../../webhooks/clock-ahead.ts';
import { damagePages } from '../starting/damaged-pages.ts';
import { plant } from './plant.ts';

/** Less than the doctor wants to be free. */
const DISK_MEGABYTES = 128;
/** Tables and an index of which no page can be read. */
const DAMAGED = ['entry_states', 'users', 'slugs_by_entry'];
const FAULTY_EXIT_CODE = 1;
const CONFIGURATION_EXIT_CODE = 78;
const ENTRIES = 3;

interface Fault {
  readonly check: string;
  readonly about: string;
  readonly problem: string;
  readonly way_out: string;
  readonly derived: boolean;
}

describe('the doctor of an embedded database', { skip: process.env.DB === 'postgres' }, () => {
  it('finds a disk that is nearly full', { skip: SmallDisk.whyNot() }, async () => {
    const disk = SmallDisk.mount(DISK_MEGABYTES);
    try {
      const config = { kind: 'sqlite', folder: disk.folder } as const;
      await use(config);
      const [fault, ...others] = await faultsOf(config);
      assert.deepEqual(others, []);
      assert.equal(fault?.about, `the disk of ${disk.folder}`);
      assert.match(fault?.problem ?? '', /^has \d+ bytes left$/);
    } finally {
      disk.unmount();
    }
  });

  it('names damaged pages with their table or index, goes on to what can be read, and mends nothing then', async () => {
    const config = { kind: 'sqlite', folder: temporaryFolder('damaged') } as const;
    await use(config);
    const file = join(config.folder, 'lectern.db');
    assert.deepEqual(await faultsOf(config), []);
    await plant(config, ['DELETE FROM counters']);
    for (const name of DAMAGED) damagePages(file, name);
    const bytes = readFileSync(file);
    const faults = await faultsOf(config, {}, ['--repair']);
    for (const name of DAMAGED)
      assert.ok(
        faults.some(({ about, problem }) => about === 'lectern.db' && problem.startsWith(`is damaged: ${name}: Tree`)),
        `${name}: ${JSON.stringify(faults)}`,
      );
    const endedEarly = faults
      .filter(({ problem }) => /cannot be read to its end/.test(problem))
      .map(({ check }) => check);
    assert.deepEqual(new Set(endedEarly), new Set(['entries', 'people']));
    // What the checks behind them find is named too, and the way out of everything that is damaged is a backup.
    assert.ok(
      faults.some(({ check }) => check === 'sequences'),
      JSON.stringify(faults),
    );
    for (const { check, way_out } of faults.filter(({ derived }) => !derived))
      assert.match(way_out, /restore a backup/, check);
    assert.ok(readFileSync(file).equals(bytes), 'nothing was written');
  });
});

describe('the doctor of a PostgreSQL', { skip: process.env.DB === 'sqlite' }, () => {
  it('finds unsafe settings, invalid indexes and a clock that differs', async () => {
    const server = await startPostgres({ durable: true });
    try {
      const config = { kind: 'postgres', url: server.url, unsafeDurability: false } as const;
      await use(config);
      assert.deepEqual(await faultsOf(config), []);
      await spoil(server.url);
      const faults = await faultsOf(config, CLOCK_AHEAD);
      for (const [about, problem, remedy] of [
        ['index one_entry', /is not valid/, /REINDEX INDEX one_entry/],
        ['the setting autovacuum', /is off/, /postgresql.conf/],
        ['the clock', /differs from that of PostgreSQL by 7\d\d\d seconds/, /time server/],
      ] as const)
        assert.ok(
          faults.some((fault) => fault.about === about && problem.test(fault.problem) && remedy.test(fault.way_out)),
          `${about}: ${JSON.stringify(faults)}`,
        );
      await run(server.url, ['ALTER DATABASE postgres SET synchronous_commit = off']);
      const { code, output } = await runProgram(['doctor', '--json'], serviceEnvironment({ engine: engineOf(config) }));
      assert.equal(code, CONFIGURATION_EXIT_CODE, output);
      assert.match(output, /synchronous_commit/);
    } finally {
      await server.close();
    }
  });
});

/** Has a service on it that is used and ended. */
async function use(config: DatabaseConfig): Promise<void> {
  const service = await startService({ engine: engineOf(config) });
  const scene = await given(service.url, { types: magazine });
  const body = { content_type_id: 'author', fields: { name: 'Ada' } };
  for (let n = 0; n < ENTRIES; n++) await scene.owner.post(`${scene.base}/entries`, body, 201);
  closeConnections();
  await service.close();
}

/** As an operator finds them: an index whose making failed, and what somebody once turned off. */
async function spoil(url: string): Promise<void> {
  await run(url, [
    'ALTER SYSTEM SET autovacuum = off',
    'SELECT pg_reload_conf()',
    'CREATE TABLE notes AS SELECT 1 AS n FROM generate_series(1, 2)',
  ]);
  await assert.rejects(run(url, ['CREATE UNIQUE INDEX CONCURRENTLY one_entry ON notes (n)']), /could not create/);
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function faultsOf(
  config: DatabaseConfig,
  env: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<Fault[]> {
  const environment = serviceEnvironment({ engine: engineOf(config), env });
  const { code, output } = await runProgram(['doctor', '--json', ...options], environment);
  const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  assert.ok(json !== '', output);
  const { faults } = JSON.parse(json) as { faults: Fault[] };
  assert.equal(code, faults.length === 0 ? 0 : FAULTY_EXIT_CODE, output);
  return faults;
}

function engineOf(config: DatabaseConfig) {
  return { databaseConfig: () => config };
}
