/** That fragments are kept within the budget, given up by least use, and never shown for what is not there any more. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryBudget } from '../kit/memory-budget.ts';
import { EN, magazine } from './fixtures.ts';
import type { Fragment } from './fragment.ts';
import { FragmentCache } from './fragment-cache.ts';
import { viewOf } from './view.ts';

const MEBIBYTE = 1024 * 1024;
const view = viewOf({ model: magazine(), plane: 'delivery', locale: EN, selection: null });
const other = viewOf({ model: magazine(), plane: 'preview', locale: EN, selection: null });

function fragment(id: number, version = 1, bytes = 1_000): Fragment {
  const entry = { id, version, key: `k${id}`, contentType: 1, publishedAt: 0, status: 'published' };
  return { entry, text: Buffer.alloc(bytes), entryLinks: [], assetLinks: [] };
}

describe('the fragment cache', () => {
  it('gives what was kept for the same view and version, and nothing else', () => {
    const cache = new FragmentCache(new MemoryBudget(MEBIBYTE));
    const kept = fragment(1);
    cache.put(view, kept);
    assert.equal(cache.get(view, kept.entry), kept);
    assert.equal(cache.get(other, kept.entry), undefined);
    assert.equal(cache.get(view, fragment(1, 2).entry), undefined);
    assert.equal(cache.get(view, fragment(2).entry), undefined);
    const newer = fragment(1, 2);
    cache.put(view, newer);
    assert.equal(cache.get(view, newer.entry), newer);
  });

  it('stays within the budget and gives up what was used longest ago', () => {
    const memory = new MemoryBudget(2 * MEBIBYTE);
    const cache = new FragmentCache(memory);
    for (let id = 0; id < 5_000; id++) {
      cache.put(view, fragment(id));
      cache.get(view, fragment(0).entry);
      assert.ok(memory.bytes <= 2 * MEBIBYTE);
    }
    assert.ok(cache.get(view, fragment(4_999).entry), 'the newest is kept');
    assert.ok(cache.get(view, fragment(0).entry), 'what is used all the time is kept');
    assert.equal(cache.get(view, fragment(300).entry), undefined, 'what nobody used is given up');
  });

  it('keeps nothing where there is no room, and gives all up when others need it', () => {
    const memory = new MemoryBudget(2_000);
    const cache = new FragmentCache(memory);
    cache.put(view, fragment(1, 1, 5_000));
    assert.equal(cache.get(view, fragment(1, 1, 5_000).entry), undefined);
    cache.put(view, fragment(2));
    assert.ok(cache.get(view, fragment(2).entry));
    assert.ok(memory.reserve(2_000, () => undefined));
    assert.equal(cache.get(view, fragment(2).entry), undefined);
    cache.put(view, fragment(3));
  });
});
