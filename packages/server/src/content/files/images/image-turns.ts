/**
 * Whose image job is next: spaces take turns, so that the jobs of one delay another by no more than the job that runs.
 * Invariant: a space without a running job waits for none of a single other space, however many jobs that one has.
 */
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { Counts } from '../../../platform/kit/counts.ts';

/** Jobs that run at a time. */
const RUNNING_MAX = 2;
/** Beyond these, a job may start of a space that has none running. */
const RESERVED = 1;
/** Jobs of a space that may wait: of uploads, and of requested results. */
const WAITING_MAX = { upload: 200, result: 100 } as const;
/** Results of one file that may wait or run: a page needs a few sizes of an image. */
const RESULTS_OF_FILE_MAX = 32;
/** Results for requests from one address that may wait or run. */
const RESULTS_OF_ADDRESS_MAX = 64;
/** Jobs of all spaces that may wait. */
const WAITING_IN_ALL_MAX = 2_000;
const RETRY_AFTER_S = 5;

/** What a job is for. */
export type Purpose = keyof typeof WAITING_MAX;

/** Whom a job counts for. */
export interface JobOwner {
  readonly purpose: Purpose;
  readonly spaceId: string;
  /** Identifies the image of a result. */
  readonly file?: string;
  /** Where the request for a result comes from. */
  readonly address?: string;
}

type Line = Record<Purpose, (() => void)[]>;

export class ImageTurns {
  /** The lines of spaces that wait, the one that waits longest for its turn first. */
  readonly #lines = new Map<string, Line>();
  readonly #running = new Counts();
  readonly #ofFile = new Counts();
  readonly #ofAddress = new Counts();
  #waiting = 0;

  /**
   * Runs a job when it is its turn. The uploads of a space go before its results, since a person waits for each.
   * @throws `unavailable` if too many jobs wait, `api_quota_exceeded` if too many are for one address
   */
  async take<T>(owner: JobOwner, job: () => Promise<T>): Promise<T> {
    this.#refuseTooMany(owner);
    const { spaceId, file, address } = owner;
    if (file !== undefined) this.#ofFile.add(file, 1);
    if (address !== undefined) this.#ofAddress.add(address, 1);
    try {
      if (this.#mayStart(spaceId)) this.#running.add(spaceId, 1);
      else await this.#wait(owner);
      try {
        return await job();
      } finally {
        this.#running.add(spaceId, -1);
        this.#startNext();
      }
    } finally {
      if (file !== undefined) this.#ofFile.add(file, -1);
      if (address !== undefined) this.#ofAddress.add(address, -1);
    }
  }

  #mayStart(spaceId: string): boolean {
    const { total } = this.#running;
    return total < RUNNING_MAX || (total < RUNNING_MAX + RESERVED && this.#running.of(spaceId) === 0);
  }

  #wait({ purpose, spaceId }: JobOwner): Promise<void> {
    const line = this.#lines.get(spaceId) ?? { upload: [], result: [] };
    this.#lines.set(spaceId, line);
    this.#waiting += 1;
    return new Promise((resolve) => line[purpose].push(resolve));
  }

  /** Starts every job that may start. */
  #startNext(): void {
    for (let next = this.#nextSpace(); next !== undefined; next = this.#nextSpace()) {
      const [spaceId, line] = next;
      const start = line.upload.shift() ?? line.result.shift();
      // A space that still waits goes to the end.
      this.#lines.delete(spaceId);
      if (line.upload.length + line.result.length > 0) this.#lines.set(spaceId, line);
      this.#waiting -= 1;
      this.#running.add(spaceId, 1);
      start?.();
    }
  }

  #nextSpace(): [string, Line] | undefined {
    const waiting = [...this.#lines].filter(([spaceId]) => this.#mayStart(spaceId));
    return waiting.find(([spaceId]) => this.#running.of(spaceId) === 0) ?? waiting[0];
  }

  #refuseTooMany({ purpose, spaceId, file, address }: JobOwner): void {
    const waiting = this.#lines.get(spaceId)?.[purpose].length ?? 0;
    const isFull = waiting >= WAITING_MAX[purpose] || this.#waiting >= WAITING_IN_ALL_MAX;
    if (isFull || (file !== undefined && this.#ofFile.of(file) >= RESULTS_OF_FILE_MAX)) throw tooMany();
    if (address !== undefined && this.#ofAddress.of(address) >= RESULTS_OF_ADDRESS_MAX) throw tooManyForAddress();
  }
}

function tooMany(): DomainError {
  return new DomainError('unavailable', 'Too many images are waiting to be processed; try again in a few seconds.', {
    retryAfterSeconds: RETRY_AFTER_S,
  });
}

function tooManyForAddress(): DomainError {
  const message = `At most ${RESULTS_OF_ADDRESS_MAX} images are processed for one address at a time; try again in a few seconds.`;
  return new DomainError('api_quota_exceeded', message, { scope: 'images', retryAfterSeconds: RETRY_AFTER_S });
}
