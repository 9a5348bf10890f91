/**
 * Decides whose image job runs next: spaces take turns, so that the jobs of one space delay another by at most the job that is
 * running. Invariant: a space without a running job never has to wait for the other jobs of a single space, however many there are.
 */
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { Counts } from '../../../platform/kit/counts.ts';
import { FairTurns, QueueFullError } from '../../../platform/kit/fair-turns.ts';

/** Jobs that run at the same time. */
const RUNNING_MAX = 2;
/** Additional jobs that may start, but only for a space that has none running. */
const RESERVED = 1;
/** Maximum waiting and running jobs of a space, by purpose: uploads, and requested results. */
const OF_SPACE_MAX = { upload: 200, result: 100 } as const;
/** Maximum waiting and running results of one file: a page needs a few sizes of an image. */
const RESULTS_OF_FILE_MAX = 32;
/** Maximum waiting and running results for requests from one address. */
const RESULTS_OF_ADDRESS_MAX = 64;
/** Maximum waiting jobs of all spaces. */
const WAITING_MAX = 2_000;
const RETRY_AFTER_S = 5;

/** What a job is for. */
export type Purpose = keyof typeof OF_SPACE_MAX;

/** Whom a job is counted for. */
export interface JobOwner {
  readonly purpose: Purpose;
  readonly spaceId: string;
  /** Identifies the image of a result. */
  readonly file?: string;
  /** The client address of the request for a result. */
  readonly address?: string;
}

interface Bound {
  /** Identifies the counter. */
  readonly name: string;
  readonly max: number;
  readonly refusal: () => DomainError;
}

export class ImageTurns {
  readonly #turns = new FairTurns({ total: RUNNING_MAX, reserved: RESERVED, waiting: WAITING_MAX });
  readonly #jobs = new Counts();

  /**
   * Runs a job when its turn comes. A space's uploads come before its results, because a person is waiting for each upload.
   * @throws `unavailable` if too many jobs are waiting, `api_quota_exceeded` if too many are for one address
   */
  async take<T>(owner: JobOwner, job: () => Promise<T>): Promise<T> {
    const bounds = boundsOf(owner);
    const reached = bounds.find(({ name, max }) => this.#jobs.of(name) >= max);
    if (reached !== undefined) throw reached.refusal();
    for (const { name } of bounds) this.#jobs.add(name, 1);
    try {
      return await this.#turns.run(owner.spaceId, job, { isUrgent: owner.purpose === 'upload' });
    } catch (error) {
      throw error instanceof QueueFullError ? tooMany() : error;
    } finally {
      for (const { name } of bounds) this.#jobs.add(name, -1);
    }
  }
}

function boundsOf({ purpose, spaceId, file, address }: JobOwner): Bound[] {
  const bounds: Bound[] = [{ name: `${purpose} ${spaceId}`, max: OF_SPACE_MAX[purpose], refusal: tooMany }];
  if (file !== undefined) bounds.push({ name: `file ${file}`, max: RESULTS_OF_FILE_MAX, refusal: tooMany });
  if (address !== undefined)
    bounds.push({ name: `address ${address}`, max: RESULTS_OF_ADDRESS_MAX, refusal: tooManyForAddress });
  return bounds;
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
