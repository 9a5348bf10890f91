/** Which addresses are in a list. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addressList, isIn } from './address-list.ts';

it('a list holds addresses and ranges of both kinds', () => {
  const list = addressList(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', '2001:db8::5', '::1'])
    assert.equal(isIn(list, address), true, address);
  for (const address of ['11.0.0.1', '192.0.2.2', '2001:db9::1', undefined]) assert.equal(isIn(list, address), false);
});
