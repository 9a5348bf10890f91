/**
 * Graceful shutdown: balancers see it first if there are any, and pending requests get their responses, in bounded
 * time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../app.ts';
import type { Config } from '../../platform/config/config.ts';

/** Time for a balancer to notice that no more requests should come; only needed behind one. */
const BALANCER_NOTICE_MS = 3_000;
/** Time for clients to use the connections that they keep once more, where no balancer is given time; none if all are closed. */
const CLIENTS_NOTICE_MS = 1_500;
/**
 * How long nothing may have come or gone on a connection until it is closed: a client that asks more often than this gets a
 * response that says so, and none is reset. Other processes take over from one that is replaced, so nothing hurries it.
 */
const QUIET_MS = 500;
const QUIET_MS_REPLACED = 3_000;
/** From the signal to the end, whatever hangs: a supervisor kills after ten seconds, and has to be told first. */
export const STOP_MAX_MS = 7_000;
/** What of that is left for closing the service itself: jobs end, and counts are written. */
const CLOSING_MS = 1_500;
const EXIT_FORCED = 1;

/** Why a process ends: a signal, or `replaced`, where others that share its port go on. */
export type EndReason = 'SIGTERM' | 'SIGINT' | 'replaced';

/**
 * Closes a service, once requests sent to it before have arrived. SIGTERM leaves clients time to hear of the end, and with
 * PostgreSQL balancers too.
 * @returns the exit code: 0 if everything was closed in time
 */
export async function drain(service: Service, config: Config, reason: EndReason): Promise<number> {
  const done = new AbortController();
  const late = sleep(STOP_MAX_MS, EXIT_FORCED, { signal: done.signal, ref: false }).catch(() => EXIT_FORCED);
  const code = await Promise.race([closeInOrder(service, config, reason), late]);
  done.abort();
  if (code === EXIT_FORCED) service.app.log.error('Something did not end in time; the process exits without it');
  return code;
}

async function closeInOrder(service: Service, config: Config, reason: EndReason): Promise<number> {
  const { connections } = service;
  const closesAt = performance.now() + STOP_MAX_MS - CLOSING_MS;
  // Balancers do not have to leave a machine of which one worker is replaced.
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
