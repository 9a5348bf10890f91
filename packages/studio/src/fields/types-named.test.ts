/** How types are found by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typesNamed } from './types-named.ts';

test('types are found without case and accents, all of them by no words', () => {
  const types = [{ name: 'Café' }, { name: 'Article' }];
  assert.deepEqual(typesNamed(types, ' CAFE'), [{ name: 'Café' }]);
  assert.deepEqual(typesNamed(types, ' '), types);
  assert.deepEqual(typesNamed(types, 'x'), []);
});
