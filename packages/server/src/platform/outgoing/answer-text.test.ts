/** What is kept of an answer: text alone, no more than its bound, and no control characters. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerText, KEPT_BYTES_MAX } from './answer-text.ts';

const json = { type: 'application/json; charset=utf-8', encoding: undefined };

describe('the text of an answer', () => {
  it('is kept as it came', () => {
    assert.equal(answerText(Buffer.from('{"ok":"Grüße 💡"}\n'), json), '{"ok":"Grüße 💡"}\n');
    assert.equal(answerText(Buffer.from('no type'), { type: undefined, encoding: 'identity' }), 'no type');
  });

  it('is not kept where it is no text, or compressed', () => {
    for (const type of ['image/png', 'application/octet-stream', 'application/zip', ''])
      assert.equal(answerText(Buffer.from('x'), { type, encoding: undefined }), '', type);
    for (const encoding of ['gzip', 'br', 'deflate, gzip'])
      assert.equal(answerText(Buffer.from('x'), { ...json, encoding }), '', encoding);
  });

  it('has its control characters written out', () => {
    assert.equal(
      answerText(Buffer.from('a\u0000b\u001b[2Jc\td\r\n\u009b\u2028'), json),
      'a\\u0000b\\u001b[2Jc\td\\u000d\n\\u009b\\u2028',
    );
  });

  it('is never longer than its bound, and never ends inside a character', () => {
    for (const text of ['x'.repeat(5_000), '💡'.repeat(2_000), '\u0000'.repeat(2_000), `a${'é'.repeat(2_000)}`]) {
      const kept = answerText(Buffer.from(text), json);
      const bytes = Buffer.byteLength(kept);
      assert.ok(bytes <= KEPT_BYTES_MAX && bytes > KEPT_BYTES_MAX - 6, String(bytes));
      assert.ok(!kept.includes('\ufffd'));
    }
  });
});
