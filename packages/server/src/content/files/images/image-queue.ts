/**
 * The queue of image jobs: a few processes, each with one job at a time, and a bounded number of waiting jobs.
 * Invariant: uploads go before results, since a person waits for each of them; the queue is bounded.
 */
import { availableParallelism } from 'node:os';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { ImageProcess, type ProcessOptions } from './image-process.ts';
import type { ImageJob, JobResults } from './jobs.ts';

const PROCESSES_MAX = Math.min(2, availableParallelism());
/** Jobs that may wait: of uploads, and of requested results. */
const WAITING_MAX = { upload: 200, result: 100 } as const;
/** An idle process is ended, since it holds 60 MB and more. */
const IDLE_MS = 20_000;
const RETRY_AFTER_S = 5;

/** What a job is for. */
export type Purpose = keyof typeof WAITING_MAX;

export class ImageQueue {
  readonly #options: ProcessOptions;
  readonly #idle: { process: ImageProcess; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: Record<Purpose, (() => void)[]> = { upload: [], result: [] };
  readonly #busy = new Set<ImageProcess>();
  #running = 0;
  #isClosed = false;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /**
   * Runs a job when it is its turn.
   * @param prepare returns the job, once nothing waits before it
   * @throws `unavailable` if too many wait; `validation_failed` if the image is at fault
   */
  async run<Job extends ImageJob>(
    purpose: Purpose,
    prepare: () => Job | Promise<Job>,
  ): Promise<JobResults[Job['kind']]> {
    await this.#turn(purpose);
    try {
      return await this.#runNow(await prepare());
    } finally {
      this.#running -= 1;
      (this.#waiting.upload.shift() ?? this.#waiting.result.shift())?.();
    }
  }

  /** Ends all processes; running jobs fail. */
  close(): void {
    this.#isClosed = true;
    for (const { process, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      process.end();
    }
    for (const process of this.#busy) process.end();
  }

  async #turn(purpose: Purpose): Promise<void> {
    if (this.#running >= PROCESSES_MAX) {
      const waiting = this.#waiting[purpose];
      if (waiting.length >= WAITING_MAX[purpose]) throw tooMany();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    this.#running += 1;
  }

  async #runNow<Job extends ImageJob>(job: Job): Promise<JobResults[Job['kind']]> {
    if (this.#isClosed) throw new DomainError('unavailable', 'The service is stopping; try again.');
    const process = this.#take();
    this.#busy.add(process);
    try {
      return await process.run(job);
    } finally {
      this.#busy.delete(process);
      this.#keep(process);
    }
  }

  #take(): ImageProcess {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.process.isUsable) return kept.process;
    }
    return new ImageProcess(this.#options);
  }

  #keep(process: ImageProcess): void {
    if (!process.isUsable) return;
    if (this.#isClosed) {
      process.end();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((one) => one.process === process),
        1,
      );
      process.retire();
    }, IDLE_MS);
    timer.unref();
    this.#idle.push({ process, timer });
  }
}

function tooMany(): DomainError {
  return new DomainError('unavailable', 'Too many images are waiting to be processed; try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_S,
  });
}
