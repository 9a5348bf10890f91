/**
 * A real PostgreSQL for the tests: one server for a whole run, and a database of its own for each suite. It sorts text by ICU's
 * English rules, which exposes text keys without `COLLATE "C"`. Invariant: a server started here is stopped, and its folder
 * removed, before the process ends.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeInstallation } from '../installation.ts';
import { removeFolder, temporaryFolder } from '../temporary-folder.ts';
import { postgresPrograms, postgresUser, type SystemUser } from './postgres-binaries.ts';

const START_TIMEOUT_MS = 60_000;
/** The server's message while a process of the previous one still runs. */
const STILL_IN_USE = 'is still in use';
/** The server's message if another program has its port. */
const PORT_TAKEN = 'Address already in use';
const PORTS_TRIED_MAX = 20;
/** Below the system's ephemeral ports, so that no connection takes it while the server is down. */
const PORT_MIN = 15_000;
const PORT_MAX = 32_000;
const RESTART_PAUSE_MS = 100;
const STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 20;
const CONNECTIONS_MAX = 200;
const SUPERUSER = 'lectern';
const STARTED_TEMPLATE = 'started';

/** A running server. */
export interface PostgresServer {
  /** Address of its maintenance database. */
  readonly url: string;
  /** Kills every process of the server at once, as a power cut would. */
  crash(): Promise<void>;
  /** Starts it again, on the same port and data, after `crash` or `stop`. */
  restart(): Promise<void>;
  /** Stops it and keeps its data. */
  stop(): Promise<void>;
  /** Suspends every process of the server, so that connections stay open but get no responses. */
  freeze(): void;
  /** Resumes the suspended processes. */
  thaw(): void;
  /**
   * Starts a streaming replica of its current state; the server is stopped for a moment to copy its data. Whoever starts the
   * replica closes it.
   */
  startReplica(): Promise<PostgresServer>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** A database of its own on the shared server. */
export interface PostgresDatabase {
  readonly url: string;
  /** Removes it, and closes its connections. */
  drop(): Promise<void>;
}

let shared: Promise<string> | undefined;
let databaseCount = 0;

/**
 * Creates an empty database on the server that all tests of the run share; if a file runs alone, its first database starts the
 * server.
 * @param server another server, for a test of its own
 */
export async function createPostgresDatabase(server?: Pick<PostgresServer, 'url'>): Promise<PostgresDatabase> {
  return createFrom('template0', server?.url ?? (await sharedServerUrl()));
}

/** Creates a database on the shared server in the state after a service was started on it and ended. */
export async function createStartedDatabase(): Promise<PostgresDatabase> {
  return createFrom(STARTED_TEMPLATE, await sharedServerUrl());
}

async function createFrom(template: string, serverUrl: string): Promise<PostgresDatabase> {
  const name = `test_${process.pid}_${++databaseCount}_${Date.now().toString(36)}`;
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = async () => void (await administer(serverUrl, `drop database if exists ${name} with (force)`));
  return { url: url.href, drop };
}

function sharedServerUrl(): Promise<string> {
  const url = process.env.LECTERN_TEST_POSTGRES_URL;
  shared ??= url === undefined ? startSharedPostgres().then((server) => server.url) : Promise.resolve(url);
  return shared;
}

/** Starts the server of a run, and creates the database that most suites copy, because creating its tables takes the longest. */
export async function startSharedPostgres(): Promise<PostgresServer> {
  const server = await startPostgres();
  await administer(server.url, `create database ${STARTED_TEMPLATE} template template0 strategy file_copy`);
  const url = new URL(server.url);
  url.pathname = `/${STARTED_TEMPLATE}`;
  await makeInstallation({ kind: 'postgres', url: url.href, unsafeDurability: true });
  await administer(server.url, `alter database ${STARTED_TEMPLATE} allow_connections false`);
  return server;
}

async function administer(url: string, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts a separate server on a free port of the loopback.
 * @param options.durable whether commits survive a crash, as tests of crashes need; otherwise it is faster
 * @param options.installed the folder of the programs to run, in place of those of the package
 */
export async function startPostgres({
  durable = false,
  installed,
}: {
  durable?: boolean;
  installed?: string;
} = {}): Promise<PostgresServer> {
  const folder = temporaryFolder('postgres');
  const user = postgresUser();
  const programs = installed ?? postgresPrograms(folder, user);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (user !== null) {
    chmodSync(folder, 0o711);
    chownSync(data, user.uid, user.gid);
  }
  initialise(programs, data, user);
  const settings = { programs, data, user, durable, logPath: join(folder, 'log') };
  return serverOf(await startOnFreePort(settings), folder, settings);
}

function serverOf(run: PostgresRun, folder: string, settings: Omit<RunSettings, 'port'>): PostgresServer {
  return {
    url: run.url,
    crash: () => run.end('SIGKILL'),
    restart: () => run.start(),
    stop: () => run.end('SIGINT'),
    freeze: () => run.signalAll('SIGSTOP'),
    thaw: () => run.signalAll('SIGCONT'),
    startReplica: async () => {
      const copied = temporaryFolder('postgres-replica');
      if (settings.user !== null) chmodSync(copied, 0o711);
      const own = { ...settings, data: join(copied, 'data'), logPath: join(copied, 'log') };
      await run.end('SIGINT');
      copyForReplica(settings.data, own.data, run.url);
      // A server that does not wait for the disk writes its log for replicas late.
      appendFileSync(join(settings.data, 'postgresql.auto.conf'), 'wal_writer_delay = 5\n');
      await run.start();
      return serverOf(await startOnFreePort(own), copied, own);
    },
    close: async () => {
      await run.end('SIGINT');
      removeFolder(folder);
    },
  };
}

/** Copies the data of a stopped server for a replica. */
function copyForReplica(from: string, to: string, primary: string): void {
  // Ownership and modes have to stay: the server rejects data that belongs to others.
  execFileSync('cp', ['-a', from, to]);
  const { hostname, port, username } = new URL(primary);
  const settings = `primary_conninfo = 'host=${hostname} port=${port} user=${username}'\nwal_retrieve_retry_interval = 100\n`;
  appendFileSync(join(to, 'postgresql.auto.conf'), settings);
  writeFileSync(join(to, 'standby.signal'), '');
}

function initialise(programs: string, data: string, user: SystemUser | null): void {
  const parameters = ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  parameters.push('--locale-provider=icu', '--icu-locale=en-US');
  execFileSync(join(programs, 'bin', 'initdb'), parameters, { stdio: 'pipe', cwd: data, ...user });
}

/** A port that is free now may be taken a moment later; then the next one is tried. */
async function startOnFreePort(settings: Omit<RunSettings, 'port'>): Promise<PostgresRun> {
  for (let attempt = 1; ; attempt++) {
    const run = new PostgresRun({ ...settings, port: randomInt(PORT_MIN, PORT_MAX) });
    try {
      await run.start();
      return run;
    } catch (error) {
      if (attempt === PORTS_TRIED_MAX || !String(error).includes(PORT_TAKEN)) throw error;
      writeFileSync(settings.logPath, '');
    }
  }
}

interface RunSettings {
  readonly programs: string;
  readonly data: string;
  readonly user: SystemUser | null;
  readonly port: number;
  readonly durable: boolean;
  readonly logPath: string;
}

/** The server process, which may be stopped and started again. */
class PostgresRun {
  readonly #settings: RunSettings;
  readonly url: string;
  readonly #onExit = () => this.#endNow();
  #child: ChildProcess | undefined;

  constructor(settings: RunSettings) {
    this.#settings = settings;
    this.url = `postgres://${SUPERUSER}@127.0.0.1:${settings.port}/postgres`;
  }

  /** Starts the server; after a kill, as soon as the last of its processes has released the data. */
  async start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.#startOnce();
      } catch (error) {
        if (!String(error).includes(STILL_IN_USE) || Date.now() > deadline) throw error;
        writeFileSync(this.#settings.logPath, '');
        await sleep(RESTART_PAUSE_MS);
      }
    }
  }

  async #startOnce(): Promise<void> {
    const { programs, data, user, port, durable, logPath } = this.#settings;
    const parameters = ['-D', data, '-p', String(port), '-k', '', '-h', '127.0.0.1', '-N', String(CONNECTIONS_MAX)];
    if (!durable) parameters.push('-F', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off');
    const log = openSync(logPath, 'a');
    const child = spawn(join(programs, 'bin', 'postgres'), parameters, {
      stdio: ['ignore', log, log],
      cwd: data,
      ...user,
    });
    closeSync(log);
    child.unref();
    this.#child = child;
    process.once('exit', this.#onExit);
    child.once('exit', () => process.off('exit', this.#onExit));
    await this.#answering();
  }

  /** Waits until the server accepts connections, and no other one on its port. */
  async #answering(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        const [row] = await administer(this.url, "select current_setting('data_directory') as data");
        if (row?.data !== this.#settings.data) throw new Error(PORT_TAKEN);
        return;
      } catch (error) {
        const over = this.#child?.exitCode !== null || Date.now() > deadline;
        if (over)
          throw new Error(`PostgreSQL did not start:\n${readFileSync(this.#settings.logPath, 'utf8')}`, {
            cause: error,
          });
        await sleep(POLL_MS);
      }
    }
  }

  /** Signals the first process first, so that it starts no more processes. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const first = this.#child?.pid;
    if (first === undefined) throw new Error('The server does not run.');
    process.kill(first, signal);
    for (const pid of childrenOf(first)) signalIfThere(pid, signal);
  }

  async end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** For the end of the process, when nothing can be awaited: an immediate shutdown, which releases its shared memory. */
  #endNow(): void {
    const pid = this.#child?.pid;
    if (pid === undefined || this.#child?.exitCode !== null) return;
    this.#child.kill('SIGQUIT');
    const pause = new Int32Array(new SharedArrayBuffer(4));
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isRunning(this.#settings.data) && Date.now() < deadline) Atomics.wait(pause, 0, 0, POLL_MS);
  }
}

/** A process whose client is gone ends as soon as it is resumed. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child ?? 0);
}

/** A server removes its pid file as the last thing it does. */
function isRunning(data: string): boolean {
  try {
    readFileSync(join(data, 'postmaster.pid'));
    return true;
  } catch {
    return false;
  }
}
