/**
 * The image, the compose file and the systemd unit. No container engine is needed: `IMAGE=1` runs the steps of the
 * Dockerfile in a scratch folder, which takes a minute; what they are made of is always checked.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { folderMegabytes } from '../../../../scripts/installed-size.ts';
import { removeFolder, temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { until } from '../../../testing/src/until.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { commitOf } from '../../src/platform/config/program-version.ts';
import { serviceVariables } from '../../src/platform/config/variables.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const IMAGE_MEGABYTES_MAX = 350;
/** What debian:bookworm-slim takes. */
const BASE_MEGABYTES = 75;
const USER = 10_001;
const DIGEST = /@sha256:[0-9a-f]{64}(?= |$)/;

interface ComposeService {
  readonly build?: object;
  readonly image?: string;
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Record<string, string>;
  readonly read_only?: boolean;
  readonly volumes?: string[];
}

interface Step {
  readonly stage: number;
  readonly word: string;
  readonly rest: string;
}

const steps = dockerSteps(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
const healthCheck = JSON.parse(
  /CMD (.+)$/.exec(steps.find(({ word }) => word === 'HEALTHCHECK')?.rest ?? '')?.[1] ?? '',
) as string[];
const last = Math.max(...steps.map(({ stage }) => stage));

describe('the Dockerfile', () => {
  it('copies what there is, runs as nobody in particular, and knows whether it is well', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    const sent = new Set(ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1)));
    for (const { rest } of steps.filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from')))
      for (const source of rest.split(' ').slice(0, -1)) {
        assert.ok(existsSync(join(ROOT, source)), source);
        assert.ok(sent.has(source.replace(/\/$/, '')) || sent.has(source.split('/')[0] ?? ''), `${source} is ignored`);
      }
    assert.deepEqual(
      steps.filter(({ word }) => word === 'FROM').map(({ rest }) => rest.replace(DIGEST, '@<digest>')),
      ['node:26-bookworm@<digest> AS build', 'debian:bookworm-slim@<digest>'],
    );
    const final = (wanted: string) => steps.find(({ stage, word }) => stage === last && word === wanted)?.rest ?? '';
    assert.equal(final('USER'), `${USER}:${USER}`);
    assert.match(final('HEALTHCHECK'), /\/healthz/);
    assert.ok(steps.every(({ word, rest }) => word !== 'ADD' && !/curl|wget|apt-get/.test(rest)));
    for (const name of variablesIn(final('ENV')))
      assert.ok(
        name in serviceVariables || ['PATH', 'LD_LIBRARY_PATH'].includes(name) || name === 'MALLOC_ARENA_MAX',
        name,
      );
  });

  it('writes the commit that it is given into the image', () => {
    const folder = temporaryFolder('image-commit');
    const server = join(folder, 'packages/server');
    mkdirSync(server, { recursive: true });
    const [step] = steps.filter(({ word, rest }) => word === 'RUN' && rest.includes('packages/server/commit'));
    for (const [given, known] of [
      ['', null],
      ['3a4b5c6d7e8f'.padEnd(40, '0'), '3a4b5c6d7e8f'],
    ] as const) {
      execFileSync('sh', ['-c', step?.rest ?? ''], { cwd: folder, env: { ...process.env, COMMIT: given } });
      assert.equal(commitOf(server, folder), known);
    }
  });

  it('makes a small image that runs with nothing to write to but its data', {
    skip: process.env.IMAGE !== '1',
  }, async (context) => {
    const scratch = temporaryFolder('image');
    const app = join(scratch, 'app');
    const data = join(scratch, 'data');
    try {
      mkdirSync(app);
      for (const { stage, word, rest } of steps) {
        if (stage === last) continue;
        if (word === 'RUN') execFileSync('sh', ['-c', rest], { cwd: app, stdio: 'pipe' });
        if (word === 'COPY') copy(rest, app);
      }
      const hasStudio = existsSync(join(ROOT, 'packages/studio/build.ts'));
      assert.equal(existsSync(join(app, 'packages/studio/dist/index.html')), hasStudio);
      for (const name of ['vite', 'react']) assert.ok(!existsSync(join(app, 'node_modules', name)), name);
      const megabytes = folderMegabytes(app);
      context.diagnostic(
        `/app takes ${megabytes.toFixed(0)} MB, with the base about ${(megabytes + BASE_MEGABYTES).toFixed(0)} MB`,
      );
      assert.ok(megabytes > 100 && megabytes + BASE_MEGABYTES <= IMAGE_MEGABYTES_MAX, `${megabytes} MB`);
      mkdirSync(data, { mode: 0o700 });
      const isRoot = process.getuid?.() === 0;
      const user = isRoot ? { uid: USER, gid: USER } : {};
      if (isRoot) chownSync(data, USER, USER);
      chmodSync(scratch, 0o755);
      execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
      await runs({ app, data, user });
    } finally {
      execFileSync('chmod', ['-R', 'u+w', app]);
      removeFolder(scratch);
    }
  });
});

describe('the compose file', () => {
  const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, ComposeService>;
    volumes: Record<string, object>;
  };

  it('has two nodes with settings that start, and defines every volume', () => {
    assert.deepEqual(Object.keys(compose.services), ['node-1', 'node-2', 'postgres', 'files', 'balancer']);
    for (const name of ['node-1', 'node-2']) {
      const { environment = {}, read_only: isReadOnly } = compose.services[name] ?? {};
      assert.equal(isReadOnly, true);
      const filled = Object.entries(environment).map(([key, value]) => [key, filledIn(value)]);
      const config = readConfig(Object.fromEntries(filled) as Record<string, string>);
      assert.deepEqual([config.database.kind, config.storage.kind], ['postgres', 's3']);
    }
    for (const [name, service] of Object.entries(compose.services)) {
      assert.equal(service.restart, 'unless-stopped', `${name} comes back after a reboot`);
      assert.match(service.mem_limit ?? '', /^\d+[mg]$/, `${name} has a limit of memory`);
      if (service.build === undefined) assert.match(service.image ?? '', DIGEST, `${name} is pinned`);
    }
    for (const { volumes = [] } of Object.values(compose.services))
      for (const volume of volumes) assert.ok((volume.split(':')[0] ?? '') in compose.volumes, volume);
  });
});

describe('a node of the compose file', () => {
  const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, ComposeService>;
  };
  const { entrypoint = [], command = [] } = compose.services['node-1'] ?? {};
  const [shell = '', ...parameters] = [...entrypoint, ...command].map((word) => word.replaceAll('$$', '$'));

  /** Runs the entry point with a program in place of Node's. */
  const start = (program: string) => {
    const folder = temporaryFolder('entry');
    writeFileSync(join(folder, 'node'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    const child = spawn(shell, parameters, {
      env: { PATH: `${folder}:/usr/bin:/bin` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
    return { child, ended, close: () => removeFolder(folder) };
  };

  it('ends with the code of the program, and passes a signal on to it', async () => {
    const failed = start('exit 1');
    assert.equal(await failed.ended, 1);
    const stopped = start(`trap 'exit 7' TERM; echo up; while :; do sleep 0.01; done`);
    await once(stopped.child.stdout, 'data');
    stopped.child.kill('SIGTERM');
    assert.equal(await stopped.ended, 7);
    for (const { close } of [failed, stopped]) close();
  });

  it('stays after 78, so that nothing starts it for ever, until it is stopped', async () => {
    const refused = start('exit 78');
    const [said] = await once(refused.child.stderr, 'data');
    assert.match(String(said), /Exit code 78: fix .* `docker compose up -d`/);
    assert.equal(refused.child.exitCode, null);
    refused.child.kill('SIGTERM');
    assert.equal(await refused.ended, 'SIGTERM');
    refused.close();
  });
});

describe('the health check of the image', () => {
  it('is well where /healthz is 200 alone', async () => {
    let status = 200;
    const server = createServer(({ url }, response) => {
      response.statusCode = url === '/healthz' ? status : 404;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const env = { PATH: '/usr/bin:/bin', PORT: String((server.address() as AddressInfo).port) };
    const check = async () => {
      const [shell = '', ...parameters] = healthCheck;
      return (await once(spawn(shell, parameters, { env }), 'exit'))[0];
    };
    assert.equal(await check(), 0);
    status = 503;
    assert.equal(await check(), 1);
    server.close();
    await once(server, 'close');
    assert.equal(await check(), 1);
  });
});

describe('the systemd unit', () => {
  const unit = readFileSync(join(ROOT, 'docs/operations/lectern.service'), 'utf8');
  const values = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]));

  it('starts the program that there is, never again after 78, and is shut in', () => {
    assert.equal(values.get('RestartPreventExitStatus'), '78');
    const program = /\/opt\/lectern\/(packages\S+) start$/.exec(values.get('ExecStart') ?? '')?.[1] ?? '';
    assert.ok(existsSync(join(ROOT, program)), program);
    for (const name of variablesIn(values.get('Environment') ?? ''))
      assert.ok(name in serviceVariables || name === 'MALLOC_ARENA_MAX', name);
    for (const key of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp']) assert.equal(values.get(key), 'yes', key);
    assert.equal(values.get('User'), 'lectern');
    assert.equal(values.get('ProtectSystem'), 'strict');
    for (const line of unit.split('\n')) assert.match(line, /^(?:\[\w+\]|[A-Z]\w+=.*|)$/);
  });
});

/** The instructions of a Dockerfile, with the number of their stage. */
function dockerSteps(text: string): Step[] {
  let stage = -1;
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      assert.notEqual(word, '', line);
      if (word === 'FROM') stage += 1;
      return { stage, word, rest };
    });
}

/** Copies as the builder does, without what `.dockerignore` leaves out. */
function copy(rest: string, app: string): void {
  const words = rest.split(' ');
  const to = words.pop() ?? '';
  for (const source of words) {
    const target = join(app, to.endsWith('/') ? join(to, source.split('/').at(-1) ?? '') : to);
    const filter = (path: string) => !/\.test\.ts$|packages\/[^/]+\/(?:test|node_modules|dist)$/.test(path);
    cpSync(join(ROOT, source), target, { recursive: true, filter });
  }
}

function variablesIn(assignments: string): string[] {
  return [...assignments.matchAll(/(?:^| )(\w+)=/g)].map(([, name = '']) => name);
}

/** A value of a compose file with something in place of each `${…}`. */
function filledIn(value: string): string {
  return value.replaceAll(/\$\{\w+(?::([?-])([^}]*))?\}/g, (_whole, kind, otherwise) =>
    kind === '-' ? otherwise : 'x'.repeat(32),
  );
}

/** Starts what the entry point names as another user, asks the health check, and stops it. */
async function runs({
  app,
  data,
  user,
}: {
  app: string;
  data: string;
  user: { uid?: number; gid?: number };
}): Promise<void> {
  const [node, ...parameters] = JSON.parse(steps.find(({ word }) => word === 'ENTRYPOINT')?.rest ?? '') as string[];
  assert.equal(node, 'node');
  const program = join(app, 'node_modules/.bin/node');
  const env = {
    PORT: String(20_000 + (process.pid % 10_000)),
    HOST: '127.0.0.1',
    LECTERN_DATA_DIR: data,
    LECTERN_LOG_LEVEL: 'warn',
  };
  const child = spawn(program, [...parameters, 'start'], { cwd: app, env, stdio: 'pipe', ...user });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await until(() => child.exitCode !== null || isWell({ ...env, PATH: '/usr/bin:/bin' }));
    assert.equal(child.exitCode, null, output);
    assert.ok(globSync(join(data, 'lectern.db')).length === 1);
    await servesStudio(`http://127.0.0.1:${env.PORT}`);
  } finally {
    child.kill('SIGTERM');
  }
  assert.equal(await ended, 0, output);
}

/** What the health check of the image ends with. */
function isWell(env: Record<string, string>): boolean {
  const [shell = '', ...parameters] = healthCheck;
  return spawnSync(shell, parameters, { env }).status === 0;
}

/** Asks for Studio's page, and for the program that it loads, both of which were built before. */
async function servesStudio(url: string): Promise<void> {
  const page = await fetch(`${url}/studio`);
  assert.equal(page.status, 200);
  const [, program = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
  const loaded = await fetch(new URL(program, `${url}/studio/`));
  assert.equal(loaded.status, 200, program);
  assert.match(loaded.headers.get('content-type') ?? '', /javascript/);
  assert.ok((await loaded.arrayBuffer()).byteLength > 0);
}
