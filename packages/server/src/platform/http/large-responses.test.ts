/** Large responses are made one a space and a few in all, and their bytes are counted until they are sent. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '../errors/domain-error.ts';
import { LargeResponses } from './large-responses.ts';

const MEBIBYTE = 1_048_576;
const waits = { waiting: 100, waitingPerParty: 50, waitMs: 60_000 };
const few = {
  turns: { total: 2, perParty: 1, ...waits },
  bytes: { total: 40 * MEBIBYTE, perParty: 20 * MEBIBYTE, ...waits },
};

function sent(): ServerResponse {
  return Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
}

describe('large responses', () => {
  test('of many at once, one a space is made at a time, and two in all', async () => {
    const large = new LargeResponses(few);
    let [most, made] = [0, 0];
    const running = new Map<string, number>();
    const make = (party: string) =>
      large.take(party, async () => {
        running.set(party, (running.get(party) ?? 0) + 1);
        most = Math.max(most, large.beingMade);
        assert.equal(running.get(party), 1);
        await nextTurn();
        running.set(party, 0);
        made += 1;
      });
    await Promise.all(Array.from({ length: 60 }, (_, n) => make(`space ${n % 3}`)));
    assert.equal(most, 2);
    assert.equal(made, 60);
    await nextTurn();
    assert.equal(large.beingMade, 0);
  });

  test('small ones pass by', () => {
    const large = new LargeResponses(few);
    large.of('a').turn();
    const small = large.of('a');
    assert.equal(small.turnOfList(50), undefined);
    assert.equal(small.room(100_000), undefined);
    assert.equal(large.bytes, 0);
  });

  test('bytes count until the response is closed, and others of the space wait for them without a turn', async () => {
    const large = new LargeResponses(few);
    const [one, other] = [sent(), sent()];
    const first = large.of('a', one);
    await first.turn();
    await first.room(15 * MEBIBYTE);
    first.made(14 * MEBIBYTE);
    assert.equal(large.bytes, 14 * MEBIBYTE);
    await nextTurn();
    const second = large.of('a', other);
    let isThere = false;
    const waiting = Promise.resolve(second.room(10 * MEBIBYTE)).then(() => {
      isThere = true;
    });
    await nextTurn();
    assert.ok(!isThere);
    assert.equal(large.beingMade, 0);
    one.emit('close');
    await waiting;
    assert.equal(large.beingMade, 1);
    other.emit('close');
    await nextTurn();
    assert.deepEqual([large.bytes, large.beingMade], [0, 0]);
  });

  test('what waits for a client that has left is not made', async () => {
    const large = new LargeResponses(few);
    const holder = large.of('a');
    await holder.turn();
    const left = sent();
    const waiting = Promise.resolve(large.of('a', left).turn());
    left.emit('close');
    holder.end();
    await assert.rejects(waiting, DomainError);
    await nextTurn();
    assert.equal(large.beingMade, 0);
  });

  test('too many are refused as unavailable, with the time after which to try again', async () => {
    const large = new LargeResponses({ ...few, turns: { ...few.turns, waitingPerParty: 1 } });
    await large.of('a').turn();
    void Promise.resolve(large.of('a').turn()).catch(() => undefined);
    await assert.rejects(Promise.resolve(large.of('a').turn()), (error: unknown) => {
      assert.ok(error instanceof DomainError);
      assert.equal(error.code, 'unavailable');
      return Number(error.extra.retryAfterSeconds) > 0;
    });
  });
});
