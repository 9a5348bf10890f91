/**
 * The queue of image jobs: a few processes with one job each at a time, shared by the spaces in turn (`image-turns.ts`). Invariant:
 * a process is used by one job at a time, and is ended after it has been idle for a while.
 */
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { ImageProcess, type ProcessOptions } from './image-process.ts';
import { ImageTurns, type JobOwner } from './image-turns.ts';
import type { ImageJob, JobResults } from './jobs.ts';

/** An idle process is ended after this time, because it uses 60 MB or more. */
const IDLE_MS = 20_000;

export class ImageQueue {
  readonly #options: ProcessOptions;
  readonly #idle: { process: ImageProcess; timer: NodeJS.Timeout }[] = [];
  readonly #turns = new ImageTurns();
  readonly #busy = new Set<ImageProcess>();
  #isClosed = false;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /**
   * Runs a job when its turn comes.
   * @param prepare returns the job once its turn has come
   * @throws `unavailable` or `api_quota_exceeded` if too many are waiting; `validation_failed` if the image is the cause
   */
  run<Job extends ImageJob>(owner: JobOwner, prepare: () => Job | Promise<Job>): Promise<JobResults[Job['kind']]> {
    return this.#turns.take(owner, async () => this.#runNow(await prepare()));
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
