/** Ids: their format, their order by time, and that they are unique. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId, newIdLike, randomCode, timeOfId, timeOrderedKey } from './ids.ts';

const AT = Date.parse('2026-11-21T10:00:00.000Z');

describe('ids', () => {
  it('are a prefix and 26 characters', () => {
    assert.match(newId('spc'), /^spc_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('begin with the time, so that those made later sort later', () => {
    const times = [0, 1, 31, 32, AT, AT + 1, AT + 1_000, 2 ** 45];
    const keys = times.map((time) => timeOrderedKey(time));
    assert.deepEqual([...keys].sort(), keys);
    assert.equal(timeOrderedKey(AT).slice(0, 10), timeOrderedKey(AT).slice(0, 10));
  });

  it('that take the place of others sort as they do', () => {
    const [former, later] = [newId('mrg', AT), newId('mrg', AT + 1)];
    const like = newIdLike(former);
    assert.notEqual(like, former);
    assert.deepEqual([like.slice(0, 14), like.length, like < later], [former.slice(0, 14), former.length, true]);
  });

  it('tell when they were made', () => {
    assert.deepEqual(
      [0, 31, AT, 2 ** 45].map((at) => timeOfId(newId('aud', at))),
      [0, 31, AT, 2 ** 45],
    );
    assert.deepEqual(['', 'aud_1', `aud_${'u'.repeat(26)}`].map(timeOfId), [undefined, undefined, undefined]);
  });

  it('are unique, over many refills of the random pool', () => {
    const keys = Array.from({ length: 5_000 }, () => timeOrderedKey(AT));
    assert.equal(new Set(keys).size, keys.length);
  });

  it('have codes of letters and digits of the requested length', () => {
    assert.match(randomCode(6), /^[a-z0-9]{6}$/);
    assert.notEqual(randomCode(20), randomCode(20));
  });
});
