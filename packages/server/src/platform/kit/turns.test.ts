/** That no more tasks run than may, that the others follow in order, and that one may leave while it waits. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

const AT_ONCE = 2;
const TASKS = 10;

it('runs as many tasks at once as it may, in the order in which they came', async () => {
  const turns = new Turns(AT_ONCE);
  const began: number[] = [];
  const runningAtOnce: number[] = [];
  let running = 0;
  const task = (at: number) => async () => {
    began.push(at);
    runningAtOnce.push(++running);
    await nextTurn();
    running -= 1;
  };
  await Promise.all(Array.from({ length: TASKS }, (_, at) => turns.take(task(at))));
  assert.deepEqual(
    began,
    Array.from({ length: TASKS }, (_, at) => at),
  );
  assert.equal(Math.max(...runningAtOnce), AT_ONCE);
});

it('passes the turn on where a task fails', async () => {
  const turns = new Turns(1);
  const failing = turns.take(() => Promise.reject(new Error('failed')));
  const next = turns.take(async () => 'ran');
  await assert.rejects(failing, /failed/);
  assert.equal(await next, 'ran');
});

it('lets a task leave while it waits, and nobody else waits for it', async () => {
  const turns = new Turns(1);
  const held = Promise.withResolvers<void>();
  const first = turns.take(() => held.promise);
  const leaving = new AbortController();
  const second = turns.take(() => Promise.reject(new Error('ran all the same')), leaving.signal);
  const third = turns.take(async () => 'ran');
  leaving.abort(new Error('left'));
  await assert.rejects(second, /left/);
  held.resolve();
  await first;
  assert.equal(await third, 'ran');
});

it('does not run a task whose signal was aborted before, and lets one that runs end', async () => {
  const turns = new Turns(1);
  await assert.rejects(
    turns.take(async () => 'ran', AbortSignal.abort(new Error('left'))),
    /left/,
  );
  const leaving = new AbortController();
  const running = turns.take(async () => {
    leaving.abort();
    return 'ran';
  }, leaving.signal);
  assert.equal(await running, 'ran');
  assert.equal(await turns.take(async () => 'ran too'), 'ran too');
});
