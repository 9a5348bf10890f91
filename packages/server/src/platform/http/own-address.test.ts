/** Links lead to where somebody can follow them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownAddress } from './own-address.ts';

test('links name an address that can be connected to', () => {
  const address = (host: string) => ownAddress({ publicUrl: null, host }, 4000);
  assert.equal(address('127.0.0.1'), 'http://127.0.0.1:4000');
  assert.equal(address('cms.internal'), 'http://cms.internal:4000');
  assert.equal(address('0.0.0.0'), 'http://127.0.0.1:4000');
  assert.equal(address('::'), 'http://[::1]:4000');
  assert.equal(address('::1'), 'http://[::1]:4000');
});

test('the public URL goes before the address that is listened on', () => {
  const address = ownAddress({ publicUrl: 'https://cms.example.com', host: '0.0.0.0' }, 4000);
  assert.equal(address, 'https://cms.example.com');
});
