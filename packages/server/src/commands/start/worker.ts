/**
 * One of several processes that share a port. Invariant: it shuts down once, however many signals it gets: a supervisor
 * that signals the whole group and the primary that passes the signal on are one request. Without its primary it ends
 * at once.
 */
import cluster from 'node:cluster';
import { createService } from '../../app.ts';
import type { Config } from '../../platform/config/config.ts';
import { drain, type EndReason } from './drain.ts';
import { isDrain, type Serving } from './messages.ts';

const EXIT_DONE = 0;
const EXIT_FORCED = 1;

/** Runs a worker; resolves with the exit code when it has ended. */
export async function runWorker(config: Config, mayBeNew: boolean): Promise<number> {
  const { worker } = cluster;
  if (worker === undefined) throw new Error('Workers are started by `lectern start --workers`.');
  const shutdown = shutdownRequested();
  const service = await beforeShutdown(createService(config, { worker: worker.id, mayBeNew }), shutdown);
  // The worker has accepted no requests, and whatever its start is still waiting for would keep the process alive.
  if (service === null) process.exit(EXIT_DONE);
  const message: Serving = { kind: 'serving', address: await service.listen() };
  worker.send(message);
  const code = await drain(service, config, await shutdown).catch(() => EXIT_FORCED);
  // Only the channel to its primary still keeps the process alive.
  if (worker.isConnected()) worker.disconnect();
  return code;
}

/** The result of a start; null if shutdown is requested first, for example while waiting for the database. */
function beforeShutdown<T>(start: Promise<T>, shutdown: Promise<unknown>): Promise<T | null> {
  return Promise.race([start, shutdown.then(() => null)]);
}

/** Resolves when shutdown is requested. SIGINT is left to the primary: a terminal sends it to the whole group. */
function shutdownRequested(): Promise<EndReason> {
  return new Promise((resolve) => {
    process.on('message', (message) => {
      if (isDrain(message)) resolve(message.reason);
    });
    process.on('SIGTERM', () => resolve('SIGTERM'));
    process.on('SIGINT', () => undefined);
  });
}
