/** Which preview addresses have a token, and how one that has not gets it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readsByToken, withToken } from './address.ts';

test('an address that lacks the token gets it as a parameter, before what stands behind #', () => {
  for (const [address, expected] of [
    ['https://a.example/{slug}', 'https://a.example/{slug}?preview={preview}'],
    ['https://a.example/?id={id}', 'https://a.example/?id={id}&preview={preview}'],
    ['https://a.example/?', 'https://a.example/?preview={preview}'],
    ['https://a.example/#/{slug}?x#y', 'https://a.example/?preview={preview}#/{slug}?x#y'],
  ] as const)
    assert.equal(withToken(address), expected);
});

test('a page reads with the token where its address has it', () => {
  assert.equal(readsByToken({ preview_url: withToken('https://a.example/') }), true);
  assert.equal(readsByToken({ preview_url: 'https://a.example/{slug}' }), false);
  assert.equal(readsByToken({ preview_url: null }), false);
});
