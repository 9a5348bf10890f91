/** What of `X-Forwarded-For` is taken for addresses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesAtEnd } from './forwarded-for.ts';

const cases: readonly [header: string, expected: string | undefined][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1, 198.51.100.7', '192.0.2.1, 198.51.100.7'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8::1]:4711,2001:db8::2', '2001:db8::1, 2001:db8::2'],
  ['garbage, 198.51.100.7', '198.51.100.7'],
  ['192.0.2.1, garbage, 198.51.100.7', '198.51.100.7'],
  ['198.51.100.7, garbage', undefined],
  ['198.51.100.7,', undefined],
  ['', undefined],
  ['unknown', undefined],
  ['192.0.2.256', undefined],
  ['<script>alert(1)</script>', undefined],
  ['1'.repeat(5_000), undefined],
];

for (const [header, expected] of cases)
  test(`"${header.slice(0, 40)}" is ${expected ?? 'no address'}`, () => assert.equal(addressesAtEnd(header), expected));
