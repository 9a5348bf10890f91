/**
 * Starts the service as a process of its own, as operators do, for tests that kill it, signal it or measure it. Invariant: the
 * process ends with the test process at the latest, whatever happens in between.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isServerBuilt } from '../../../scripts/build.mjs';
import { type ServiceSettings, serviceEnvironment } from './environment.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../server/bin/lectern.mjs', import.meta.url));
/** Only a hanging program takes this long: on a machine that runs twenty others, a start has been seen to take a minute. */
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 5;
const OUTPUT_CHARACTERS_MAX = 1_000_000;
const ADDRESS = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+(?=\D)/;

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The output and the end of a program. */
export interface ProgramResult extends ProcessEnd {
  readonly output: string;
}

/** A service in a process of its own. */
export interface ServiceProcess {
  /** Its address, without `/` at the end. */
  readonly url: string;
  readonly pid: number;
  /** Its output so far, both streams. */
  output(): string;
  /** Resolves when it has ended. */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Sends it a signal and resolves when it has ended. SIGINT and SIGTERM drain it, but on SIGTERM a service with PostgreSQL first
   * waits three seconds for balancers to notice: tests that do not need that send SIGINT.
   */
  end(signal: NodeJS.Signals): Promise<ProcessEnd>;
}

/** Ways to run `lectern start`: directly, as most tests do, or through npm, as people do. */
export const starts = {
  directly: [process.execPath, PROGRAM, 'start'],
  'npm start': ['npm', '--prefix', ROOT, 'start', '--'],
  'npx lectern start': ['npx', '--prefix', ROOT, 'lectern', 'start'],
} as const;

/** A program to start in place of this one, such as `['node', '/elsewhere/lectern.mjs', 'start']`. */
export type StartCommand = readonly [string, ...string[]];

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts `lectern start` and resolves when it has printed its address.
 * @param options arguments after `start`
 * @param start the way to run it, or another program; it receives the signals
 * @throws with its output if it ends or stays silent
 */
export async function startProcess(
  settings: ServiceSettings,
  options: readonly string[] = [],
  start: keyof typeof starts | StartCommand = 'directly',
): Promise<ServiceProcess> {
  const env = { LECTERN_LOG_LEVEL: 'info', ...settings.env };
  const command = typeof start === 'string' ? starts[start] : start;
  const program = launch([...command, ...options], serviceEnvironment({ ...settings, env }));
  const url = await program.addressPrinted();
  return {
    url,
    pid: program.pid,
    output: () => program.output,
    ended: program.ended,
    end: (signal) => program.end(signal),
  };
}

/** Runs a command such as `['import', 'contentful', …]` to its end. `env` is its whole environment except PATH. */
export async function runProgram(
  parameters: readonly string[],
  env: Record<string, string>,
  file = PROGRAM,
): Promise<ProgramResult> {
  const program = launch([process.execPath, file, ...parameters], env);
  const end = await program.ended;
  return { ...end, output: program.output };
}

/** Starts a command such as `['start', '--workers', '2']` without waiting. `env` is its whole environment except PATH. */
export function spawnProgram(
  parameters: readonly string[],
  env: Record<string, string>,
): Pick<ServiceProcess, 'output' | 'end' | 'ended'> {
  const program = launch([process.execPath, PROGRAM, ...parameters], env);
  return { output: () => program.output, ended: program.ended, end: (signal) => program.end(signal) };
}

let isBuildKnown = false;

/** Tests run the build, so a build of other sources would test the wrong program. */
function requireBuild(): void {
  if (!isBuildKnown && !isServerBuilt(ROOT)) throw new Error('The sources have changed: run `node scripts/build.mjs`.');
  isBuildKnown = true;
}

function launch([command = '', ...parameters]: readonly string[], env: Record<string, string>): Program {
  requireBuild();
  const base = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TMPDIR: process.env.TMPDIR ?? '' };
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  return new Program(spawn(command, parameters, { env: { ...base, ...env }, stdio }));
}

/** A child process with its output. */
class Program {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: Child;
  output = '';

  constructor(child: Child) {
    this.#child = child;
    const onExit = () => child.kill('SIGKILL');
    process.once('exit', onExit);
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        process.off('exit', onExit);
        resolve({ code, signal });
      });
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        this.output = bounded(this.output + text);
      });
    }
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('The program was not started.');
    return this.#child.pid;
  }

  /** Waits for the address, which is printed once the service accepts requests. */
  async addressPrinted(): Promise<string> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const address = ADDRESS.exec(this.output)?.[0];
      if (address !== undefined) return address;
      const running = this.#child.exitCode === null && this.#child.signalCode === null;
      if (!running || Date.now() > deadline) {
        const { code, signal } = await this.end('SIGKILL');
        throw new Error(`The service printed no address and ended with ${signal ?? code}:\n${this.output}`);
      }
      await sleep(POLL_MS);
    }
  }

  async end(signal: NodeJS.Signals): Promise<ProcessEnd> {
    this.#child.kill(signal);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    try {
      return await this.ended;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** If a program prints too much to keep, the lines that are not about requests still tell what it did. */
function bounded(output: string): string {
  if (output.length <= OUTPUT_CHARACTERS_MAX) return output;
  const others = output.split('\n').filter((line) => !line.includes('"msg":"request"'));
  return others.join('\n').slice(-OUTPUT_CHARACTERS_MAX);
}
