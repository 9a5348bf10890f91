/** That fragments are kept within the budget, given up by least use, and never shown for what is not there any more. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowId } from '../../platform/database/row-id.ts';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { EN, magazine } from './fixtures.ts';
import type { RenderedFragment } from './fragment.ts';
import { FragmentCache } from './fragment-cache.ts';
import type { Fragment } from './stored-fragment.ts';
import { viewOf } from './view.ts';

const MEBIBYTE = 1024 * 1024;
/** Of an entry's row id: the environment, and the number of the entry in it. */
const ENVIRONMENT = rowId(7, 0);
const view = viewOf({ model: magazine(), plane: 'delivery', locale: EN, selection: null });
const other = viewOf({ model: magazine(), plane: 'preview', locale: EN, selection: null });

function rendered(number: number, version = 1, text = `text of ${number} in version ${version}`): RenderedFragment {
  const id = ENVIRONMENT + number;
  const entry = { id, version, key: `k${number}`, contentType: 3, publishedAt: 0, status: 'published' };
  return { entry, text, entryLinks: [`e${number}`, 'ada'], assetLinks: [`a${number}`] };
}

function textOf(fragment: Fragment | undefined): string | undefined {
  return fragment?.bytes.toString('utf8', fragment.start, fragment.end);
}

function get(cache: FragmentCache, number: number, { version = 1, of = view } = {}): Fragment | undefined {
  return cache.get(of, ENVIRONMENT + number, version);
}

describe('the fragment cache', () => {
  it('gives what was kept for the same view and version, and nothing else', () => {
    const cache = new FragmentCache(new MemoryBudget(MEBIBYTE));
    assert.equal(textOf(cache.put(view, rendered(1))), 'text of 1 in version 1');
    assert.equal(textOf(get(cache, 1)), 'text of 1 in version 1');
    assert.equal(get(cache, 1, { of: other }), undefined);
    assert.equal(get(cache, 1, { version: 2 }), undefined);
    assert.equal(get(cache, 2), undefined);
    cache.put(view, rendered(1, 2));
    assert.equal(textOf(get(cache, 1, { version: 2 })), 'text of 1 in version 2');
    assert.equal(get(cache, 1), undefined);
  });

  it('gives the links that were found in it, the key and the content type', () => {
    const cache = new FragmentCache(new MemoryBudget(MEBIBYTE));
    for (let number = 0; number < 600; number++) cache.put(view, rendered(number));
    for (let number = 0; number < 600; number++) {
      const fragment = get(cache, number);
      assert.ok(fragment);
      const { key, contentType, entryLinks, assetLinks } = fragment;
      const expected = {
        key: `k${number}`,
        contentType: 3,
        entryLinks: [`e${number}`, 'ada'],
        assetLinks: [`a${number}`],
      };
      assert.deepEqual({ key, contentType, entryLinks, assetLinks }, expected);
    }
  });

  it('stays within the budget and gives up what nobody uses', () => {
    const memory = new MemoryBudget(2 * MEBIBYTE);
    const cache = new FragmentCache(memory);
    for (let number = 0; number < 5_000; number++) {
      cache.put(view, rendered(number, 1, `${number}`.padEnd(1_000)));
      get(cache, 0);
      assert.ok(memory.bytes <= 2 * MEBIBYTE);
    }
    assert.equal(textOf(get(cache, 0))?.trim(), '0', 'what is used all the time is kept');
    assert.equal(textOf(get(cache, 300)), undefined, 'what nobody used is given up');
  });

  it('keeps most of what it has where more is read through than there is room for, and takes in what is asked for again', () => {
    const cache = new FragmentCache(new MemoryBudget(2 * MEBIBYTE));
    const entries = 6_000;
    let hits = 0;
    for (let round = 0; round < 4; round++) {
      for (let number = 0; number < entries; number++) {
        if (get(cache, number) !== undefined) hits += round > 0 ? 1 : 0;
        else cache.put(view, rendered(number, 1, `${number}`.padEnd(1_000)));
      }
    }
    assert.ok(hits > 3 * entries * 0.1, `only ${hits} were found again, where a fifth has room`);
    let asked = 0;
    for (; get(cache, entries) === undefined; asked++) cache.put(view, rendered(entries));
    assert.ok(asked <= 8, `one that was asked for ${asked} times was not taken in`);
  });

  it('keeps what is too large for a block beside others in one of its own', () => {
    const cache = new FragmentCache(new MemoryBudget(2 * MEBIBYTE));
    for (const number of [1, 2, 3]) cache.put(view, rendered(number, 1, `${number}`.padEnd(300_000)));
    for (const number of [1, 2, 3]) assert.equal(textOf(get(cache, number))?.trim(), String(number));
  });

  it('gives back what has no room without keeping it, and gives all up when others need it', () => {
    const memory = new MemoryBudget(MEBIBYTE / 2);
    const cache = new FragmentCache(memory);
    assert.equal(textOf(cache.put(view, rendered(1, 1, '1'.padEnd(MEBIBYTE))))?.trim(), '1');
    assert.equal(get(cache, 1), undefined);
    const held = cache.put(view, rendered(2));
    assert.equal(textOf(get(cache, 2)), 'text of 2 in version 1');
    assert.ok(memory.reserve(MEBIBYTE / 2, () => undefined));
    assert.equal(get(cache, 2), undefined);
    assert.equal(textOf(held), 'text of 2 in version 1', 'who holds it may go on reading');
    cache.put(view, rendered(3));
    assert.equal(textOf(get(cache, 3)), 'text of 3 in version 1');
  });

  it('finds a view again after it was given up', () => {
    const memory = new MemoryBudget(MEBIBYTE);
    const cache = new FragmentCache(memory);
    for (let round = 1; round <= 20; round++) {
      for (const one of [view, other]) cache.put(one, rendered(round * 1_000, round));
      for (const one of [view, other]) assert.ok(get(cache, round * 1_000, { version: round, of: one }));
      memory.reserve(MEBIBYTE - round, () => undefined)?.release();
    }
  });
});
