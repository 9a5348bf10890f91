/** The processes that are measured: the service and the bare server, each a child on a free port of the loopback. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SERVICE = fileURLToPath(new URL('../packages/server/bin/lectern.mjs', import.meta.url));
const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const START_TIMEOUT_MS = 20_000;
const POLL_MS = 2;
const CLOCK_TICKS_PER_SECOND = 100;
const KIB_PER_MIB = 1024;

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

  /** CPU time it has used, in ms. Reads `/proc`, so on Linux alone; NaN elsewhere. */
  cpuMs(): number {
    const fields = this.#proc('stat')?.split(') ')[1]?.split(' ');
    if (fields === undefined) return Number.NaN;
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS_PER_SECOND;
  }

  /** Memory it holds, in MiB. */
  memoryMib(): number {
    const kib = /VmRSS:\s+(\d+) kB/.exec(this.#proc('status') ?? '')?.[1];
    return kib === undefined ? Number.NaN : Number(kib) / KIB_PER_MIB;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
  }

  #proc(file: string): string | undefined {
    try {
      return readFileSync(`/proc/${this.#child.pid}/${file}`, 'utf8');
    } catch {
      return undefined;
    }
  }
}

/** Starts the service on a data folder, with full durability. */
export function startService(dataDir: string): Promise<Server> {
  return start(SERVICE, ['start'], { LECTERN_DATA_DIR: dataDir, LECTERN_LOG_LEVEL: 'warn', HOST: '127.0.0.1' });
}

/** Starts the bare server, which answers the bytes that a file holds. */
export function startBare(answersFile: string): Promise<Server> {
  return start(BARE, [answersFile], {});
}

/** Starts a program and waits for its first answer. */
async function start(program: string, parameters: readonly string[], env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  child.once('exit', () => process.off('exit', onExit));
  while (!(await answers(`${url}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode} instead of answering.`);
    if (performance.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`${program} gave no answer in ${START_TIMEOUT_MS} ms.`);
    await sleep(POLL_MS);
  }
  return new Server(child, url, performance.now() - startedAt);
}

function answers(url: string): Promise<boolean> {
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
