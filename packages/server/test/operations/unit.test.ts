/**
 * The systemd unit under its own restrictions, and with fewer permissions: it starts on all interfaces if they cannot be listed,
 * makes backups where its drop-in allows it, and names the paths that it may not write. Commands run as in the docs.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { closeConnections } from '../../../testing/src/client.ts';
import { signUp } from '../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import { until } from '../../../testing/src/until.ts';
import { asService, inPlace, type UnitPlace, USER_ID, unitPlace, whyNoSandbox } from './unit-sandbox.ts';

const DOCS = fileURLToPath(new URL('../../../../docs/operations/', import.meta.url));
const MENDABLE_EXIT_CODE = 78;
const OTHER_USER_ID = 64_312;
const BACKUP_NAME = /^\d{4}-\d\d-\d\dT[\d.-]+Z$/;

const unit = directives('lectern.service');
const dropIn = directives('lectern-backup.conf');

/** Who applies a directive: `test`, or systemd alone, because it only takes away what the program never asks for. */
const appliedBy: Readonly<Record<string, 'test' | 'systemd'>> = {
  Type: 'systemd',
  WorkingDirectory: 'test',
  EnvironmentFile: 'test',
  Environment: 'test',
  ExecStart: 'test',
  User: 'test',
  Group: 'test',
  StateDirectory: 'test',
  StateDirectoryMode: 'test',
  ReadWritePaths: 'test',
  Restart: 'systemd',
  RestartSec: 'systemd',
  RestartPreventExitStatus: 'systemd',
  TimeoutStopSec: 'systemd',
  LimitNOFILE: 'systemd',
  NoNewPrivileges: 'test',
  ProtectSystem: 'test',
  ProtectHome: 'test',
  PrivateTmp: 'test',
  PrivateDevices: 'test',
  ProtectKernelTunables: 'test',
  ProtectKernelModules: 'systemd',
  ProtectControlGroups: 'test',
  RestrictAddressFamilies: 'test',
  RestrictNamespaces: 'systemd',
  RestrictRealtime: 'systemd',
  LockPersonality: 'systemd',
  CapabilityBoundingSet: 'test',
  SystemCallFilter: 'systemd',
  SystemCallErrorNumber: 'systemd',
  UMask: 'test',
};

const allowed = (unit.get('RestrictAddressFamilies') ?? '').split(' ');
/** Less than the unit allows: other supervisors refuse it. */
const families = allowed.filter((family) => family !== 'AF_NETLINK');
const backupFolder = dropIn.get('ReadWritePaths') ?? '';

it('each directive of the unit is one that is tried here, or that only systemd can apply', () => {
  for (const name of [...unit.keys(), ...dropIn.keys()]) assert.ok(name in appliedBy, `${name} needs a row`);
  assert.ok(allowed.includes('AF_NETLINK'), 'names are resolved and interfaces listed with it');
  assert.equal(variables(dropIn).LECTERN_BACKUP, backupFolder);
});

it('systemd-run of the docs uses the user, the folder and the settings of the unit', () => {
  const [command = ''] = docBlocks('one-machine.md').filter((block) => block.startsWith('systemd-run'));
  for (const words of [
    `--uid=${unit.get('User')}`,
    `--gid=${unit.get('Group')}`,
    `--working-directory=${unit.get('WorkingDirectory')}`,
    `EnvironmentFile=${unit.get('EnvironmentFile')}`,
    `LECTERN_DATA_DIR=${variables(unit).LECTERN_DATA_DIR}`,
  ])
    assert.ok(command.includes(words), words);
});

describe('the unit', { skip: whyNoSandbox() }, () => {
  it('is tried where interfaces cannot be listed', () => {
    const { code, output } = run(unitPlace({}, []), ['-e', "require('node:os').networkInterfaces()"]);
    assert.equal(code, 1);
    assert.match(output, /uv_interface_addresses returned .*error 97/);
  });

  for (const [host, address] of [
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
  ] as const) {
    it(`starts on all interfaces (${host}), and makes a backup`, { skip: whyNotOn(host) }, async (context) => {
      const place = unitPlace({ HOST: host, PORT: '0', ...variables(dropIn) }, [backupFolder]);
      const service = await start(place);
      context.after(() => service.end('SIGKILL'));
      assert.ok(service.url.startsWith(`http://${address}:`), service.url);
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
      await signUp(`http://127.0.0.1:${new URL(service.url).port}`);
      await until(() => readdirSync(place.backups).some((name) => BACKUP_NAME.test(name)));
      assert.doesNotMatch(service.output(), /"level":"error"/);
      const [block = ''] = docBlocks('one-machine.md').filter((text) => text.startsWith('lectern() ('));
      const words = inPlace(place, ['sh', '-euc', block]);
      const commands = spawnSync(words[0], words.slice(1), { encoding: 'utf8' });
      assert.equal(commands.status, 0, commands.stdout + commands.stderr);
      assert.match(commands.stdout, /^No faults .*\n.*The backup is in \/var\/backups\/lectern\//s);
      closeConnections();
      assert.equal((await service.end('SIGINT')).code, 0);
    });
  }

  it('names the folder and the reason where it may not write its backups', async () => {
    const place = unitPlace({ PORT: '0', ...variables(dropIn) }, []);
    const service = await start(place);
    await until(() => /"job":"backup"/.test(service.output()));
    await service.end('SIGINT');
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    assert.match(lines[0] ?? '', /\/var\/backups\/lectern cannot be written.*LECTERN_BACKUP/);
    for (const line of lines) assert.match(line, /\/var\/backups\/lectern.*EROFS/);
    const { code, output } = run(place, ['packages/server/bin/lectern.mjs', 'backup', backupFolder]);
    assert.equal(code, MENDABLE_EXIT_CODE, output);
    assert.match(output, new RegExp(`${backupFolder}\\S* cannot be used \\(EROFS.*the user with the id ${USER_ID}`));
  });

  it('names the database that another user may not use', async () => {
    const place = unitPlace({ PORT: '0' }, [backupFolder]);
    await (await start(place)).end('SIGINT');
    for (const words of [['doctor'], ['backup', backupFolder], ['migrate'], ['start']]) {
      const { code, output } = run(place, ['packages/server/bin/lectern.mjs', ...words], OTHER_USER_ID);
      assert.equal(code, MENDABLE_EXIT_CODE, output);
      assert.match(output, /\/var\/lib\/lectern\S* cannot be used \(EACCES.*the user with the id 64312/);
    }
  });
});

function start(place: UnitPlace): Promise<ServiceProcess> {
  const [program = '', ...parameters] = (unit.get('ExecStart') ?? '').split(' ');
  const env: Record<string, string> = { LECTERN_SECRET: '', HOST: '127.0.0.1', ...variables(unit), ...place.settings };
  const engine = { databaseConfig: () => ({ kind: 'sqlite', folder: env.LECTERN_DATA_DIR ?? '' }) as const };
  return startProcess({ engine, env }, [], asService(place, [program, ...parameters], { families }));
}

/** Runs Node with the settings of the unit and of the place. */
function run(place: UnitPlace, parameters: readonly string[], user = USER_ID) {
  const words = asService(place, ['/opt/lectern/node_modules/.bin/node', ...parameters], { families, user });
  const env = { PATH: process.env.PATH ?? '', ...variables(unit), ...place.settings };
  const { status, stdout, stderr } = spawnSync(words[0], words.slice(1), { encoding: 'utf8', env });
  return { code: status, output: stdout + stderr };
}

function directives(name: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(DOCS, name), 'utf8').replace(/\[Install\][\s\S]*|\[Unit\][\s\S]*(?=\[Service\])/g, '');
  return new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]));
}

function variables(of: ReadonlyMap<string, string>): Record<string, string> {
  const assignments = (of.get('Environment') ?? '').split(' ').map((text) => text.split('=') as [string, string]);
  return Object.fromEntries(assignments);
}

/** The `sh` blocks of a page. */
function docBlocks(page: string): string[] {
  return [...readFileSync(join(DOCS, page), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

function whyNotOn(host: string): string | false {
  if (host !== '::') return false;
  const hasIt = Object.values(networkInterfaces()).some((some) => some?.some(({ family }) => family === 'IPv6'));
  return hasIt ? false : 'this machine has no IPv6';
}
