/** Which encoding a client gets, and that what it gets is the answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Encoding, encode, encodeWell, encodingFor, encodingOfSize } from './encoding.ts';

const headers: readonly (readonly [string | undefined, Encoding])[] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=nonsense', 'identity'],
  ['x'.repeat(1_000), 'identity'],
];

describe('an answer', () => {
  for (const [header, encoding] of headers) {
    it(`goes out as ${encoding} where the client says ${header?.slice(0, 30) ?? 'nothing'}`, () => {
      assert.equal(encodingFor(header), encoding);
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
