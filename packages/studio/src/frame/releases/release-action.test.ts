/** Which actions on entries a release can have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBePut, isActionOf, RELEASE_ACTIONS } from './release-action.ts';

test('an entry can be put into a release as its status allows', () => {
  const offered = (status: 'draft' | 'published' | 'changed' | 'archived') =>
    RELEASE_ACTIONS.filter((action) => canBePut(action, { status, change: null }));
  assert.deepEqual(offered('draft'), ['publish', 'archive', 'delete']);
  assert.deepEqual(offered('published'), ['unpublish', 'archive', 'delete']);
  assert.deepEqual(offered('changed'), ['publish', 'unpublish', 'archive', 'delete']);
  assert.deepEqual(offered('archived'), ['delete']);
});

test('what a release has already is taken out of it first', () => {
  for (const action of RELEASE_ACTIONS) assert.equal(canBePut(action, { status: 'changed', change: 'change' }), false);
});

test('a release onto drafts publishes nothing', () => {
  assert.deepEqual(
    RELEASE_ACTIONS.filter((action) => isActionOf(action, 'drafts')),
    ['archive', 'delete'],
  );
});
