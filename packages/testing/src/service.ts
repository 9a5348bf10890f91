/**
 * Starts the whole service in the process of the test, on a real port: the quick way to test over HTTP. `./client.ts` sends
 * requests to it. Whoever starts one closes it.
 */

import { createService, type ServiceOptions } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';
import { JOB_TIMES, type JobTimes } from '../../server/src/platform/jobs/job-times.ts';
import { type ServiceSettings, serviceEnvironment } from './environment.ts';
import { LEAST_PASSWORD_COST } from './password-cost.ts';
import { patience } from './patience.ts';

/** Jobs that look for work once a second do so at once; a test of these times passes `JOB_TIMES`. */
const QUICK_JOBS: JobTimes = { ...JOB_TIMES, leaseTriedEveryMs: 20, lookEveryMs: 20 };

/** A running service. */
export interface TestService {
  /** Its address, without `/` at the end. */
  readonly url: string;
  /** Its data folder, which contains the mails. */
  readonly dataDir: string;
  /** Drains it and closes its database. */
  close(): Promise<void>;
}

/**
 * Starts a service as `npm start` would, except for what checks and speeds up tests, and resolves when it listens. It reserves no
 * disk space, which would take longer than most of a start.
 */
export async function startService(settings: ServiceSettings, options: ServiceOptions = {}): Promise<TestService> {
  const config = readConfig({ LECTERN_DISK_RESERVE: '0', ...serviceEnvironment(settings) });
  const service = await createService(config, {
    checkResponses: true,
    passwordCost: LEAST_PASSWORD_COST,
    deadline: patience,
    jobTimes: QUICK_JOBS,
    ...options,
  });
  const url = await service.listen();
  return { url, dataDir: config.dataDir, close: () => service.close() };
}
