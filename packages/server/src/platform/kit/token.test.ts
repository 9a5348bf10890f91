/** Tokens have one format, detect their own typos, and decode to the bytes they were made from. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isToken, newToken, tokenBytes, tokenHash, tokenOf } from './token.ts';

test('a token is prefix, 43 and 6 characters, and no two are alike', () => {
  const tokens = new Set(Array.from({ length: 200 }, () => newToken('cms_del_')));
  assert.equal(tokens.size, 200);
  for (const token of tokens) assert.match(token, /^cms_del_[0-9A-Za-z]{49}$/);
});

test('a token decodes to its bytes, at both ends of the range too', () => {
  for (const bytes of [Buffer.alloc(32), Buffer.alloc(32, 255), randomBytes(32), Buffer.alloc(32, 1)]) {
    assert.deepEqual(tokenBytes(tokenOf('x_', bytes), 'x_'), bytes);
  }
});

test('changing any one character invalidates a token', () => {
  const token = newToken('cms_mgm_');
  for (let at = 8; at < token.length; at++) {
    const other = token[at] === 'a' ? 'b' : 'a';
    assert.equal(isToken(token.slice(0, at) + other + token.slice(at + 1), 'cms_mgm_'), false, `at ${at}`);
  }
});

test('another prefix, length or alphabet invalidates a token', () => {
  const token = newToken('cms_mgm_');
  for (const text of [
    token.replace('mgm', 'del'),
    `${token}0`,
    token.slice(0, -1),
    '',
    'cms_mgm_',
    `${token.slice(0, -1)}-`,
  ]) {
    assert.equal(isToken(text, 'cms_mgm_'), false, text);
    assert.equal(tokenBytes(text, 'cms_mgm_'), undefined);
  }
  assert.equal(isToken(token, 'cms_del_'), false);
});

test('only equal tokens have equal hashes, and a hash does not contain the token', () => {
  const token = newToken('cms_pre_');
  assert.equal(tokenHash(token), tokenHash(token));
  assert.notEqual(tokenHash(token), tokenHash(newToken('cms_pre_')));
  assert.ok(!tokenHash(token).includes(token.slice(8)));
});
