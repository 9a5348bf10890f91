/** That a search for a text finds that text alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anywhere } from './like-pattern.ts';

test('a text is found anywhere, and its own wildcards are letters', () => {
  assert.equal(anywhere('a_b%c\\d'), '%a\\_b\\%c\\\\d%');
});
