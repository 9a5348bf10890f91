/** The timing of all background jobs, apart from the interval of each. Tests of jobs use shorter times. */

export interface JobTimes {
  /**
   * How long a lease lasts if it is not renewed; the same in every process of an installation. Together with
   * `leaseTriedEveryMs` at most ten seconds, so that another process takes over within that time.
   */
  readonly leaseMs: number;
  readonly leaseRenewedEveryMs: number;
  /** How often a process tries to get a lease that another one holds, while there is work. */
  readonly leaseTriedEveryMs: number;
  /** How often jobs check for work that fires no trigger. */
  readonly lookEveryMs: number;
  /** How long after its first failure a job is retried; twice as long after each further failure. */
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
