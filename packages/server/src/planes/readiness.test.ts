/** However often readiness is checked, the database is queried rarely, and never twice at once while it hangs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseCheck, databaseState } from './readiness.ts';

/** A database that counts its queries, and a clock that stands still. */
function scene(ping: () => Promise<void> = async () => {}) {
  const state = { asked: 0, now: 0 };
  const database = {
    ping: () => {
      state.asked += 1;
      return ping();
    },
  };
  return { state, check: databaseCheck(database, () => state.now) };
}

test('a flood of checks queries the database once, and once more a second later', async () => {
  const { state, check } = scene();
  assert.deepEqual(await Promise.all(Array.from({ length: 100 }, check)), Array(100).fill(true));
  state.now = 999;
  assert.equal(await check(), true);
  assert.equal(state.asked, 1);
  state.now = 1_000;
  assert.equal(await check(), true);
  assert.equal(state.asked, 2);
});

test('a database that fails is unreachable until it responds again', async () => {
  let isDown = true;
  const { state, check } = scene(async () => {
    if (isDown) throw new Error('Connection refused');
  });
  assert.equal(await check(), false);
  isDown = false;
  assert.equal(await check(), false, 'cached for a second');
  state.now = 1_000;
  assert.equal(await check(), true);
});

test('a database that hangs is unreachable after a second, and is not queried again before it responds', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const hanging = Promise.withResolvers<void>();
  const { state, check } = scene(() => hanging.promise);
  let response: boolean | undefined;
  const answered = check().then((reachable) => {
    response = reachable;
  });
  context.mock.timers.tick(999);
  await new Promise(setImmediate);
  assert.equal(response, undefined, 'it may still respond');
  context.mock.timers.tick(1);
  await answered;
  assert.equal(response, false);
  state.now = 10_000;
  assert.equal(await check(), false);
  assert.equal(state.asked, 1);
  hanging.resolve();
  await new Promise(setImmediate);
  assert.equal(await check(), true);
  assert.equal(state.asked, 2);
});

test('a full disk, or writes that fail, leave the database ready for reads; damage, a replaced file and silence leave nothing', () => {
  assert.deepEqual(databaseState('ok', true), { database: 'ok', writes: 'ok' });
  assert.deepEqual(databaseState('full', true), { database: 'ok', writes: 'disk_full' });
  assert.deepEqual(databaseState('failing', true), { database: 'ok', writes: 'failing' });
  assert.deepEqual(databaseState('damaged', false), { database: 'damaged', writes: 'refused' });
  assert.deepEqual(databaseState('replaced', false), { database: 'replaced', writes: 'refused' });
  assert.deepEqual(databaseState('ok', false), { database: 'unreachable', writes: 'refused' });
});
