/** What one process may send of the queue of a webhook, and in which order. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attempt } from './delivery.ts';
import { Queue } from './queue.ts';
import { FAILURES_BEFORE_PAUSE, PAUSE_MAX_MS } from './schedule.ts';

const NOW = 1_000_000;
const PARALLEL_MAX = 8;

/** A queue of which those attempts are due. */
function queue(attempts: readonly Attempt[] = [], receiver: { failures?: number; pausedUntil?: number } = {}): Queue {
  const queue = new Queue('whk_1');
  queue.know({ failures: 0, failingSince: null, pausedUntil: 0, ...receiver }, 1);
  queue.beginLoad();
  queue.loaded(attempts, true);
  return queue;
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
    tags: '',
    slugs: null,
  };
  return { id, delivery, attempt: Math.max(step, 1), step };
}

/** Begins whatever may begin. */
function begun(queue: Queue): string[] {
  const ids: string[] = [];
  for (let next = queue.begin(NOW); next !== undefined; next = queue.begin(NOW)) ids.push(next.id);
  return ids;
}

describe('the queue of a webhook', () => {
  it('begins no first attempt while an earlier one of its resource runs', () => {
    const first = attempt('1', 'a');
    const held = queue([first, attempt('2', 'a'), attempt('3', 'b')]);
    assert.deepEqual(begun(held), ['1', '3']);
    held.end(first, true, NOW);
    assert.deepEqual(begun(held), ['2']);
  });

  it('lets a retry be overtaken, and overtake', () => {
    assert.deepEqual(begun(queue([attempt('first', 'a'), attempt('retry', 'a', 2)])), ['first', 'retry']);
  });

  it('sends more at a time to a receiver that takes it, and one after the other to one that fails', () => {
    const attempts = Array.from({ length: 40 }, (_, index) => attempt(`a${index}`, `r${index}`));
    const held = queue(attempts);
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
    const [failing, waiting, requested] = [attempt('1', 'a'), attempt('2', 'b'), attempt('3', 'c', 0)];
    const held = queue([failing, waiting], { failures: FAILURES_BEFORE_PAUSE - 1 });
    assert.deepEqual(begun(held), ['1']);
    const paused = held.end(failing, false, NOW);
    assert.ok(paused !== undefined && paused.pausedUntil > NOW && paused.failures === FAILURES_BEFORE_PAUSE);
    held.loaded([requested], true);
    assert.deepEqual(begun(held), ['3']);
    assert.deepEqual(held.end(requested, true, NOW), { failures: 0, failingSince: null, pausedUntil: 0 });
  });

  it('takes a pause for void that is longer than any', () => {
    assert.ok(queue([], { pausedUntil: NOW + PAUSE_MAX_MS }).isRestricted(NOW));
    assert.ok(!queue([], { pausedUntil: NOW + 2 * PAUSE_MAX_MS }).isRestricted(NOW));
  });

  it('says how the receiver fares only where that changed', () => {
    const [one, other] = [attempt('1', 'a'), attempt('2', 'b')];
    const held = queue([one, other]);
    begun(held);
    assert.equal(held.end(one, true, NOW), undefined);
    assert.deepEqual(held.end(other, false, NOW), { failures: 1, failingSince: NOW, pausedUntil: 0 });
  });

  it('takes what was saved while it was being read for done', () => {
    const sent = attempt('1', 'a');
    const held = queue([sent]);
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

  it('is not read on while enough of it waits in memory', () => {
    const attempts = Array.from({ length: 40 }, (_, index) => attempt(`a${index}`, `r${index}`));
    const held = queue(attempts);
    held.outdated();
    assert.ok(!held.wantsMore);
    for (const one of attempts.slice(0, 20)) {
      held.begin(NOW);
      held.end(one, true, NOW);
      held.saved([one]);
    }
    assert.ok(held.wantsMore);
  });

  it('leaves what waits to the database with an attempt that could not be made, so that nothing overtakes that', () => {
    const first = attempt('1', 'a');
    const held = queue([first, attempt('2', 'a')]);
    held.begin(NOW);
    held.putBack(first);
    assert.deepEqual([begun(held), held.isIdle, held.wantsMore], [[], true, true]);
  });
});
