/** What is kept holds no memory but its own. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ownBytes } from './own-bytes.ts';

it('takes bytes out of the slab that they are cut from', () => {
  for (const bytes of [Buffer.from('a short text'), gzipSync('a'.repeat(10_000))]) {
    assert.ok(bytes.buffer.byteLength > bytes.length, 'they are part of a larger buffer');
    const own = ownBytes(bytes);
    assert.deepEqual(own, bytes);
    assert.equal(own.buffer.byteLength, bytes.length);
  }
});

it('leaves bytes alone that share no memory', () => {
  const alone = Buffer.allocUnsafeSlow(12);
  assert.equal(ownBytes(alone), alone);
});
