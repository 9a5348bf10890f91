/** The bound of responses: what is within it goes out as it is, and what is beyond is never written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundedJson, listInPieces, RESPONSE_BYTES_MAX } from './response-size.ts';

const MEBIBYTE = 1024 * 1024;

describe('a response as JSON', () => {
  for (const response of [{ items: [1] }, { items: {}, total: 1 }, [], null, 'text']) {
    it(`is what JSON.stringify writes: ${JSON.stringify(response)}`, () => {
      assert.equal(boundedJson(response), JSON.stringify(response));
    });
  }

  it('is refused where it is too large', () => {
    assert.throws(() => boundedJson({ text: 'x'.repeat(RESPONSE_BYTES_MAX) }), { code: 'validation_failed' });
  });
});

describe('a list as JSON', () => {
  for (const list of [
    { items: [], total: 0, skip: 0, limit: 100 },
    { items: [{ a: 1 }, null, 'ü'], total: 3, skip: 0, limit: 100 },
    { items: [[]], total: 1 },
  ]) {
    it(`is what JSON.stringify writes: ${JSON.stringify(list)}`, async () => {
      assert.equal((await listInPieces(list)).toString(), JSON.stringify(list));
    });
  }

  it('is refused with the name of the parameter as soon as its items are too large', async () => {
    let written = 0;
    const item = { toJSON: () => `${++written}${'ü'.repeat(MEBIBYTE / 2)}` };
    const list = { items: Array.from({ length: 1_000 }, () => item), total: 1_000, skip: 0, limit: 1_000 };
    await assert.rejects(listInPieces(list), { code: 'validation_failed', message: /limit/ });
    assert.equal(written, 16);
  });

  it('lets others have their turn while it is written', async () => {
    let turns = 0;
    const turn = setInterval(() => turns++, 1);
    const item = { text: 'ü'.repeat(MEBIBYTE / 4) };
    await listInPieces({ items: Array.from({ length: 20 }, () => item), total: 20 });
    clearInterval(turn);
    assert.ok(turns > 0, 'nobody had a turn');
  });
});
