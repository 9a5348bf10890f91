/** That what a change names is what responses carry, in no more tags than caches and receivers take. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { joinedTags, tagsOfChange } from './cache-tags.ts';

const change = { code: 'k3x9q2', key: 'home', contentType: null };

it('names an entry with its lists, an asset with its lists, and whole environments for all else', () => {
  assert.deepEqual(tagsOfChange({ ...change, kind: 'entry', contentType: 'page' }), [
    'ent_k3x9q2_home',
    'ctp_k3x9q2_page',
    'mixed_k3x9q2',
  ]);
  assert.deepEqual(tagsOfChange({ ...change, kind: 'asset' }), ['ast_k3x9q2_home', 'assets_k3x9q2']);
  for (const kind of ['content_type', 'environment'] as const)
    assert.deepEqual(tagsOfChange({ ...change, kind }), ['environment_k3x9q2']);
});

it('names each tag of a burst once, and whole environments where they are too many', () => {
  const entries = Array.from({ length: 50 }, (_, at) =>
    tagsOfChange({ ...change, kind: 'entry', key: `page-${at}`, contentType: 'page' }),
  );
  const joined = (count: number) =>
    entries.slice(0, count).reduce(joinedTags, tagsOfChange({ ...change, kind: 'asset' }));
  assert.equal(joined(3).length, 7);
  assert.equal(joined(41).length, 45);
  assert.deepEqual(joined(42), ['environment_k3x9q2']);
});
