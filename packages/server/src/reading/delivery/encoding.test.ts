/** Which encoding a client gets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptedEncodings, type Encoding, encodingOfSize } from './encoding.ts';

/** The best encoding, and whether gzip is taken too. */
const headers: readonly (readonly [string | undefined, Encoding, boolean])[] = [
  [undefined, 'identity', false],
  ['br', 'br', false],
  ['', 'identity', false],
  ['identity', 'identity', false],
  ['gzip', 'gzip', true],
  ['gzip, deflate, br', 'br', true],
  ['GZIP;Q=0.5', 'gzip', true],
  ['br;q=0, gzip', 'gzip', true],
  ['br;q=0.1, gzip;q=0.9', 'gzip', true],
  ['gzip;q=0, br;q=0', 'identity', false],
  ['*', 'br', true],
  ['*;q=0', 'identity', false],
  ['br;q=0, *', 'gzip', true],
  ['gzip;q=nonsense', 'identity', false],
  ['x'.repeat(1_000), 'identity', false],
];

describe('a response', () => {
  for (const [header, best, gzip] of headers) {
    it(`goes out as ${best} where the client says ${header?.slice(0, 30) ?? 'nothing'}`, () => {
      assert.deepEqual(acceptedEncodings(header), { best, gzip });
    });
  }

  it('goes out plain where it is small', () => {
    assert.deepEqual([encodingOfSize('br', 8_000), encodingOfSize('br', 2)], ['br', 'identity']);
  });
});
