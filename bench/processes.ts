/** The processes that are measured: the service and the bare server, each a child on a free port of the loopback. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DatabaseConfig } from '../packages/server/src/platform/database/database.ts';

const SERVICE = fileURLToPath(new URL('../packages/server/bin/lectern.mjs', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
/** As the program's own first line has it. */
const NODE_OPTIONS = ['--max-semi-space-size=8'];
const ALLOCATOR = { MALLOC_ARENA_MAX: '1' };
const START_TIMEOUT_MS = 20_000;
const POLL_MS = 2;
const KIB_PER_MIB = 1024;
const CLOCK_TICK_MS = 10;
const SECRET = 'a secret that only benches share, of no use elsewhere';
const execute = promisify(execFile);

/** A server in a process of its own. */
export class Server {
  readonly url: string;
  readonly startMs: number;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, url: string, startMs: number) {
    this.#child = child;
    this.url = url;
    this.startMs = startMs;
  }

  /** CPU time that it and its workers have used, in ms. Reads `/proc`, so on Linux alone; NaN elsewhere. */
  cpuMs(): number {
    return sum(this.#processes().map((pid) => cpuMsOf(pid)));
  }

  /** Memory that it and its workers hold, in MiB. */
  memoryMib(): number {
    return sum(this.#processes().map(memoryMibOf));
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
  }

  #processes(): string[] {
    const own = String(this.#child.pid);
    const children = proc(`${own}/task/${own}`, 'children') ?? '';
    return [own, ...children.split(' ').filter((pid) => pid !== '')];
  }
}

function proc(pid: string, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

function cpuMsOf(pid: string): number {
  const fields = proc(pid, 'stat')?.split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

function memoryMibOf(pid: string): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(proc(pid, 'status') ?? '')?.[1];
  return kib === undefined ? Number.NaN : Number(kib) / KIB_PER_MIB;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** How the service is started. */
export interface ServiceSettings {
  readonly database: DatabaseConfig;
  /** Where what is in no database lies. */
  readonly folder: string;
  readonly workers?: number;
  /** Another program than that of this checkout. */
  readonly program?: string;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the service, with full durability. */
export function startService({
  database,
  folder,
  workers = 1,
  program = SERVICE,
  env: more = {},
}: ServiceSettings): Promise<Server> {
  const place: Record<string, string> =
    database.kind === 'sqlite'
      ? { LECTERN_DATA_DIR: database.folder }
      : { LECTERN_DATA_DIR: folder, LECTERN_DATABASE_URL: database.url };
  const env = { LECTERN_LOG_LEVEL: 'warn', HOST: '127.0.0.1', LECTERN_SECRET: SECRET, ...place, ...more };
  return start(program, ['start', ...(workers === 1 ? [] : ['--workers', String(workers)])], env);
}

/**
 * Runs another command of the program to its end.
 * @returns what it printed
 * @throws if it ends with an error
 */
export async function runCommand(words: readonly string[], env: Record<string, string>): Promise<string> {
  const variables = { PATH: process.env.PATH ?? '', LECTERN_SECRET: SECRET, ...ALLOCATOR, ...env };
  const { stdout } = await execute(process.execPath, [...NODE_OPTIONS, SERVICE, ...words], { env: variables });
  return stdout;
}

/** Starts the bare server, which responds with the bytes in a file. */
export function startBare(responsesFile: string): Promise<Server> {
  return start(BARE, [responsesFile], {});
}

/** Starts a program and waits for its first response. */
async function start(program: string, parameters: readonly string[], env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_OPTIONS, program, ...parameters], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...ALLOCATOR, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  child.once('exit', () => process.off('exit', onExit));
  while (!(await isUp(`${url}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode} before its first response.`);
    if (performance.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`${program} gave no response in ${START_TIMEOUT_MS} ms.`);
    await sleep(POLL_MS);
  }
  return new Server(child, url, performance.now() - startedAt);
}

function isUp(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
    });
    request.on('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('No free port.')),
      );
    });
  });
}
