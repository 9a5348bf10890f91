/** That texts of assets are kept for one state at a time and within the budget. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { AssetTexts, assetText } from './asset-texts.ts';

const ROOM = 100_000;
const text = (bytes: number) => assetText('x'.repeat(bytes));
const at = (revision: number, view = 'one') => ({ view, revision });

describe('texts of assets', () => {
  it('are given for the view and state they were kept for alone', () => {
    const texts = new AssetTexts(new MemoryBudget(ROOM));
    const picture = text(10);
    texts.put(at(5), 'pic', picture);
    texts.put(at(5), 'gone', null);
    assert.equal(texts.get(at(5), 'pic'), picture);
    assert.equal(texts.get(at(5), 'gone'), null);
    assert.equal(texts.get(at(5), 'film'), undefined);
    assert.equal(texts.get(at(6), 'pic'), undefined);
    assert.equal(texts.get(at(5, 'other'), 'pic'), undefined);
  });

  it('of a later state take the place of those before, and never the other way round', () => {
    const memory = new MemoryBudget(ROOM);
    const texts = new AssetTexts(memory);
    texts.put(at(5), 'pic', text(50_000));
    texts.put(at(6), 'pic', text(10));
    assert.ok(memory.bytes < 1_000, 'what nobody reads any more takes no room');
    texts.put(at(5), 'film', text(10));
    assert.equal(texts.get(at(5), 'film'), undefined);
    assert.ok(texts.get(at(6), 'pic'));
  });

  it('stay within the budget, and go when others need the room', () => {
    const memory = new MemoryBudget(ROOM);
    const texts = new AssetTexts(memory);
    for (let number = 0; number < 100; number++) texts.put(at(1), `a${number}`, text(5_000));
    assert.ok(memory.bytes <= ROOM);
    assert.ok(texts.get(at(1), 'a0'));
    assert.equal(texts.get(at(1), 'a99'), undefined);
    assert.ok(memory.reserve(ROOM, () => undefined));
    assert.equal(texts.get(at(1), 'a0'), undefined);
    texts.put(at(1), 'a1', text(10));
  });
});
