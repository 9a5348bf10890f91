/** Sealed boxes only open under their own secret and purpose, and reveal tampering. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SealedBox } from './sealed-box.ts';

const box = new SealedBox('a secret', 'tests');

describe('a sealed box', () => {
  it('opens to exactly what was sealed', () => {
    for (const text of ['', 'x', 'Grüße 💡', 'y'.repeat(100_000)]) assert.equal(box.open(box.seal(text)), text);
  });

  it('never looks the same twice and shows nothing of the text', () => {
    const [one, two] = [box.seal('the same text'), box.seal('the same text')];
    assert.notDeepEqual(one, two);
    assert.ok(!Buffer.from(one).includes('same'));
  });

  it('does not open under another secret or purpose', () => {
    const sealed = box.seal('text');
    assert.throws(() => new SealedBox('another secret', 'tests').open(sealed));
    assert.throws(() => new SealedBox('a secret', 'other tests').open(sealed));
  });

  it('does not open if a bit is flipped or the end is missing', () => {
    const sealed = box.seal('text');
    for (let index = 0; index < sealed.length; index++) {
      const altered = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte));
      assert.throws(() => box.open(altered), `byte ${index}`);
    }
    assert.throws(() => box.open(sealed.subarray(0, 20)));
    assert.throws(() => box.open(new Uint8Array()));
  });

  it('opens from a view into a larger buffer, as drivers give them', () => {
    const sealed = box.seal('text');
    const larger = new Uint8Array(sealed.length + 10);
    larger.set(sealed, 7);
    assert.equal(box.open(larger.subarray(7, 7 + sealed.length)), 'text');
  });
});
