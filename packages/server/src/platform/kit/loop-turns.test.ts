/** That bulk work leaves the loop to others: one stretch a turn, and a rest after it where the loop is busy. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { inTurn } from './loop-turns.ts';

/** Half a stretch, and much more than one. */
const SHORT_PIECE_MS = 0.1;
const LONG_PIECE_MS = 50;
/** A rest is three times what was run; timers may be a little early. */
const REST_MS_MIN = 140;
const IDLE_MS = 300;
const PIECES = 40;
const TRIES = 5;

it('runs pieces in their order, no more of them in a turn than a stretch holds', async () => {
  const ran: number[] = [];
  const inOneTurn: number[] = [];
  for (let piece = 0; piece < PIECES; piece++) {
    inTurn(() => {
      spin(SHORT_PIECE_MS);
      ran.push(piece);
    });
  }
  while (ran.length < PIECES) {
    const before = ran.length;
    await nextTurn();
    inOneTurn.push(ran.length - before);
  }
  assert.deepEqual(
    ran,
    Array.from({ length: PIECES }, (_, piece) => piece),
  );
  assert.ok(Math.max(...inOneTurn) <= 2, `${inOneTurn}`);
});

it('does not rest where the loop has nothing else to do', async () => {
  const pausesMs: number[] = [];
  // Other programs may hold it up once, and not each time.
  while (pausesMs.length < TRIES && !pausesMs.some((pauseMs) => pauseMs < REST_MS_MIN)) {
    await settle();
    await sleep(IDLE_MS);
    const { first, second } = await twoLongPieces();
    pausesMs.push(second - first);
  }
  assert.ok(Math.min(...pausesMs) < REST_MS_MIN, `${pausesMs} ms`);
});

it('rests where the loop is busy', async () => {
  await settle();
  const others = new AbortController();
  const busy = keepBusy(others.signal);
  const { first, second } = await twoLongPieces();
  others.abort();
  await busy;
  assert.ok(second - first >= REST_MS_MIN, `${second - first} ms`);
});

/** When the first piece ended, and when the second began, each of a stretch of its own. */
async function twoLongPieces(): Promise<{ first: number; second: number }> {
  const first = await inTurn(() => {
    spin(LONG_PIECE_MS);
    return performance.now();
  });
  const second = await inTurn(() => performance.now());
  return { first, second };
}

/** Lets a rest of the test before pass, and has the loop looked at, so that what was before does not count. */
async function settle(): Promise<void> {
  await inTurn(() => undefined);
}

async function keepBusy(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await nextTurn();
}

function spin(durationMs: number): void {
  const until = performance.now() + durationMs;
  while (performance.now() < until);
}
