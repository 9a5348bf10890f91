/** Waits for jobs of the service. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '../output.ts';
import { progressBar } from '../progress.ts';
import type { ServiceClient } from '../service-client.ts';

const POLL_FIRST_MS = 50;
const POLL_MAX_MS = 2_000;

/** What all jobs show. */
export interface Job {
  readonly id: string;
  readonly status: 'running' | 'ready' | 'done' | 'failed' | 'cancelled';
  readonly progress: { readonly done: number; readonly total: number };
  readonly error: string | null;
}

/** Waits until a job is not running any more, and shows how far it is. @throws ServiceError */
export async function untilEnded<T extends Job>(
  client: ServiceClient,
  path: string,
  { label, output }: { label: string; output: Output },
): Promise<T> {
  for (let waitMs = POLL_FIRST_MS; ; waitMs = Math.min(waitMs * 1.5, POLL_MAX_MS)) {
    const job = (await client.send({ method: 'GET', path })) as T;
    const bar = progressBar(label, job.progress.total, output);
    if (job.status !== 'running') {
      bar.clear();
      return job;
    }
    bar.show(job.progress.done);
    await sleep(waitMs);
  }
}
