/** Addresses of one subscriber are one network, those of another are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

test('an IPv4 address is its own network, in either form', () => {
  assert.equal(networkOf('192.0.2.1'), networkOf('::ffff:192.0.2.1'));
  assert.notEqual(networkOf('192.0.2.1'), networkOf('192.0.2.2'));
});

test('IPv6 addresses are one network by their first half', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff::9'));
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'));
});

test('what is no address is its own network', () => {
  assert.equal(networkOf(''), '');
});
