/** The times by which all background jobs run, beside the interval of each. Tests of jobs give shorter ones. */

export interface JobTimes {
  /**
   * How long a lease lasts that is not renewed; the same in every process of an installation. Together with
   * `leaseTriedEveryMs` at most ten seconds, so that another process goes on within that time.
   */
  readonly leaseMs: number;
  readonly leaseRenewedEveryMs: number;
  /** How often a process tries to get a lease that another one holds while there is work. */
  readonly leaseTriedEveryMs: number;
  /** How often jobs look for work that no trigger tells of. */
  readonly lookEveryMs: number;
  /** How long after its first failure a job is tried again; twice that after each further one. */
  readonly retryFirstMs: number;
  readonly retryMaxMs: number;
}

export const JOB_TIMES: JobTimes = {
  leaseMs: 9_000,
  leaseRenewedEveryMs: 3_000,
  leaseTriedEveryMs: 1_000,
  lookEveryMs: 1_000,
  retryFirstMs: 1_000,
  retryMaxMs: 30_000,
};
