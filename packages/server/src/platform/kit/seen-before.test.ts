/** What was seen before is told apart from what was not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeenBefore } from './seen-before.ts';

test('a text was seen from its second time on', () => {
  const seen = new SeenBefore();
  assert.deepEqual([seen.look('a'), seen.look('b'), seen.look('a'), seen.look('b')], [false, false, true, true]);
});

test('texts that differ little are told apart', () => {
  const seen = new SeenBefore();
  const wrong = Array.from({ length: 5_000 }, (_, index) => `entries ["skip","${index}"]`).filter((text) =>
    seen.look(text),
  );
  assert.deepEqual(wrong, []);
});
