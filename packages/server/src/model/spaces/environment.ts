/** An environment of a space as the running service holds it. Its identity never changes; its status does. */

/** An environment in `deleting` is gone for every client; its rows are being removed. */
export type EnvironmentStatus = 'ready' | 'cloning' | 'failed' | 'deleting';

export interface Environment {
  /** Small number under which its rows are stored; never reused. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  /** The six characters of its name in public ids. */
  readonly code: string;
  readonly spaceId: string;
  readonly accountId: string;
  /** Name of the environment it was cloned from; null if it began empty. */
  readonly source: string | null;
  /** The revision of that environment that it began as; null if it began empty or is not ready. */
  readonly clonedRevision: number | null;
  readonly status: EnvironmentStatus;
  /** Random, and new if its rows come from elsewhere, so that no old ETag matches. */
  readonly epoch: string;
  readonly version: number;
  readonly createdAt: number;
}

/** Name of the environment that every space begins with and that cannot be deleted. */
export const MASTER = 'master';

/** What the first write of an environment makes its revision. */
export const FIRST_REVISION = 1;

const NAME_SHAPE = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Whether a text can be the name of an environment. */
export function isEnvironmentName(text: string): boolean {
  return NAME_SHAPE.test(text);
}
