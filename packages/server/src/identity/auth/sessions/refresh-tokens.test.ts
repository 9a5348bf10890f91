/** Refresh tokens: one family per session, a successor that is always the same, and nothing that others could forge. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFRESH_PREFIX } from '../../actors/token-kinds.ts';
import { RefreshTokens } from './refresh-tokens.ts';

const tokens = new RefreshTokens('the secret of the installation');

test('each session has a family of its own, which all its tokens share', () => {
  const [one, other] = [tokens.first(), tokens.first()];
  const families = [one, tokens.successorOf(one), tokens.successorOf(tokens.successorOf(one))].map((token) =>
    tokens.familyOf(token),
  );
  assert.equal(new Set(families).size, 1);
  assert.notEqual(families[0], undefined);
  assert.notEqual(tokens.familyOf(other), families[0]);
});

test('a token has one successor, the same at each time and on each node, and never itself', () => {
  const first = tokens.first();
  const next = tokens.successorOf(first);
  assert.equal(tokens.successorOf(first), next);
  assert.equal(new RefreshTokens('the secret of the installation').successorOf(first), next);
  assert.equal(new Set([first, next, tokens.successorOf(next)]).size, 3);
});

test('under another secret the successor is another', () => {
  const first = tokens.first();
  assert.notEqual(new RefreshTokens('another secret').successorOf(first), tokens.successorOf(first));
});

test('what is no refresh token has neither family nor successor', () => {
  const first = tokens.first();
  const last = first.at(-1) === 'a' ? 'b' : 'a';
  for (const text of [
    '',
    REFRESH_PREFIX,
    first.slice(0, -1),
    `${first}a`,
    `x${first}`,
    first.replace(REFRESH_PREFIX, 'cms_inv_'),
  ]) {
    assert.equal(tokens.familyOf(text), undefined, text);
    assert.throws(() => tokens.successorOf(text), text);
  }
  assert.notEqual(`${first.slice(0, -1)}${last}`, first);
});
