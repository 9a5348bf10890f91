/** The keyed hash is HMAC-SHA-256, as Node has it. */
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { KeyedHash } from './keyed-hash.ts';

test('is what createHmac gives, whatever the key and the text', () => {
  const texts = ['', 'a', 'déjà vu', '漢字', '🦊'.repeat(50), 'x'.repeat(100_000), JSON.stringify(['a', 1, null])];
  for (const bytes of [1, 32, 64]) {
    const key = randomBytes(bytes);
    const keyed = new KeyedHash(key);
    for (const text of texts) assert.deepEqual(keyed.of(text), createHmac('sha256', key).update(text).digest());
  }
});
