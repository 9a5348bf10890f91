/** The fields of a content type in a request: what is read of each, and every problem of the list at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import { FIELDS_MAX, readFieldList } from './field-list.ts';

function read(given: readonly unknown[]) {
  const violations: Violation[] = [];
  const fields = readFieldList(given, { codes: ['abc234'], violations });
  return { fields, problems: violations.map(({ path, rule }) => `${path} ${rule}`) };
}

const title = { id: 'title', type: 'string' };

test('a field needs an id and a type; the rest has defaults', () => {
  assert.deepEqual(read([title]).fields, [
    { id: 'title', name: 'title', type: 'string', required: false, localized: false, unique: false },
  ]);
});

test('what is null counts as left out', () => {
  const nulls = {
    name: null,
    required: null,
    unique: null,
    help: null,
    default: null,
    items: null,
    validations: null,
    restore: null,
  };
  assert.deepEqual(read([{ ...title, ...nulls }]), read([title]));
  assert.deepEqual(read([{ ...title, validations: { max_length: null } }]), read([title]));
});

test('everything that is given is kept, with content types by api_id', () => {
  const link = { id: 'author', type: 'entry', validations: { content_types: ['person', 'ctp_abc234_robot'] } };
  assert.deepEqual(read([link]).fields[0]?.validations, { content_types: ['person', 'robot'] });
  const { fields } = read([
    { ...title, name: 'Title', previous_id: 'name', restore: false, help: 'Short', default: 'x' },
  ]);
  const { name, previousId, restore, help, default: value } = fields[0] ?? assert.fail();
  assert.deepEqual([name, previousId, restore, help, value], ['Title', 'name', false, 'Short', 'x']);
});

const wrong: readonly (readonly [string, readonly unknown[], readonly string[]])[] = [
  ['no object', ['title', null, []], ['fields.0 type', 'fields.1 type', 'fields.2 type']],
  ['no id', [{ type: 'string' }], ['fields.0.id format']],
  ['no type', [{ id: 'a' }], ['fields.0.type enum']],
  ['neither', [{}], ['fields.0.id format', 'fields.0.type enum']],
  ['an id that begins with a digit', [{ ...title, id: '1a' }], ['fields.0.id format']],
  ['an id with a hyphen', [{ ...title, id: 'a-b' }], ['fields.0.id format']],
  ['an id that is too long', [{ ...title, id: 'a'.repeat(65) }], ['fields.0.id format']],
  ['an id of every object', [{ ...title, id: 'constructor' }], ['fields.0.id reserved']],
  ['the id prototype', [{ ...title, id: 'prototype' }], ['fields.0.id reserved']],
  ['an id that begins with underscores', [{ ...title, id: '__proto__' }], ['fields.0.id format']],
  ['one id twice', [title, { ...title, type: 'text' }], ['fields.1.id unique']],
  [
    'two slugs',
    [
      { id: 'a', type: 'slug' },
      { id: 'b', type: 'slug' },
    ],
    ['fields.1.type slug'],
  ],
  ['a type in another case', [{ ...title, type: 'String' }], ['fields.0.type enum']],
  ['an unknown key', [{ ...title, requird: true }], ['fields.0.requird unknown']],
  [
    'a flag that is no flag',
    [{ ...title, required: 'yes', localized: 1 }],
    ['fields.0.required type', 'fields.0.localized type'],
  ],
  ['an empty name', [{ ...title, name: '' }], ['fields.0.name type']],
  ['a name of two lines', [{ ...title, name: 'a\nb' }], ['fields.0.name pattern']],
  ['help that is too long', [{ ...title, help: 'a'.repeat(1_001) }], ['fields.0.help type']],
  ['items of a text', [{ ...title, items: { type: 'string' } }], ['fields.0.items items']],
  ['an array without items', [{ id: 'a', type: 'array' }], ['fields.0.items.type items']],
  [
    'items with an unknown key',
    [{ id: 'a', type: 'array', items: { type: 'string', max: 1 } }],
    ['fields.0.items.max unknown'],
  ],
  ['validations that are a list', [{ ...title, validations: [] }], ['fields.0.validations type']],
  ['a validation of another type', [{ ...title, validations: { max: 1 } }], ['fields.0.validations.max validations']],
  [
    'a content type of another environment',
    [{ id: 'a', type: 'entry', validations: { content_types: ['ctp_xyz789_x'] } }],
    ['fields.0.validations.content_types.0 content_types'],
  ],
  ['a default that does not fit', [{ ...title, default: 1 }], ['fields.0.default type']],
  [
    'a default beside another problem, which comes first',
    [{ ...title, default: 1, unique: 'x' }],
    ['fields.0.unique type'],
  ],
];
for (const [what, given, problems] of wrong)
  test(`a list with ${what} is refused`, () => assert.deepEqual(read(given).problems, problems));

test('a list has at most so many fields, and is not looked through beyond', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => ({ ...title, id: `f${at}` }));
  assert.equal(read(fields(FIELDS_MAX)).fields.length, FIELDS_MAX);
  assert.deepEqual(read([...fields(FIELDS_MAX), 'x']).problems, ['fields maxItems']);
});
