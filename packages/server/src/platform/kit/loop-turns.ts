/**
 * A fair share of the event loop for bulk work: small pieces, whoever brought them, run for a short stretch and then let
 * others be. Beside others that keep the loop busy they get a part of it, otherwise as much as they need.
 */
import { performance } from 'node:perf_hooks';

/** How long pieces run before others have their turn; what they draw after them takes about as long again. */
const STRETCH_MS = 0.2;
/** Where the loop is busy, bulk work rests this many times as long as it ran. */
const REST_TIMES = 3;
/** A loop that idles less than this part of its time is busy. */
const IDLE_SHARE = 0.2;

const waiting: (() => void)[] = [];
let isPlanned = false;
let restUntil = 0;
let lookedAt = 0;
let idleBefore = 0;

/** Runs a piece of work when it is its turn. A piece is to take well under a millisecond. */
export function inTurn<T>(piece: () => T): Promise<T> {
  const ran = Promise.withResolvers<T>();
  waiting.push(() => {
    try {
      ran.resolve(piece());
    } catch (error) {
      ran.reject(error);
    }
  });
  if (!isPlanned) planStretch();
  return ran.promise;
}

function planStretch(): void {
  isPlanned = true;
  const restMs = restUntil - performance.now();
  if (restMs > 0) setTimeout(runStretch, restMs);
  else setImmediate(runStretch);
}

function runStretch(): void {
  isPlanned = false;
  const began = performance.now();
  const isBusy = isLoopBusy(began);
  let now = began;
  while (waiting.length > 0 && now < began + STRETCH_MS) {
    waiting.shift()?.();
    now = performance.now();
  }
  if (isBusy) restUntil = now + (now - began) * REST_TIMES;
  if (waiting.length > 0 && !isPlanned) planStretch();
}

/** Whether the loop had hardly anything to wait for since this was asked last. */
function isLoopBusy(now: number): boolean {
  const idleMs = performance.nodeTiming.idleTime;
  const share = (idleMs - idleBefore) / (now - lookedAt);
  idleBefore = idleMs;
  lookedAt = now;
  return share < IDLE_SHARE;
}
