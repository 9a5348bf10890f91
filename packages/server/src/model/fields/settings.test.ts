/** Settings and defaults of fields as a content type declares them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import { keyWithin } from '../spaces/resource-id.ts';
import { CODE } from './fixtures.ts';
import { checkFieldSettings, type FieldSettings, readDefault } from './settings.ts';

test('unique is refused where values of the type cannot be compared', () => {
  assert.deepEqual(checkFieldSettings({ type: 'string', unique: true }, 'fields.0'), []);
  assert.equal(checkFieldSettings({ type: 'json', unique: true }, 'fields.0')[0]?.path, 'fields.0.unique');
});

test('a default is kept as it would come in, with links by key', () => {
  assert.deepEqual(
    read({ type: 'datetime', unique: false }, '2026-01-01T00:00+01:00').value,
    '2025-12-31T23:00:00.000Z',
  );
  const links: FieldSettings = { type: 'array', unique: false, items: { type: 'entry' } };
  assert.deepEqual(read(links, [`ent_${CODE}_ann`, 'bob']).value, [
    { type: 'entry', id: 'ann' },
    { type: 'entry', id: 'bob' },
  ]);
});

test('a default that does not fit the type or its validations is refused', () => {
  const short: FieldSettings = { type: 'string', unique: false, validations: { max_length: 1 } };
  assert.deepEqual(read(short, 1), { value: undefined, rules: ['type'] });
  assert.deepEqual(read(short, 'ab'), { value: undefined, rules: ['max_length'] });
  assert.deepEqual(read(short, 'a'), { value: 'a', rules: [] });
});

function read(field: FieldSettings, value: unknown) {
  const violations: Violation[] = [];
  const path = 'fields.0.default';
  const linkKey = (kind: 'entry' | 'asset', text: string) => keyWithin([CODE], kind, text);
  return { value: readDefault(value, field, { path, linkKey, violations }), rules: violations.map(({ rule }) => rule) };
}
