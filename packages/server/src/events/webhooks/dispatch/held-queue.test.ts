/** What one process may send of the queue of a webhook, and in which order. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attempt } from './delivery.ts';
import { HELD_MAX, HeldQueue } from './held-queue.ts';
import { FAILURES_BEFORE_PAUSE } from './schedule.ts';

const NOW = 1_000_000;
const PARALLEL_MAX = 8;

function queue(failures = 0): HeldQueue {
  const state = { webhook: 'whk_1', failures, failing_since: null, paused_until: 0, news: 0 };
  const held = new HeldQueue(state, Number.POSITIVE_INFINITY);
  held.beginLoad();
  held.loaded([], true);
  return held;
}

function attempt(id: string, resource: string, step = 1): Attempt {
  const delivery = {
    id,
    webhook: 'whk_1',
    eventId: id,
    event: 'entry.update',
    resource,
    revision: 1,
    ordinal: 0,
    body: '',
  };
  return { id, delivery, attempt: Math.max(step, 1), step };
}

/** Begins whatever may begin. */
function begun(held: HeldQueue): string[] {
  const ids: string[] = [];
  for (let next = held.begin(NOW); next !== undefined; next = held.begin(NOW)) ids.push(next.id);
  return ids;
}

describe('a queue that is held', () => {
  it('begins no first attempt while an earlier one of its resource runs', () => {
    const held = queue();
    const [first, second, other] = [attempt('1', 'a'), attempt('2', 'a'), attempt('3', 'b')];
    held.addFresh([first, second, other]);
    assert.deepEqual(begun(held), ['1', '3']);
    held.end(first, true, NOW);
    assert.deepEqual(begun(held), ['2']);
  });

  it('lets a retry be overtaken, and overtake', () => {
    const held = queue();
    held.addFresh([attempt('first', 'a'), attempt('retry', 'a', 2)]);
    assert.deepEqual(begun(held), ['first', 'retry']);
  });

  it('sends more at a time to a receiver that takes it, and one after the other to one that fails', () => {
    const held = queue();
    const attempts = Array.from({ length: 40 }, (_, index) => attempt(`a${index}`, `r${index}`));
    held.addFresh(attempts);
    const running = new Set(begun(held));
    assert.equal(running.size, 2);
    for (let round = 0; round < PARALLEL_MAX; round++) {
      const [ended] = attempts.filter(({ id }) => running.has(id));
      assert.ok(ended !== undefined);
      held.end(ended, true, NOW);
      running.delete(ended.id);
      for (const id of begun(held)) running.add(id);
    }
    assert.equal(running.size, PARALLEL_MAX);
    for (const ended of attempts.filter(({ id }) => running.has(id))) held.end(ended, false, NOW);
    assert.equal(begun(held).length, 1);
  });

  it('pauses after failures in a row, except for requested attempts', () => {
    const held = queue(FAILURES_BEFORE_PAUSE - 1);
    const [failing, waiting, requested] = [attempt('1', 'a'), attempt('2', 'b'), attempt('3', 'c', 0)];
    held.addFresh([failing, waiting]);
    assert.deepEqual(begun(held), ['1']);
    held.end(failing, false, NOW);
    assert.ok(held.pausedUntil > NOW);
    held.loaded([requested], true);
    assert.deepEqual(begun(held), ['3']);
    held.end(requested, true, NOW);
    assert.deepEqual([held.pausedUntil, held.failures], [0, 0]);
  });

  it('leaves what does not fit into memory to the database, and all that comes behind it', () => {
    const held = queue();
    held.addFresh(Array.from({ length: HELD_MAX }, (_, index) => attempt(`a${index}`, 'same')));
    held.addFresh([attempt('over', 'same')]);
    held.saved([attempt('a0', 'same')]);
    held.addFresh([attempt('behind', 'same')]);
    assert.equal(held.held, HELD_MAX - 1);
  });

  it('takes what was saved while it was being read for done', () => {
    const held = queue();
    const sent = attempt('1', 'a');
    held.addFresh([sent]);
    held.begin(NOW);
    held.beginLoad();
    held.end(sent, true, NOW);
    held.saved([sent]);
    held.loaded([sent], true);
    assert.equal(held.held, 0);
  });

  it('is read again where something was added while it was read', () => {
    const held = queue();
    held.beginLoad();
    held.outdated();
    held.loaded([], true);
    assert.ok(held.wantsMore);
  });
});
