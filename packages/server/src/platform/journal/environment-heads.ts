/**
 * The progress of environments, and the interface through which the journal raises it. `model/spaces/heads.ts` implements it,
 * and `composition/` passes it in: the journal is a lower room than spaces and never touches the rows of environments itself.
 */
import type { Writer } from '../database/database.ts';
import type { MetricSums } from './usage-changes.ts';

/** The counters of an environment after a change. */
export interface MovedEnvironment {
  readonly number: number;
  readonly revision: number;
  readonly published_revision: number;
  readonly model_revision: number;
  /** The revision of the last change of its names: its own name, or the aliases that point to it. */
  readonly names_revision: number;
}

/** The current state of an environment, and whether it can be used. */
export interface Head extends MovedEnvironment {
  readonly status: string;
  readonly epoch: string;
}

/** Which counters of an environment a write raises, besides its revision. */
export interface RaisedCounters {
  readonly number: number;
  /** The environment's name as the write knows it. */
  readonly name: string;
  /** Whether delivery can see the change. */
  readonly published: boolean;
  /** Whether content types or locales changed. */
  readonly model: boolean;
  /** How the write changes the usage of its content. */
  readonly usage: MetricSums;
}

export interface EnvironmentHeads {
  /**
   * Locks the row of an environment until the write ends and raises its counters. Undefined if the environment is gone, or was
   * deleted while its content changed.
   * @throws `unavailable` if it was renamed meanwhile
   */
  raise(writer: Writer, raised: RaisedCounters): Promise<MovedEnvironment | undefined>;
  /** Called after the commit of a write of this process. */
  moved(environment: MovedEnvironment): void;
}
