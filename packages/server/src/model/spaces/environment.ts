/** An environment of a space as the running service holds it. Its number never changes; its status and its names do. */
import type { EnvironmentCodes } from './resource-id.ts';

/** For clients, an environment in `deleting` no longer exists; its rows are being removed. */
export type EnvironmentStatus = 'ready' | 'cloning' | 'failed' | 'deleting';

/** An additional name by which an environment can be reached. */
export interface AliasName {
  /** The number to which keys are bound; no environment or other alias ever has it. */
  readonly number: number;
  readonly name: string;
  readonly code: string;
}

/** An environment as reached by its own name, or through an alias, whose code its ids then have. */
export interface Environment extends EnvironmentCodes {
  /** Small number under which its rows are stored; never reused. */
  readonly number: number;
  readonly id: string;
  /** Its own name, even when it was reached through an alias. */
  readonly name: string;
  /** The aliases that point to it, by number. */
  readonly aliases: readonly AliasName[];
  /** The revision of the last change to its names. A head with a different one means that these names are out of date. */
  readonly namesRevision: number;
  /** Its revision from which the name by which it was reached leads to it. */
  readonly leadsFrom: number;
  readonly spaceId: string;
  readonly accountId: string;
  /** Name of the environment it was cloned from; null if it started empty. */
  readonly source: string | null;
  /** The revision of the source at which the clone starts; null if it started empty or is not ready. */
  readonly clonedRevision: number | null;
  readonly status: EnvironmentStatus;
  /** Where its model is kept, when the environment was read; null if anybody may change it. Rules read it anew. */
  readonly modelLockedBy: string | null;
  /** Random, and replaced when its rows come from elsewhere, so that no old ETag matches. */
  readonly epoch: string;
  readonly version: number;
  readonly createdAt: number;
}

/** Name of the first environment of every space. It always points to an environment; neither it nor its alias can be deleted. */
export const MASTER = 'master';

/** The revision of an environment after its first write. */
export const FIRST_REVISION = 1;

const NAME_SHAPE = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Whether a text can be the name of an environment. */
export function isEnvironmentName(text: string): boolean {
  return NAME_SHAPE.test(text);
}
