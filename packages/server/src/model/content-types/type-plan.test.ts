/** What requests make of a content type's fields, without a database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { DomainError } from '../../platform/errors/domain-error.ts';
import type { ContentType } from './content-type.ts';
import { FORMER_IDS_MAX } from './former-ids.ts';
import { type ContentTypeInput, hideFields, planType } from './type-plan.ts';

const context = { codes: ['abc123'], defaultLocale: 1, types: [], at: 2_000 };
const empty: ContentType = {
  number: 1,
  apiId: 'thing',
  kind: 'entry' as const,
  name: '',
  description: '',
  displayField: null,
  slugField: null,
  previewUrl: null,
  previewPicture: null,
  deliverFormerIds: false,
  layout: null,
  fields: [],
  hiddenFields: [],
  nextFieldNumber: 1,
  version: 0,
  createdAt: 1_000,
  updatedAt: 1_000,
};

const made = (...fields: unknown[]): ContentType => planType(empty, { name: 'Thing', fields }, context).type;
const change = (type: ContentType, input: ContentTypeInput) => planType(type, input, context);
const numbers = (type: ContentType) => Object.fromEntries(type.fields.map(({ id, number }) => [id, number]));

function violationsOf(input: ContentTypeInput, before: ContentType = empty): Violation[] {
  try {
    planType(before, { name: 'Thing', ...input }, context);
  } catch (error) {
    return (error as DomainError).extra.errors as Violation[];
  }
  return [];
}

describe('a content type', () => {
  it('numbers its fields and fills in what was not said', () => {
    const type = made(
      { id: 'title', type: 'string' },
      { id: 'count', type: 'integer', name: 'How many', required: true, default: 3 },
    );
    assert.deepEqual(type.fields, [
      {
        number: 1,
        id: 'title',
        name: 'title',
        type: 'string',
        required: false,
        localized: false,
        unique: false,
        home: null,
      },
      {
        number: 2,
        id: 'count',
        name: 'How many',
        type: 'integer',
        required: true,
        localized: false,
        unique: false,
        default: 3,
        home: null,
      },
    ]);
    assert.deepEqual([type.version, type.nextFieldNumber, type.updatedAt], [1, 3, 2_000]);
  });

  it('does not change where the same is said in other words', () => {
    const type = made({ id: 'title', type: 'string', validations: { max_length: 5, min_length: 1 } });
    const plan = change(type, {
      name: 'Thing',
      fields: [
        {
          type: 'string',
          id: 'title',
          required: null,
          help: null,
          validations: { min_length: 1, max_length: 5, pattern: null },
        },
      ],
    });
    assert.equal(plan.changed, false);
    assert.equal(plan.type, type);
  });

  it('keeps numbers through a new order, a rename, and two fields that swap names', () => {
    const type = made({ id: 'a', type: 'string' }, { id: 'b', type: 'string' }, { id: 'c', type: 'string' });
    const { type: after, removed } = change(type, {
      fields: [
        { id: 'c', type: 'string', previous_id: 'c' },
        { id: 'b', type: 'string', previous_id: 'a' },
        { id: 'a', type: 'string', previous_id: 'b' },
      ],
    });
    assert.deepEqual(numbers(after), { c: 3, b: 1, a: 2 });
    assert.deepEqual(removed, []);
  });

  it('remembers the ids of a field until they are removed, it has one again or another field takes one', () => {
    const former = ({ fields }: ContentType) => Object.fromEntries(fields.map((one) => [one.id, one.former_ids]));
    const string = (id: string, more: object = {}) => ({ id, type: 'string', ...more });
    const once = change(made(string('a')), { fields: [string('b', { previous_id: 'a' })] }).type;
    assert.deepEqual(former(once), { b: ['a'] });
    assert.equal(change(once, { fields: [string('b', { previous_id: 'a' })] }).changed, false, 'as in code');
    const said = { previous_id: 'b', former_ids: ['a', 'older'] };
    const twice = change(once, { fields: [string('c', said)] }).type;
    assert.deepEqual(former(twice), { c: ['a', 'older', 'b'] });
    assert.deepEqual(former(change(twice, { fields: [string('a', { previous_id: 'c' })] }).type), {
      a: ['older', 'b', 'c'],
    });
    assert.deepEqual(former(change(twice, { fields: [string('c', { former_ids: ['b'] })] }).type), { c: ['b'] });
    assert.deepEqual(former(change(twice, { fields: [string('c', { former_ids: [] })] }).type), { c: undefined });
    const taken = change(twice, { fields: [string('c'), string('b')] }).type;
    assert.deepEqual(former(taken), { c: ['a', 'older'], b: undefined });
    const swap = [string('b', { previous_id: 'c' }), string('c', { previous_id: 'b' })];
    assert.deepEqual(former(change(taken, { fields: swap }).type), { b: ['a', 'older'], c: undefined });
  });

  it('keeps so many former ids of a field, the latest ones', () => {
    let type = made({ id: 'f0', type: 'string' });
    for (let n = 1; n <= FORMER_IDS_MAX + 1; n++)
      type = change(type, { fields: [{ id: `f${n}`, type: 'string', previous_id: `f${n - 1}` }] }).type;
    const { former_ids: former } = type.fields[0] ?? assert.fail();
    assert.deepEqual([former?.length, former?.[0], former?.at(-1)], [FORMER_IDS_MAX, 'f1', `f${FORMER_IDS_MAX}`]);
  });

  it('takes a rename that was made already, and one in an environment that never had the old name', () => {
    const type = made({ id: 'fresh', type: 'string' });
    assert.equal(
      change(type, { name: 'Thing', fields: [{ id: 'fresh', type: 'string', previous_id: 'old' }] }).changed,
      false,
    );
    assert.deepEqual(numbers(made({ id: 'fresh', type: 'string', previous_id: 'old' })), { fresh: 1 });
    assert.deepEqual(
      violationsOf({ fields: [{ id: 'other', type: 'string', previous_id: 'freshh' }] }, type).map(
        ({ path, message }) => [path, message],
      ),
      [['fields.0.previous_id', 'Name an existing field; there is no field "freshh" to rename. Did you mean "fresh"?']],
    );
  });

  it('gives another type of value another number, and names what goes', () => {
    const type = made({ id: 'a', type: 'string' }, { id: 'b', type: 'text' });
    const plan = change(type, { fields: [{ id: 'a', type: 'integer' }] });
    assert.deepEqual(numbers(plan.type), { a: 3 });
    assert.deepEqual(
      plan.removed.map(({ id, number }) => [id, number]),
      [
        ['a', 1],
        ['b', 2],
      ],
    );
  });

  it('brings a hidden field back by id and type, the one hidden last', () => {
    const type = made({ id: 'a', type: 'string' }, { id: 'b', type: 'string' });
    const without = change(type, { fields: [] });
    const hidden = hideFields(
      without.type,
      without.removed.map((field) => ({ ...field, entries: 1 })),
    );
    const back = change(hidden, {
      fields: [
        { id: 'b', type: 'string', restore: true },
        { id: 'a', type: 'text' },
      ],
    });
    assert.deepEqual(numbers(back.type), { b: 2, a: 3 });
    assert.deepEqual(
      back.type.hiddenFields.map(({ number }) => number),
      [1],
    );
    const twice = hideFields(hidden, [{ ...(type.fields[0] ?? assert.fail()), number: 9, entries: 1 }]);
    const declared = { id: 'a', type: 'string', restore: true };
    assert.deepEqual(numbers(change(twice, { fields: [declared] }).type), { a: 9 });
  });

  it('asks whether the values of a hidden field come back, and keeps nothing of the answer', () => {
    const type = made({ id: 'a', type: 'string' });
    const without = change(type, { fields: [] });
    const hidden = hideFields(
      without.type,
      without.removed.map((field) => ({ ...field, entries: 1 })),
    );
    const refused = (restore?: unknown) =>
      violationsOf({ fields: [{ id: 'a', type: 'string', restore }] }, hidden).map(({ path, rule }) => [path, rule]);
    assert.deepEqual(refused(), [['fields.0.restore', 'restore']]);
    assert.deepEqual(refused('yes')[0], ['fields.0.restore', 'type']);
    const empty = change(hidden, { fields: [{ id: 'a', type: 'string', restore: false }] }).type;
    assert.deepEqual([numbers(empty), empty.hiddenFields.length], [{ a: 2 }, 1]);
    const back = change(hidden, { fields: [{ id: 'a', type: 'string', restore: true }] }).type;
    assert.deepEqual([numbers(back), back.hiddenFields.length], [{ a: 1 }, 0]);
    for (const { fields } of [empty, back]) assert.equal('restore' in (fields[0] ?? {}), false);
    assert.equal(change(back, { fields: [{ id: 'a', type: 'string', restore: true }] }).changed, false);
  });

  it('notes the default locale of the day where localized changes', () => {
    const type = made({ id: 'a', type: 'string' });
    const localized = change(type, { fields: [{ id: 'a', type: 'string', localized: true }] });
    assert.deepEqual(
      [localized.type.fields[0]?.number, localized.type.fields[0]?.home, localized.narrowed],
      [1, 1, []],
    );
    const plain = planType(
      localized.type,
      { fields: [{ id: 'a', type: 'string' }] },
      { ...context, defaultLocale: 2, types: [] },
    );
    assert.deepEqual([plain.type.fields[0]?.home, plain.narrowed.map(({ id }) => id)], [2, ['a']]);
  });

  it('lets display and slug field follow their field, through a rename and out of the type', () => {
    const first = planType(
      empty,
      {
        name: 'T',
        display_field: 'title',
        slug_field: 'path',
        fields: [
          { id: 'title', type: 'string' },
          { id: 'path', type: 'slug' },
        ],
      },
      context,
    ).type;
    const renamed = change(first, {
      fields: [
        { id: 'headline', type: 'string', previous_id: 'title' },
        { id: 'path', type: 'slug' },
      ],
    }).type;
    assert.deepEqual([renamed.displayField, renamed.slugField], [1, 2]);
    const bare = change(renamed, { fields: [{ id: 'headline', type: 'string' }] }).type;
    assert.deepEqual([bare.displayField, bare.slugField], [1, null]);
    assert.equal(change(bare, { display_field: null }).type.displayField, null);
  });

  it('keeps content types in validations by api_id, and links in defaults by key', () => {
    const type = made(
      {
        id: 'a',
        type: 'entry',
        validations: { content_types: ['ctp_abc123_author', 'page'] },
        default: 'ent_abc123_home',
      },
      { id: 'b', type: 'array', items: { type: 'entry', validations: { content_types: ['ctp_abc123_author'] } } },
    );
    assert.deepEqual(type.fields[0]?.validations?.content_types, ['author', 'page']);
    assert.deepEqual(type.fields[0]?.default, { type: 'entry', id: 'home' });
    assert.deepEqual(type.fields[1]?.items, { type: 'entry', validations: { content_types: ['author'] } });
    const foreign = violationsOf({
      fields: [{ id: 'a', type: 'entry', validations: { content_types: ['ctp_zzz999_author'] } }],
    });
    assert.deepEqual(
      foreign.map(({ path }) => path),
      ['fields.0.validations.content_types.0'],
    );
  });

  const refusals: readonly (readonly [string, ContentTypeInput, readonly string[]])[] = [
    ['a field that is no object', { fields: [null, 5, []] }, ['fields.0', 'fields.1', 'fields.2']],
    [
      'ids of other shapes',
      {
        fields: ['1st', 'a.b', '$x', '_x', '__proto__', "id'); DROP", 'ä', 'x'.repeat(65), ''].map((id) => ({
          id,
          type: 'string',
        })),
      },
      Array.from({ length: 9 }, (_, index) => `fields.${index}.id`),
    ],
    [
      'reserved ids',
      {
        fields: ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'].map((id) => ({
          id,
          type: 'string',
        })),
      },
      Array.from({ length: 5 }, (_, index) => `fields.${index}.id`),
    ],
    ['an unknown type', { fields: [{ id: 'a', type: 'strng' }, { id: 'b' }] }, ['fields.0.type', 'fields.1.type']],
    [
      'one id twice',
      {
        fields: [
          { id: 'a', type: 'string' },
          { id: 'a', type: 'text' },
        ],
      },
      ['fields.1.id'],
    ],
    [
      'two slugs',
      {
        fields: [
          { id: 'a', type: 'slug' },
          { id: 'b', type: 'slug' },
        ],
      },
      ['fields.1.type'],
    ],
    [
      'former ids that are none, or too many of them',
      {
        fields: [
          { id: 'a', type: 'string', former_ids: 'b' },
          { id: 'c', type: 'string', former_ids: ['ok', '1st', 'constructor'] },
          { id: 'd', type: 'string', former_ids: Array(FORMER_IDS_MAX + 1).fill('x') },
        ],
      },
      ['fields.0.former_ids', 'fields.1.former_ids.1', 'fields.1.former_ids.2', 'fields.2.former_ids'],
    ],
    [
      'one former id of two fields',
      {
        fields: [
          { id: 'a', type: 'string', former_ids: ['x'] },
          { id: 'b', type: 'string', former_ids: ['y', 'x'] },
        ],
      },
      ['fields.1.former_ids.1'],
    ],
    ['unknown keys', { fields: [{ id: 'a', type: 'string', requird: true }] }, ['fields.0.requird']],
    [
      'flags that are none',
      { fields: [{ id: 'a', type: 'string', required: 'yes', localized: 1, unique: {} }] },
      ['fields.0.unique', 'fields.0.required', 'fields.0.localized'],
    ],
    [
      'unique where values are not compared',
      { fields: [{ id: 'a', type: 'json', unique: true }] },
      ['fields.0.unique'],
    ],
    [
      'validations of another type',
      { fields: [{ id: 'a', type: 'string', validations: { min: 1 } }] },
      ['fields.0.validations.min'],
    ],
    [
      'look-around',
      { fields: [{ id: 'a', type: 'string', validations: { pattern: '(?=x)' } }] },
      ['fields.0.validations.pattern'],
    ],
    ['an array without items', { fields: [{ id: 'a', type: 'array' }] }, ['fields.0.items.type']],
    [
      'items of a field that is no array',
      { fields: [{ id: 'a', type: 'string', items: { type: 'string' } }] },
      ['fields.0.items'],
    ],
    ['a default of another type', { fields: [{ id: 'a', type: 'integer', default: 'x' }] }, ['fields.0.default']],
    [
      'a default that its own validations refuse',
      { fields: [{ id: 'a', type: 'integer', default: 9, validations: { max: 5 } }] },
      ['fields.0.default'],
    ],
    ['a display field that is not there', { fields: [], display_field: 'a' }, ['display_field']],
    [
      'a display field that is no text',
      { fields: [{ id: 'a', type: 'integer' }], display_field: 'a' },
      ['display_field'],
    ],
    ['a slug field of another type', { fields: [{ id: 'a', type: 'string' }], slug_field: 'a' }, ['slug_field']],
    [
      'too many fields',
      { fields: Array.from({ length: 101 }, (_, index) => ({ id: `f${index}`, type: 'string' })) },
      ['fields'],
    ],
  ];
  for (const [what, input, paths] of refusals) {
    it(`refuses ${what}`, () => {
      const found = violationsOf(input);
      assert.deepEqual(
        found.map(({ path }) => path),
        paths,
      );
      assert.ok(
        found.every(({ message }) => /^[A-Z"].*[.?]$/s.test(message)),
        JSON.stringify(found),
      );
    });
  }
});
