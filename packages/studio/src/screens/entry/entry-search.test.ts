/** What the address of the entry screen can say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntrySearch } from './entry-search.ts';

test('what an address says is read, and what it cannot mean is left out', () => {
  const whole = { type: 'article', locales: 'en,de', panel: 'history', tab: 'seo', drawer: 'dawn' };
  assert.deepEqual(readEntrySearch({ ...whole, a: '3', b: '7' }), { ...whole, a: 3, b: 7 });
  assert.deepEqual(
    readEntrySearch({ type: '', locales: 4, panel: 'nothing', a: '0', b: 'x', drawer: null, more: 1 }),
    {},
  );
});
