/** Recovery codes: how they are made, which spellings are accepted, and that each works for its user alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecoveryCodes } from './recovery-codes.ts';

const codes = new RecoveryCodes('the secret of the installation');

test('ten codes of two parts are made, without letters that look alike, and never the same twice', () => {
  const made = Array.from({ length: 20 }, () => codes.make());
  for (const ten of made) assert.equal(ten.length, 10);
  for (const code of made.flat()) assert.match(code, /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
  assert.equal(new Set(made.flat()).size, 200);
});

test('all characters of the alphabet come up', () => {
  const used = new Set(
    Array.from({ length: 60 }, () => codes.make())
      .flat()
      .join('')
      .replaceAll('-', ''),
  );
  assert.equal(used.size, 32);
});

test('case, spaces and hyphens of a code do not matter', () => {
  const stored = codes.hashOf('usr_1', '7kq2m-x0dvw');
  for (const text of ['7KQ2M-X0DVW', '7kq2mx0dvw', ' 7kq2m x0dvw\n', '7kq2m--x0dvw', '7-k-q-2-m-x0dvw'])
    assert.equal(codes.hashOf('usr_1', text), stored, text);
});

test('a code is that of one user, under one secret', () => {
  const stored = codes.hashOf('usr_1', '7kq2m-x0dvw');
  assert.notEqual(codes.hashOf('usr_2', '7kq2m-x0dvw'), stored);
  assert.notEqual(codes.hashOf('usr_1', '7kq2m-x0dvz'), stored);
  assert.notEqual(new RecoveryCodes('another').hashOf('usr_1', '7kq2m-x0dvw'), stored);
});

test('what cannot be a code has no hash', () => {
  for (const text of ['', '7kq2m', '7kq2m-x0dv', '7kq2m-x0dvwx', '7kq2m-x0dvi', '7kq2m-x0dvо', '123456'])
    assert.equal(codes.hashOf('usr_1', text), undefined, text);
});
