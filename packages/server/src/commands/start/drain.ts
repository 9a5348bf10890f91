/**
 * Graceful shutdown: load balancers notice it first, if there are any, and pending requests get their responses, in bounded
 * time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../app.ts';
import type { Config } from '../../platform/config/config.ts';

/** Time for a load balancer to notice that it should send no more requests; only needed behind one. */
const BALANCER_NOTICE_MS = 3_000;
/** Time for clients to use open connections once more, if no load balancer gets time. Ends early once all are closed. */
const CLIENTS_NOTICE_MS = 1_500;
/**
 * A connection is closed after this long without traffic. A client that sends requests more often gets a response that
 * announces the end, so none is reset. When a process is replaced, others take over and there is no hurry.
 */
const QUIET_MS = 500;
const QUIET_MS_REPLACED = 3_000;
/** From the signal to the end, whatever hangs: supervisors kill after ten seconds, and must be told before. */
export const STOP_MAX_MS = 7_000;
/** The part of that reserved for closing the service itself: jobs end, and counts are written. */
const CLOSING_MS = 1_500;
const EXIT_FORCED = 1;

/** Why a process ends: a signal, or `replaced`, where others that share its port go on. */
export type EndReason = 'SIGTERM' | 'SIGINT' | 'replaced';

/**
 * Closes a service, once requests sent before have arrived. SIGTERM gives clients time to learn of the end, and with
 * PostgreSQL load balancers too.
 * @returns the exit code: 0 if everything was closed in time
 */
export async function drain(service: Service, config: Config, reason: EndReason): Promise<number> {
  const done = new AbortController();
  const late = sleep(STOP_MAX_MS, EXIT_FORCED, { signal: done.signal, ref: false }).catch(() => EXIT_FORCED);
  const code = await Promise.race([closeInOrder(service, config, reason), late]);
  done.abort();
  if (code === EXIT_FORCED)
    service.app.log.error('Something did not finish in time; the process exits without waiting for it');
  return code;
}

async function closeInOrder(service: Service, config: Config, reason: EndReason): Promise<number> {
  const { connections } = service;
  const closesAt = performance.now() + STOP_MAX_MS - CLOSING_MS;
  // When a single worker is replaced, load balancers do not have to leave the machine.
  service.readiness.draining = reason !== 'replaced';
  connections.announceEnd();
  if (reason === 'SIGTERM') {
    if (config.database.kind === 'postgres') await sleep(BALANCER_NOTICE_MS);
    else await connections.untilTold(CLIENTS_NOTICE_MS);
  }
  await connections.untilQuiet();
  await connections.stopListening();
  const unused = connections.untilUnused(reason === 'replaced' ? QUIET_MS_REPLACED : QUIET_MS);
  await Promise.race([unused, sleep(closesAt - performance.now(), undefined, { ref: false })]);
  await service.close();
  return 0;
}
