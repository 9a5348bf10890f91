/**
 * The process in which images are decoded: started when one is needed, of low priority, ended when nothing is left to
 * do. Invariant: it does one job at a time and ends itself before the job takes more memory than it was given, so that
 * no image can harm the service; its parent ends it when a job takes too long.
 */
import { setPriority } from 'node:os';
import { DomainError, type Violation } from '../../../errors/domain-error.ts';
import { cleanSvg } from '../../media-types/svg/clean-svg.ts';
import type { ImageJob, JobAnswer } from '../jobs.ts';
import { inspectImage } from './inspect.ts';
import { renderImage } from './render.ts';

const PRIORITY = 10;
const MEMORY_LOOK_MS = 10;

const memoryBytesMax = process.memoryUsage.rss() + Number(process.argv[2]);

setPriority(PRIORITY);
process.once('disconnect', () => process.exit());
process.on('message', (job: ImageJob) => {
  void answer(job);
});
send('ready');

async function answer(job: ImageJob): Promise<void> {
  const watch = setInterval(endWhereTooLarge, MEMORY_LOOK_MS);
  const result = await run(job);
  clearInterval(watch);
  send(result);
}

async function run(job: ImageJob): Promise<JobAnswer> {
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
    case 'render':
      return await renderImage(job);
  }
}

function violationOf(error: unknown): Violation | undefined {
  if (!(error instanceof DomainError) || error.code !== 'validation_failed') return undefined;
  const { errors } = error.extra;
  return Array.isArray(errors) ? errors[0] : undefined;
}

/** Native memory knows no limit of Node's, and a native job cannot be stopped but with its process. */
function endWhereTooLarge(): void {
  if (process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL');
}

function send(message: JobAnswer | 'ready'): void {
  process.send?.(message);
}
