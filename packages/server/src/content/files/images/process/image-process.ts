/**
 * The process in which images are decoded. It is started on demand with low priority, and ended when idle. Invariant: it runs one
 * job at a time, and kills itself if a job uses too much memory or CPU time, so that no image can harm the service.
 */
import { setPriority } from 'node:os';
import type { Violation } from '../../../../../../contract/src/violations.ts';
import { DomainError } from '../../../../platform/errors/domain-error.ts';
import { cleanSvg } from '../../media-types/svg/clean-svg.ts';
import type { ImageJob, JobOutcome, JobResponse } from '../jobs.ts';
import { CPU_MS_MAX, OVER_MEMORY_SIGNAL, OVER_TIME_SIGNAL } from '../limits.ts';
import { inspectImage } from './inspect.ts';
import { renderImage } from './render.ts';
import { stripImage } from './strip.ts';

const PRIORITY = 10;
const LOOK_MS = 10;
/** Maximum share of a job's memory that may remain afterwards. Beyond it the process ends, because the next job would have less. */
const RETAINED_SHARE_MAX = 0.2;

const jobBytesMax = Number(process.argv[2]);
const memoryBytesAtStart = process.memoryUsage.rss();

setPriority(PRIORITY);
process.once('disconnect', () => process.exit());
process.on('message', (job: ImageJob) => {
  void respond(job);
});
send('ready');

async function respond(job: ImageJob): Promise<void> {
  const cpuBefore = process.cpuUsage();
  const watch = setInterval(() => endWhereTooMuch(cpuBefore), LOOK_MS);
  const result = await run(job);
  clearInterval(watch);
  const isLast = process.memoryUsage.rss() > memoryBytesAtStart + jobBytesMax * RETAINED_SHARE_MAX;
  send({ ...result, isLast });
  if (isLast) process.disconnect?.();
}

async function run(job: ImageJob): Promise<JobOutcome> {
  try {
    return { kind: 'done', result: await perform(job) };
  } catch (error) {
    const violation = violationOf(error);
    if (violation !== undefined) return { kind: 'refused', violation };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

async function perform(job: ImageJob) {
  switch (job.kind) {
    case 'inspect':
      return await inspectImage(job);
    case 'clean':
      return await cleanSvg(job.path, job.target);
    case 'strip':
      return await stripImage(job);
    case 'render':
      return await renderImage(job);
  }
}

function violationOf(error: unknown): Violation | undefined {
  if (!(error instanceof DomainError) || error.code !== 'validation_failed') return undefined;
  const { errors } = error.extra;
  return Array.isArray(errors) ? errors[0] : undefined;
}

/** Needed because Node cannot limit native memory, and a native job can only be stopped together with its process. */
function endWhereTooMuch(cpuBefore: NodeJS.CpuUsage): void {
  if (process.memoryUsage.rss() > memoryBytesAtStart + jobBytesMax) process.kill(process.pid, OVER_MEMORY_SIGNAL);
  const { user, system } = process.cpuUsage(cpuBefore);
  if ((user + system) / 1_000 > CPU_MS_MAX) process.kill(process.pid, OVER_TIME_SIGNAL);
}

function send(message: JobResponse | 'ready'): void {
  process.send?.(message);
}
