/** Which encoding a client gets, and that what it gets is the response. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { acceptedEncodings, type Encoding, encode, encodeWell, encodingOfSize } from './encoding.ts';

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

  it('is the same in every encoding, and plain where it is small', async () => {
    const large = Buffer.from('Lectern '.repeat(1_000));
    for (const compress of [encode, encodeWell]) {
      assert.ok(gunzipSync(await compress(large, 'gzip')).equals(large));
      assert.ok(brotliDecompressSync(await compress(large, 'br')).equals(large));
      assert.equal(await compress(large, 'identity'), large);
    }
    assert.deepEqual([encodingOfSize('br', large.length), encodingOfSize('br', 2)], ['br', 'identity']);
  });
});
