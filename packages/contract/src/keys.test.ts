/** Public ids and keys: what each is, and that none is taken for another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKey, keyWithin, parseResourceId, resourceId } from './keys.ts';

test('an id is read as it was made', () => {
  for (const kind of ['entry', 'asset', 'content_type'] as const)
    for (const key of ['a', '-', '_x_', 'a_b_c', 'A.1', 'k'.repeat(64)])
      assert.deepEqual(parseResourceId(resourceId(kind, 'abc234', key)), { kind, code: 'abc234', key });
});

const noIds = [
  '',
  'ent_abc234_',
  'ent_abc23_a',
  'ent_abc2345_a',
  'ENT_abc234_a',
  'ent_ABC234_a',
  'usr_abc234_a',
  'ent_abc234_a b',
  'ent_abc234_ä',
  `ent_abc234_${'k'.repeat(65)}`,
  ' ent_abc234_a',
  'ent_abc234_a\n',
];
for (const text of noIds) test(`${JSON.stringify(text)} is no id`, () => assert.equal(parseResourceId(text), null));

const keys: readonly (readonly [string, boolean])[] = [
  ['a', true],
  ['...', true],
  ['ent_', true],
  ['ent_abc23_a', true],
  ['__proto__', true],
  ['k'.repeat(64), true],
  ['k'.repeat(65), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['a/b', false],
  ['a b', false],
  ['a\n', false],
  ['ä', false],
  ['ent_abc234_a', false],
  ['ctp_abc234_a', false],
];
for (const [text, isOne] of keys)
  test(`${JSON.stringify(text)} is ${isOne ? 'a' : 'no'} key`, () => assert.equal(isKey(text), isOne));

const codes = ['abc234', 'xyz789'];
const named: readonly (readonly [string, string | null])[] = [
  ['a', 'a'],
  ['ent_abc234_a', 'a'],
  ['ent_xyz789_a', 'a'],
  ['ent_other1_a', null],
  ['ast_abc234_a', null],
  ['', null],
  ['..', null],
];
for (const [text, key] of named)
  test(`"${text}" names ${key} in an environment of two names`, () =>
    assert.equal(keyWithin(codes, 'entry', text), key));
