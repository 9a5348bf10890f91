/** The properties of assets in requests and in records of imports: what is taken, and what is wrong with the rest. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Locales } from '../../model/spaces/locale.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { readAssetRecord } from './asset-record.ts';
import { readMediaChange, readNewMedia, valuesOfForm } from './media-input.ts';

type Values = Readonly<Record<string, unknown>>;

const english = {
  number: 1,
  id: 'en',
  code: 'en',
  name: 'en',
  fallback: null,
  isDefault: true,
  optional: false,
  version: 1,
};
const locales = new Locales([english]);

/** What is read, or the places and rules of what is wrong. */
function tried(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === 'validation_failed', String(error));
    return (error.extra.errors as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`);
  }
}

describe('a form', () => {
  const values: readonly (readonly [Readonly<Record<string, string>>, Values])[] = [
    [{ title: 'Dog' }, { title: 'Dog' }],
    [{ title: '' }, { title: null }],
    [{ title: '{"en":"Dog"}' }, { title: { en: 'Dog' } }],
    [{ title: '{broken' }, { title: '{broken' }],
    [{ title: '["x"]' }, { title: '["x"]' }],
    [{ key: '' }, { key: '' }],
    [{ key: '{"a":1}' }, { key: '{"a":1}' }],
    [{ tags: 'a, b,c' }, { tags: ['a', 'b', 'c'] }],
    [{ tags: '["a, b"]' }, { tags: ['a, b'] }],
    [{ tags: '' }, { tags: null }],
    [{ focal_point: '{"x":0,"y":1}' }, { focal_point: { x: 0, y: 1 } }],
    [{ focal_point: '{"x":1e-400,"y":1}' }, { focal_point: '{"x":1e-400,"y":1}' }],
    [{ version: '3' }, { version: 3 }],
    [{ version: '3.5' }, { version: '3.5' }],
  ];
  for (const [given, expected] of values)
    test(`${JSON.stringify(given)} is ${JSON.stringify(expected)} in JSON`, () =>
      assert.deepEqual(valuesOfForm(given), expected));

  test('with what cannot be stored is refused', () => {
    for (const title of ['{"en":"\\u0000"}', '{"en":"\\ud800"}', 'a\0'])
      assert.throws(() => valuesOfForm({ title }), { name: 'DomainError' }, title);
  });
});

describe('a change', () => {
  const wrong: readonly (readonly [Values, readonly string[]])[] = [
    [{ titel: 'x' }, ['titel unknown']],
    [{ key: 'a' }, ['key unknown']],
    [{ constructor: 1 }, ['constructor unknown']],
    [{ title: 1, tags: 'a', focal_point: 1 }, ['title.en type', 'focal_point type', 'tags type']],
    [{ focal_point: { x: 0.5 } }, ['focal_point type']],
    [{ focal_point: { x: 0.5, y: 1.1 } }, ['focal_point type']],
    [{ focal_point: { x: -0.1, y: 1 } }, ['focal_point type']],
    [{ focal_point: { x: 0, y: 0, z: 0 } }, ['focal_point type']],
    [{ focal_point: { x: '0', y: 0 } }, ['focal_point type']],
    [{ tags: [''] }, ['tags type']],
    [{ tags: [1] }, ['tags type']],
    [{ tags: ['a\nb'] }, ['tags type']],
    [{ tags: ['a'.repeat(65)] }, ['tags type']],
    [{ tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }, ['tags type']],
  ];
  for (const [given, problems] of wrong)
    test(`with ${JSON.stringify(given).slice(0, 60)} is refused`, () =>
      assert.deepEqual(
        tried(() => readMediaChange(given, locales)),
        problems,
      ));

  test('takes tags without duplicates and space around them, and no tags as none', () => {
    const tags = (given: unknown) => readMediaChange({ tags: given }, locales).properties.tags;
    assert.deepEqual(tags([' a', 'b', 'a ']), ['a', 'b']);
    assert.deepEqual([tags([]), tags(null), tags(undefined)], [null, null, undefined]);
    assert.equal(tags(Array.from({ length: 60 }, () => 'same'))?.length, 1);
  });
});

test('a new asset has a key of its own choice, or none', () => {
  assert.equal(readNewMedia({ key: 'a.b' }, locales).key, 'a.b');
  assert.equal(readNewMedia({}, locales).key, undefined);
  for (const key of ['', 'a b', '..', 'ast_abc234_a', 1, null])
    assert.deepEqual(
      tried(() => readNewMedia({ key }, locales)),
      ['key key'],
      String(key),
    );
});

describe('a record of an import', () => {
  const record = (given: Values) => tried(() => readAssetRecord({ key: 'a', ...given }, locales));

  test('says what is known of its file', () => {
    const hash = 'ab'.repeat(32);
    const read = record({
      file_name: 'a.png',
      mime_type: 'Image/PNG',
      size: 0,
      width: 2,
      file: hash,
      created_at: '2026-01-01T00:00:00Z',
    });
    const { mime_type, size, width, height, file, createdAt, updatedAt } = read as ReturnType<typeof readAssetRecord>;
    assert.deepEqual([mime_type, size, width, height, file], ['image/png', 0, 2, null, hash]);
    assert.deepEqual([createdAt, updatedAt], [Date.parse('2026-01-01T00:00:00Z'), undefined]);
  });

  const wrong: readonly (readonly [Values, readonly string[]])[] = [
    [{ key: undefined }, ['asset.key format']],
    [{ key: 'ast_abc234_a' }, ['asset.key format']],
    [{ name: 'a' }, ['asset.name unknown']],
    [{ file_name: '' }, ['asset.file_name type']],
    [{ file_name: 'a\rb' }, ['asset.file_name pattern']],
    [{ file_name: 'a'.repeat(256) }, ['asset.file_name type']],
    [{ mime_type: 'image' }, ['asset.mime_type format']],
    [{ mime_type: 'image/*' }, ['asset.mime_type format']],
    [{ mime_type: 'text/html; charset=utf-8' }, ['asset.mime_type format']],
    [{ size: -1, width: 1.5, height: '2' }, ['asset.size type', 'asset.width type', 'asset.height type']],
    [{ size: 2 ** 53 }, ['asset.size type']],
    [{ file: 'AB'.repeat(32) }, ['asset.file format']],
    [{ created_at: 'yesterday', updated_at: 1 }, ['asset.created_at format', 'asset.updated_at format']],
    [{ title: { fr: 'x' } }, ['asset.title.fr locale']],
  ];
  for (const [given, problems] of wrong)
    test(`with ${JSON.stringify(given).slice(0, 60)} is refused`, () => assert.deepEqual(record(given), problems));
});
