/**
 * One image process as seen by its parent. Invariant: a job ends with its result or an error, whatever the image does to the
 * process; a process that took too long or died is never used again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { packageFolder } from '../../../platform/config/package-folder.ts';
import { DomainError, invalid, validationFailed } from '../../../platform/errors/domain-error.ts';
import type { ImageJob, JobResponse, JobResults } from './jobs.ts';
import { CPU_MS_MAX, OVER_MEMORY_SIGNAL, OVER_TIME_SIGNAL } from './limits.ts';

const PROGRAM = join(packageFolder, 'bin/image-process.mjs');
const HEAP_MEGABYTES = 96;
/** How long an image may take on an idle machine; normally the process's own CPU limit ends it first. */
const JOB_TIMEOUT_MS = 20_000;
/** How long a process may take to get ready, on a busy machine. */
const START_TIMEOUT_MS = 20_000;

/** Makes the C library's allocator return large blocks to the system immediately. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** What the process is started with. */
export interface ProcessOptions {
  /** Memory that a job may use in addition to the idle process, in bytes. */
  readonly memoryBytes: number;
}

export class ImageProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  #isOver = false;

  constructor({ memoryBytes }: ProcessOptions) {
    const cacheDirectory = getCompileCacheDir();
    this.#child = fork(PROGRAM, [String(memoryBytes)], {
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, '--max-semi-space-size=2'],
      // It decodes untrusted files, so it gets no secrets from the environment.
      env: { ...ALLOCATOR, ...(cacheDirectory === undefined ? {} : { NODE_COMPILE_CACHE: cacheDirectory }) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.once('exit', () => {
      this.#isOver = true;
    });
    this.#ready = this.#firstMessage();
    // Callers that wait for it get the error; if nobody waits, it must not be an unhandled rejection.
    this.#ready.catch(() => undefined);
  }

  /** Whether it can take another job. */
  get isUsable(): boolean {
    return !this.#isOver && this.#child.connected;
  }

  /**
   * Runs a job; one at a time.
   * @throws `validation_failed` if the image is the cause, `unavailable` if the process or the disk is
   */
  async run<Job extends ImageJob>(job: Job): Promise<JobResults[Job['kind']]> {
    await this.#ready;
    const response = await this.#responseTo(job);
    if (response.kind === 'refused') throw validationFailed([response.violation]);
    if (response.kind === 'failed') throw unavailable(response.message);
    return response.result as JobResults[Job['kind']];
  }

  /** Kills the process and its job. */
  end(): void {
    this.#isOver = true;
    this.#child.kill('SIGKILL');
  }

  /** Lets it exit normally, which saves its compiled code for the next process. */
  retire(): void {
    this.#isOver = true;
    if (this.#child.connected) this.#child.disconnect();
  }

  #firstMessage(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(), START_TIMEOUT_MS);
      this.#child.once('message', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#child.once('exit', () => {
        clearTimeout(timer);
        reject(unavailable('The image process ended before it was ready.'));
      });
      this.#child.on('error', (error) => {
        this.end();
        clearTimeout(timer);
        reject(unavailable(error.message));
      });
    });
  }

  #responseTo(job: ImageJob): Promise<JobResponse> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        this.end();
      }, JOB_TIMEOUT_MS);
      const settle = () => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
      };
      const onMessage = (response: JobResponse) => {
        settle();
        // Its channel stays open for a moment, and a job sent to it then would be lost.
        if (response.isLast) this.#isOver = true;
        resolve(response);
      };
      const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
        settle();
        reject(isLate ? unavailable('An image job took too long.') : lost(code, signal));
      };
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.send(job, (error) => {
        if (error === null) return;
        settle();
        this.end();
        reject(unavailable(error.message));
      });
    });
  }
}

/** @param reason only for the log */
function unavailable(reason: string): Error {
  const error = new DomainError('unavailable', 'Images cannot be processed at the moment; try again.');
  error.cause = new Error(reason);
  return error;
}

function lost(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === OVER_TIME_SIGNAL) {
    const seconds = CPU_MS_MAX / 1_000;
    return invalid('file', 'max_duration', `The image takes more than ${seconds} s to process; use a smaller one.`, {
      limit: seconds,
    });
  }
  // Only its own limits, or the system when memory is low, end a process this way.
  if (signal === OVER_MEMORY_SIGNAL)
    return invalid(
      'file',
      'max_memory',
      'The image takes more memory than LECTERN_IMAGE_MEMORY allows; use a smaller one.',
    );
  return code === null || code !== 0
    ? invalid('file', 'readable', 'The image cannot be decoded; save it again.')
    : unavailable('The image process ended.');
}
