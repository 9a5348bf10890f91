/**
 * The process that starts the workers, distributes connections to them, and restarts those that end unexpectedly. It
 * opens no database. Invariant: for each slot there is one worker that accepts requests, or one about to.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config/config.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { waitForQuietTurns } from '../../platform/http/open-connections.ts';
import { onLauncherEnd } from '../launcher.ts';
import { type EndReason, STOP_MAX_MS } from './drain.ts';
import { greeting } from './greeting.ts';
import { type Drain, isServing } from './messages.ts';

/** A worker that lived this long is restarted at once; others with a growing delay. */
const STEADY_AFTER_MS = 10_000;
const RESTART_FIRST_MS = 100;
const RESTART_MAX_MS = 10_000;
/** For a worker that exceeds its own limit, counted from the signal. */
const KILL_AFTER_MS = STOP_MAX_MS + 700;
const EXIT_FORCED = 1;
/** Requests a rolling restart of the workers. */
const REPLACE_SIGNAL = 'SIGUSR2';

/** A slot for one worker. */
interface Place {
  worker: Worker;
  startedAt: number;
  /** Times in a row that its worker ended early. */
  failures: number;
  restart: NodeJS.Timeout | undefined;
}

/** Runs the workers; resolves with the exit code when all have ended. */
export async function runPrimary(config: Config, workers: number, environment: Environment): Promise<number> {
  return new Primary(config, workers).run(environment);
}

class Primary {
  readonly #config: Config;
  readonly #count: number;
  readonly #log: Logger;
  readonly #places: Place[] = [];
  /** Workers that connections are handed to. */
  readonly #listening = new Set<Worker>();
  readonly #ended = Promise.withResolvers<number>();
  #isEnding = false;
  #isReplacing = false;
  #exitCode = 0;

  constructor(config: Config, count: number) {
    this.#config = config;
    this.#count = count;
    this.#log = createLogger(config.log);
  }

  async run(environment: Environment): Promise<number> {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#end(signal));
    onLauncherEnd(environment, () => this.#isEnding || this.#end('SIGTERM'));
    process.on(REPLACE_SIGNAL, () => void this.#replaceAll());
    cluster.on('listening', (worker) => this.#listening.add(worker));
    cluster.on('exit', (worker, code, signal) => this.#onExit(worker, code, signal));
    // The first worker brings the tables up to date, and shows whether the service can start at all.
    const first = this.#fork();
    const address = await servingAddress(first);
    if (address === null) return this.#isEnding ? this.#exitCode : first.process.exitCode || EXIT_FORCED;
    this.#places.push(placeOf(first));
    for (let index = 1; index < this.#count && !this.#isEnding; index++) this.#places.push(placeOf(this.#fork()));
    if (this.#config.log.level !== 'silent') process.stdout.write(greeting(address, this.#config, this.#count));
    return this.#ended.promise;
  }

  #fork(): Worker {
    const worker = cluster.fork();
    this.#log.info({ worker: worker.id, pid: worker.process.pid }, 'A worker was started');
    return worker;
  }

  #onExit(worker: Worker, code: number, signal: string): void {
    const hadRequests = this.#listening.delete(worker);
    if (this.#isEnding) {
      if (code !== 0 && hadRequests) this.#exitCode = EXIT_FORCED;
      if (workersLeft() === 0) this.#ended.resolve(this.#exitCode);
      return;
    }
    const place = this.#places.find((candidate) => candidate.worker === worker);
    if (place === undefined) return;
    const isSteady = performance.now() - place.startedAt >= STEADY_AFTER_MS;
    place.failures = isSteady ? 0 : place.failures + 1;
    const delayMs = isSteady ? 0 : Math.min(RESTART_FIRST_MS * 2 ** (place.failures - 1), RESTART_MAX_MS);
    this.#log.error(
      { worker: worker.id, code, signal, restart_in_ms: delayMs },
      'A worker ended and will be restarted',
    );
    place.restart = setTimeout(() => this.#fill(place, this.#fork()), delayMs);
  }

  #fill(place: Place, worker: Worker): void {
    clearTimeout(place.restart);
    place.restart = undefined;
    place.worker = worker;
    place.startedAt = performance.now();
  }

  /** Shuts down all workers; the second time, without waiting. */
  #end(signal: EndReason): void {
    if (this.#isEnding) {
      this.#kill();
      return;
    }
    this.#isEnding = true;
    for (const { restart } of this.#places) clearTimeout(restart);
    if (workersLeft() === 0) this.#ended.resolve(0);
    void this.#drainAll(signal);
    setTimeout(() => this.#kill(), KILL_AFTER_MS).unref();
  }

  /**
   * Hands out connections that the system has already accepted, so that workers get the shutdown after them. Workers that are
   * still starting were given none, and may not listen to anything for a long time.
   */
  async #drainAll(signal: EndReason): Promise<void> {
    await waitForQuietTurns(() => 0);
    for (const worker of allWorkers()) {
      if (this.#listening.has(worker)) drainWorker(worker, signal);
      else worker.process.kill('SIGKILL');
    }
  }

  #kill(): void {
    this.#exitCode = EXIT_FORCED;
    for (const worker of allWorkers()) worker.process.kill('SIGKILL');
  }

  /** Replaces the workers one after the other: each new one accepts requests before the old one is drained. */
  async #replaceAll(): Promise<void> {
    if (this.#isReplacing || this.#isEnding) return;
    this.#isReplacing = true;
    for (const place of this.#places) {
      const old = place.worker;
      if (this.#isEnding || old.isDead()) continue;
      const fresh = this.#fork();
      if ((await servingAddress(fresh)) === null) {
        this.#log.error({ worker: fresh.id }, 'A new worker did not start; the old ones keep running');
        break;
      }
      this.#fill(place, fresh);
      await this.#drained(old);
    }
    this.#isReplacing = false;
  }

  /** Drains a worker. The others take over its requests, so that no load balancer has to stop sending. */
  async #drained(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const exit = once(worker, 'exit');
    drainWorker(worker, 'replaced');
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), KILL_AFTER_MS);
    await exit;
    clearTimeout(timer);
  }
}

/** Resolves with the address of a worker that accepts requests; with null if it ends before. */
function servingAddress(worker: Worker): Promise<string | null> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (isServing(message)) resolve(message.address);
    });
    worker.once('exit', () => resolve(null));
  });
}

/** A worker that no longer listens to its primary is already shutting down. */
function drainWorker(worker: Worker, reason: EndReason): void {
  const message: Drain = { kind: 'drain', reason };
  if (worker.isConnected()) worker.send(message, () => undefined);
}

function placeOf(worker: Worker): Place {
  return { worker, startedAt: performance.now(), failures: 0, restart: undefined };
}

function allWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function workersLeft(): number {
  return allWorkers().filter((worker) => !worker.isDead()).length;
}
