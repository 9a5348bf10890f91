/** The bound of responses: what is within it goes out as it is, and what is beyond is never written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundedJson, RESPONSE_BYTES_MAX } from './response-size.ts';

const MEBIBYTE = 1024 * 1024;

describe('a response as JSON', () => {
  for (const response of [
    { items: [], total: 0, skip: 0, limit: 100 },
    { items: [{ a: 1 }, null, 'ü'], total: 3, skip: 0, limit: 100 },
    { total: 1, items: [[]] },
    { items: [1] },
    { items: {}, total: 1 },
    [],
    null,
    'text',
  ]) {
    it(`is what JSON.stringify writes: ${JSON.stringify(response)}`, () => {
      assert.deepEqual(JSON.parse(boundedJson(response)), response);
    });
  }

  it('is refused with the name of the parameter as soon as its items are too large', () => {
    let written = 0;
    const item = { toJSON: () => `${++written}${'ü'.repeat(MEBIBYTE / 2)}` };
    const response = { items: Array.from({ length: 1_000 }, () => item), total: 1_000, skip: 0, limit: 1_000 };
    assert.throws(() => boundedJson(response), { code: 'validation_failed', message: /limit/ });
    assert.equal(written, 16);
  });

  it('is refused where it is one resource', () => {
    assert.throws(() => boundedJson({ text: 'x'.repeat(RESPONSE_BYTES_MAX) }), { code: 'validation_failed' });
  });
});
