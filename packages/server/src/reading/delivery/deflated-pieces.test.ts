/** When a response is put together from blocks: of the versions that it shows, within the memory, and when not at all. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { AssetText, AssetTexts } from './asset-texts.ts';
import { DeflatedPieces } from './deflated-pieces.ts';
import { EN, magazine } from './fixtures.ts';
import { FragmentCache } from './fragment-cache.ts';
import { entryListText } from './response-text.ts';
import { viewOf } from './view.ts';

const MEBIBYTE = 1024 * 1024;
const WAIT_MAX_MS = 10_000;
const STATE = { view: 'one', revision: 1 };
const view = viewOf({ model: magazine(), plane: 'delivery', locale: EN, selection: null });

function madeWith(bytes: number, repeats = 20) {
  const memory = new MemoryBudget(bytes);
  const fragments = new FragmentCache(memory);
  const assets = new AssetTexts(memory);
  const deflated = new DeflatedPieces(fragments);
  const put = (id: number, version: number) =>
    fragments.put(view, {
      entry: { id, version, key: `k${id}`, contentType: 3 },
      text: Buffer.from(JSON.stringify({ id, version, body: 'words and words '.repeat(repeats) })),
      entryLinks: [],
      assetLinks: [],
    });
  const picture = new AssetText(JSON.stringify({ id: 'picture' }));
  assets.put(STATE, 'picture', picture);
  const ask = (versions: readonly number[]) => {
    const items = versions.map((version, id) => fragments.get(view, id, version) ?? put(id, version));
    const text = entryListText(items, { total: 1, skip: 0, limit: 1 }, { entries: [], assets: [picture] });
    const whole = text.join();
    return { whole, gzip: deflated.gzip(text, [...deflated.places(items, view), picture], whole) };
  };
  return { memory, ask };
}

describe('blocks of a response', () => {
  it('are made at once where they are few, and anew for an entry with a new version', () => {
    const { ask, memory } = madeWith(MEBIBYTE);
    for (const versions of [
      [1, 1, 1],
      [1, 2, 1],
    ]) {
      const { gzip, whole } = ask(versions);
      assert.ok(gzip);
      assert.deepEqual(gunzipSync(gzip), whole);
      const before = memory.bytes;
      assert.deepEqual(ask(versions).gzip, gzip);
      assert.equal(memory.bytes, before, 'what is there is not made again');
    }
  });

  it('are made off the loop where they are many, and are there after some times', async () => {
    const { ask } = madeWith(MEBIBYTE);
    const versions = Array.from({ length: 300 }, () => 1);
    assert.equal(ask(versions).gzip, undefined);
    assert.deepEqual(gunzipSync(await soon(() => ask(versions).gzip)), ask(versions).whole);
  });

  it('count against the bound each, however short their texts are', () => {
    const { ask } = madeWith(MEBIBYTE, 1);
    assert.ok(ask(Array.from({ length: 70 }, () => 1)).gzip, 'those of 70 short texts are made at once');
    const { gzip, whole } = madeWith(MEBIBYTE, 1).ask(Array.from({ length: 100 }, () => 1));
    assert.ok(whole.length < 10_000);
    assert.equal(gzip, undefined);
  });

  it('are made for a short response alone where there is no room, and count in the budget', async () => {
    const { ask, memory } = madeWith(MEBIBYTE);
    memory.reserve(MEBIBYTE - memory.bytes, () => undefined)?.pin();
    const short = ask([1]);
    assert.deepEqual(gunzipSync(short.gzip ?? Buffer.alloc(0)), short.whole);
    const versions = Array.from({ length: 30 }, () => 1);
    for (let time = 0; time < 20; time++) {
      assert.equal(ask(versions).gzip, undefined);
      await sleep(1);
    }
    assert.equal(memory.bytes, MEBIBYTE);
  });
});

async function soon<T>(look: () => T | undefined): Promise<T> {
  const deadline = Date.now() + WAIT_MAX_MS;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    assert.ok(Date.now() < deadline, 'it did not come');
    await sleep(1);
  }
}
