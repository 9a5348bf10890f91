/**
 * Graceful shutdown: balancers see it first if there are any, and pending requests get their responses, in bounded
 * time.
 */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../app.ts';
import type { Config } from '../../platform/config/config.ts';

/** Time for a balancer to notice that no more requests should come; only needed behind one. */
const BALANCER_NOTICE_MS = 3_000;
/** Turns of the event loop after which nothing is pending, how long one takes at least, and all of them at most. */
const QUIET_TURNS = 10;
const TURN_MS = 25;
const ARRIVAL_MAX_MS = 1_500;
/** From the signal to the end, whatever hangs: a supervisor kills after ten seconds, and has to be told first. */
export const STOP_MAX_MS = 7_000;
const EXIT_FORCED = 1;

/**
 * Closes a service, once requests sent to it before have arrived. With PostgreSQL, SIGTERM leaves balancers time to
 * stop.
 * @returns the exit code: 0 if everything was closed in time
 */
export async function drain(service: Service, config: Config, signal: NodeJS.Signals): Promise<number> {
  const done = new AbortController();
  const late = sleep(STOP_MAX_MS, EXIT_FORCED, { signal: done.signal, ref: false }).catch(() => EXIT_FORCED);
  const code = await Promise.race([closeInOrder(service, config, signal), late]);
  done.abort();
  if (code === EXIT_FORCED) service.app.log.error('Something did not end in time; the process exits without it');
  return code;
}

async function closeInOrder(service: Service, config: Config, signal: NodeJS.Signals): Promise<number> {
  service.readiness.draining = true;
  const isBalanced = signal === 'SIGTERM' && config.database.kind === 'postgres';
  if (isBalanced) await sleep(BALANCER_NOTICE_MS);
  await untilArrived(service.app.server);
  await service.close();
  return 0;
}

/**
 * Resolves when requests were read whose connections the system accepted before shutdown began: closing resets those.
 */
async function untilArrived(server: Server): Promise<void> {
  let connections = 0;
  const count = () => {
    connections += 1;
  };
  server.on('connection', count);
  await quietTurns(() => connections);
  server.off('connection', count);
}

/**
 * Resolves after some turns of the event loop without new requests. On a busy machine time alone may pass without one
 * turn, so that waiting requests would not be read.
 * @param arrivals how many requests have come so far
 */
export async function quietTurns(arrivals: () => number): Promise<void> {
  const deadline = performance.now() + ARRIVAL_MAX_MS;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < deadline; ) {
    const before = arrivals();
    await sleep(TURN_MS);
    quiet = arrivals() === before ? quiet + 1 : 0;
  }
}
