/**
 * `min_revision`: a reader that knows of a change never gets a response from before it. It is read apart from the rest
 * of the query string, since the rest may only make sense by the model of that revision.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Heads } from '../../model/spaces/heads.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import { type Parameter, readParameters } from './query-string/parameters.ts';
import { MIN_REVISION } from './query-string/query-reading.ts';

const WAIT_MAX_MS = 2_000;
/** Often enough for a reader who waits, seldom enough for thousands who do. */
const ASKED_EVERY_MS = 50;
const RETRY_AFTER_SECONDS = 1;

/** The oldest revision that may satisfy a query string; 0 where it requires none, or none that can be read. */
export function minRevisionOf(search: string): number {
  if (!search.includes(MIN_REVISION) && !search.includes('%')) return 0;
  const given = parametersOf(search).find(({ name }) => name === MIN_REVISION);
  return given !== undefined && /^\d{1,15}$/.test(given.value) ? Number(given.value) : 0;
}

/**
 * Waits until an environment has come to a revision.
 * @returns its head by then; undefined where it is gone
 * @throws `unavailable` after `WAIT_MAX_MS`
 */
export async function waitForRevision(
  heads: Pick<Heads, 'of'>,
  environment: number,
  revision: number,
): Promise<Head | undefined> {
  const deadline = performance.now() + WAIT_MAX_MS;
  for (;;) {
    const head = await heads.of(environment);
    if (head === undefined || head.revision >= revision) return head;
    if (performance.now() >= deadline) {
      const message = `The environment has not come to revision ${revision} yet; it is at ${head.revision}. Try again, or ask without min_revision.`;
      throw new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    await sleep(ASKED_EVERY_MS);
  }
}

/** Waits for the revision that the query string of a list of the management plane requires. @throws `unavailable` */
export async function obeyMinRevision(heads: Pick<Heads, 'of'>, environment: number, search: string): Promise<void> {
  const revision = minRevisionOf(search);
  if (revision > 0) await waitForRevision(heads, environment, revision);
}

/** What does not decode is refused where the whole query is read. */
function parametersOf(search: string): readonly Parameter[] {
  try {
    return readParameters(search);
  } catch {
    return [];
  }
}
