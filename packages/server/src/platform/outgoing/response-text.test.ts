/** What is kept of a response: only text, within its limit, and without control characters. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { KEPT_BYTES_MAX, keptHeaders, responseText } from './response-text.ts';

const json = { type: 'application/json; charset=utf-8', encoding: undefined };

describe('the text of a response', () => {
  it('is kept as received', () => {
    assert.equal(responseText(Buffer.from('{"ok":"Grüße 💡"}\n'), json), '{"ok":"Grüße 💡"}\n');
    assert.equal(responseText(Buffer.from('no type'), { type: undefined, encoding: 'identity' }), 'no type');
  });

  it('is not kept if it is not text, or compressed', () => {
    for (const type of ['image/png', 'application/octet-stream', 'application/zip', ''])
      assert.equal(responseText(Buffer.from('x'), { type, encoding: undefined }), '', type);
    for (const encoding of ['gzip', 'br', 'deflate, gzip'])
      assert.equal(responseText(Buffer.from('x'), { ...json, encoding }), '', encoding);
  });

  it('has its control characters escaped', () => {
    assert.equal(
      responseText(Buffer.from('a\u0000b\u001b[2Jc\td\r\n\u009b\u2028'), json),
      'a\\u0000b\\u001b[2Jc\td\\u000d\n\\u009b\\u2028',
    );
  });

  it('is never longer than its limit, and never ends inside a character', () => {
    for (const text of ['x'.repeat(5_000), '💡'.repeat(2_000), '\u0000'.repeat(2_000), `a${'é'.repeat(2_000)}`]) {
      const kept = responseText(Buffer.from(text), json);
      const bytes = Buffer.byteLength(kept);
      assert.ok(bytes <= KEPT_BYTES_MAX && bytes > KEPT_BYTES_MAX - 6, String(bytes));
      assert.ok(!kept.includes('\ufffd'));
    }
  });
});

test('of the headers the first 2,048 bytes are kept, without cookies and control characters', () => {
  const kept = keptHeaders({
    'content-type': 'text/plain',
    'set-cookie': ['session=secret'],
    via: ['1.1 one', '1.1 two'],
    'x-bad': 'a\u001b[31mb',
    'x-long': 'x'.repeat(2_048),
    'x-last': 'y',
  });
  assert.deepEqual(kept, { 'content-type': 'text/plain', via: '1.1 one, 1.1 two', 'x-bad': 'a\\u001b[31mb' });
});
