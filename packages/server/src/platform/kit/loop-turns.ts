/** Lets the event loop do what has arrived meanwhile, for work that would otherwise follow its own end at once. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Gives the event loop turns until one of them brought nothing, at least one, and at most for about as long as given.
 * One turn alone accepts a single connection, so that a burst of them would take as many.
 * @param maxMs milliseconds after which no further turn is given
 */
export async function yieldToArrivals(maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  let before: number;
  do {
    before = eventsSoFar();
    await nextTurn();
  } while (eventsSoFar() > before && performance.now() < until);
}

/** What the event loop has received from the system since the process started. */
function eventsSoFar(): number {
  return performance.nodeTiming.uvMetricsInfo.events;
}
