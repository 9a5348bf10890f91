/** An environment of a space as the running service holds it. Its number never changes; its status and its names do. */
import type { EnvironmentCodes } from './resource-id.ts';

/** An environment in `deleting` is gone for every client; its rows are being removed. */
export type EnvironmentStatus = 'ready' | 'cloning' | 'failed' | 'deleting';

/** A name beside its own by which an environment is reached. */
export interface AliasName {
  /** What keys are bound to; no environment and no other alias ever has it. */
  readonly number: number;
  readonly name: string;
  readonly code: string;
}

/** An environment as it is reached: by its own name, or through one of its aliases, whose code ids then have. */
export interface Environment extends EnvironmentCodes {
  /** Small number under which its rows are stored; never reused. */
  readonly number: number;
  readonly id: string;
  /** Its own name, however it was reached. */
  readonly name: string;
  /** The aliases that stand for it, by number. */
  readonly aliases: readonly AliasName[];
  /** The revision of the last change of its names; a head with another one tells that these are no longer right. */
  readonly namesRevision: number;
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

/** Name of the environment that every space begins with: it always stands for one, and is no other alias' to give up. */
export const MASTER = 'master';

/** What the first write of an environment makes its revision. */
export const FIRST_REVISION = 1;

const NAME_SHAPE = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Whether a text can be the name of an environment. */
export function isEnvironmentName(text: string): boolean {
  return NAME_SHAPE.test(text);
}
