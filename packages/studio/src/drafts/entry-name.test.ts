/** The names of entries in their places. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { entryName, nameInPlace, placeNamed } from './entry-name.ts';

const plain = { space: 'spc', environment: 'master', key: 'front' };
const inSale = { ...plain, release: 'chg_a_1' };

it('an entry has another name in each release, and as it was in none', () => {
  assert.deepEqual([plain, inSale].map(entryName), ['spc/master/front', 'spc/master/chg_a_1:front']);
  assert.equal(nameInPlace(plain), 'front');
  for (const { key, release } of [{ ...plain, release: undefined }, inSale])
    assert.deepEqual({ release: undefined, ...placeNamed(nameInPlace({ key, release })) }, { key, release });
});
