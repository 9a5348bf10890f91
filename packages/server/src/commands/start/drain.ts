/** How a service ends as told: balancers see it first where there are any, and what is under way is answered, in bounded time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../app.ts';
import type { Config } from '../../config/config.ts';

/** Time for a balancer to see that no more requests should come; needed only where there is one. */
export const BALANCER_NOTICE_MS = 5_000;
/** Time for requests to be read whose connections the system took before the wish to end came: closing resets those. */
const ARRIVAL_NOTICE_MS = 250;
export const DRAIN_MAX_MS = 20_000;
const EXIT_FORCED = 1;

/**
 * Closes a service, once what was sent to it before has arrived. With PostgreSQL, SIGTERM leaves balancers time to turn away.
 * @returns the exit code: 0 where everything was closed in time
 */
export async function drain(service: Service, config: Config, signal: NodeJS.Signals): Promise<number> {
  service.readiness.draining = true;
  const isBalanced = signal === 'SIGTERM' && config.database.kind === 'postgres';
  await sleep(isBalanced ? BALANCER_NOTICE_MS : ARRIVAL_NOTICE_MS);
  const late = new AbortController();
  const timeout = sleep(DRAIN_MAX_MS, EXIT_FORCED, { signal: late.signal, ref: false }).catch(() => EXIT_FORCED);
  const closed = service.close().then(() => 0);
  const code = await Promise.race([closed, timeout]);
  late.abort();
  return code;
}
