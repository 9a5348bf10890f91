/** That a busy event loop is told of once, and that it is told of when it is busy no more. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Pressure } from './pressure.ts';

const SHORT_MS = 10;
const SEVERAL_LOOKS_MS = 350;

it('tells of a busy loop, and of its end', async () => {
  const told: boolean[] = [];
  const pressure = new Pressure((isPressed) => told.push(isPressed));
  try {
    while (told.length === 0) await nextTurn();
    const until = performance.now() + SEVERAL_LOOKS_MS;
    while (performance.now() < until) await nextTurn();
    assert.deepEqual(told, [true]);
    while (told.length === 1) await sleep(SHORT_MS);
    assert.deepEqual(told, [true, false]);
  } finally {
    pressure.close();
  }
});
