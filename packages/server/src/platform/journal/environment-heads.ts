/**
 * How far an environment is, and what the journal needs of whoever keeps that: `model/spaces/heads.ts` does, and
 * `composition/` hands it over. The journal stands below spaces and never touches the rows of environments itself.
 */
import type { Writer } from '../database/database.ts';
import type { MetricSums } from './usage-changes.ts';

/** The counters of an environment after a change. */
export interface MovedEnvironment {
  readonly number: number;
  readonly revision: number;
  readonly published_revision: number;
  readonly model_revision: number;
  /** The revision of the last change of its names: of its own one, or of the aliases that stand for it. */
  readonly names_revision: number;
}

/** How far an environment is, and whether it can be used. */
export interface Head extends MovedEnvironment {
  readonly status: string;
  readonly epoch: string;
}

/** Which counters of an environment a write raises, beside its revision. */
export interface RaisedCounters {
  readonly number: number;
  /** The name that the write knows it by. */
  readonly name: string;
  /** Whether delivery can see the change. */
  readonly published: boolean;
  /** Whether content types or locales changed. */
  readonly model: boolean;
  /** By how much its content changes. */
  readonly usage: MetricSums;
}

export interface EnvironmentHeads {
  /** Locks the row of an environment until the write ends and raises its counters; undefined where it is gone, or deleted while content of it changed. @throws `unavailable` where it was renamed meanwhile */
  raise(writer: Writer, raised: RaisedCounters): Promise<MovedEnvironment | undefined>;
  /** Called after the commit of a write of this process. */
  moved(environment: MovedEnvironment): void;
}
