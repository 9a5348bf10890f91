/**
 * `min_revision`: a reader that knows of a change never gets a response from before it. It is read separately from the rest of the
 * query string, because the rest may only be valid by the model of that revision.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import { parameterIn } from './parameters.ts';
import { MIN_REVISION } from './query-reading.ts';

const WAIT_MAX_MS = 2_000;
/** Often enough for one waiting reader, and rarely enough for thousands of them. */
const ASKED_EVERY_MS = 50;
const RETRY_AFTER_SECONDS = 1;

/** The minimum revision that a query string requires; 0 if it requires none, or it cannot be read. */
export function minRevisionOf(search: string): number {
  const given = parameterIn(search, MIN_REVISION);
  return given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : 0;
}

/** Waits until the environment behind a name reaches a revision. */
export class RevisionWait {
  readonly #heads: Pick<Heads, 'of'>;
  readonly #revision: number;
  readonly #deadline = performance.now() + WAIT_MAX_MS;

  constructor(heads: Pick<Heads, 'of'>, revision: number) {
    this.#heads = heads;
    this.#revision = revision;
  }

  /**
   * @returns the head of the environment once it reaches the revision, or once its names have changed; undefined if it is gone
   * @throws `unavailable` `WAIT_MAX_MS` after the start of the wait
   */
  async headOf({ number, namesRevision }: Pick<Environment, 'number' | 'namesRevision'>): Promise<Head | undefined> {
    for (;;) {
      const head = await this.#heads.of(number);
      if (head === undefined || head.revision >= this.#revision || head.names_revision !== namesRevision) return head;
      if (performance.now() >= this.#deadline) {
        const message = `The environment has not reached revision ${this.#revision} yet; it is at ${head.revision}. Try again, or leave min_revision out.`;
        throw new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      await sleep(ASKED_EVERY_MS);
    }
  }
}

/** Waits for the revision that the query string of a management list requires. @throws `unavailable` */
export async function waitForMinRevision(
  heads: Pick<Heads, 'of'>,
  environment: Pick<Environment, 'number' | 'namesRevision'>,
  search: string,
): Promise<void> {
  const revision = minRevisionOf(search);
  if (revision === 0) return;
  const head = await new RevisionWait(heads, revision).headOf(environment);
  if (head === undefined || head.revision >= revision) return;
  const message = 'The names of the environment have just changed; try again.';
  throw new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
