/** What a record says was changed is shown value by value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedValues } from './changes.ts';

test('a record is taken apart to values by their paths, of which each side may lack some', () => {
  const before = { version: 3, fields: { 'title.en-US': 'Helo', tags: ['a', 'b'] } };
  const after = { version: 4, fields: { 'title.en-US': 'Hello', home: null } };
  assert.deepEqual(changedValues({ before, after, reason: 'asked' }), [
    { path: 'version', before: '3', after: '4' },
    { path: 'fields.title.en-US', before: 'Helo', after: 'Hello' },
    { path: 'fields.tags', before: 'a, b', after: undefined },
    { path: 'fields.home', before: undefined, after: 'null' },
    { path: 'reason', before: undefined, after: 'asked' },
  ]);
  assert.deepEqual(changedValues({}), []);
});
