/** The test vectors of RFC 4648, section 10, without padding. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32 } from './base32.ts';

const vectors = [
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
] as const;

for (const [text, encoded] of vectors) {
  test(`"${text}" is "${encoded}"`, () => assert.equal(base32(Buffer.from(text)), encoded));
}
