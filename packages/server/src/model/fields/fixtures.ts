/**
 * Values and settings of every field type, good and bad, for the suite that runs over all of them
 * (`registry.test.ts`). A type without an entry here does not compile.
 */

import type { FieldTypeName, ItemTypeName, Validations } from '../../../../contract/src/fields.ts';
import type { Component, Components, Field } from './field.ts';
import type { ColumnKind, IndexValue, TypeSettings } from './field-type.ts';

/** A value that comes in, what is stored for it, and what queries see. */
export interface GoodValue {
  readonly input: unknown;
  /** The same as `input` unless given. */
  readonly stored?: unknown;
  readonly index: IndexValue | readonly IndexValue[];
  readonly text?: string;
}

/** A validation with a value that keeps it and one that breaks it. */
export interface RuleCase {
  readonly validations: Validations;
  readonly keeps: unknown;
  readonly breaks: unknown;
  /** The rule in the violation; the name of the validation unless given. */
  readonly rule?: string;
}

export interface TypeFixture {
  /** The settings that a field of the type needs. */
  readonly settings?: TypeSettings;
  readonly column: ColumnKind;
  readonly good: readonly GoodValue[];
  /** Values that are refused, with the rule that says so. */
  readonly bad: readonly (readonly [input: unknown, rule: string])[];
  readonly rules: readonly RuleCase[];
  readonly badSettings: readonly (readonly [validations: Record<string, unknown>, path: string])[];
  /** Texts of a query string and what they are read as. */
  readonly operands: readonly (readonly [text: string, value: IndexValue | undefined])[];
}

/** Code of the environment in which the suite reads ids. */
export const CODE = 'abc123';

const textRules: readonly RuleCase[] = [
  { validations: { min_length: 2 }, keeps: 'ab', breaks: 'a' },
  { validations: { max_length: 2 }, keeps: '💡💡', breaks: 'abc' },
  { validations: { pattern: '^[a-z]+$' }, keeps: 'abc', breaks: 'a1' },
  { validations: { in: ['a', 'b'] }, keeps: 'b', breaks: 'c' },
  { validations: { in: ['Caf\u00e9'] }, keeps: 'Cafe\u0301', breaks: 'Cafe' },
];
const formatRules: readonly RuleCase[] = [
  { validations: { format: 'email' }, keeps: 'ann@example.com', breaks: 'ann@example' },
  { validations: { format: 'url' }, keeps: 'https://example.com/a?b#c', breaks: 'javascript:alert(1)' },
  { validations: { format: 'color' }, keeps: '#00AAff', breaks: 'blue' },
  { validations: { format: 'uuid' }, keeps: '123e4567-e89b-12d3-a456-426614174000', breaks: '123e4567' },
];
const badTextSettings: TypeFixture['badSettings'] = [
  [{ min_length: 3, max_length: 2 }, 'min_length'],
  [{ min_length: -1 }, 'min_length'],
  [{ max_length: 1.5 }, 'max_length'],
  [{ pattern: '(?=a)b' }, 'pattern'],
  [{ pattern: '(a)\\1' }, 'pattern'],
  [{ pattern: '((a{1,1000}){1,1000})' }, 'pattern'],
  [{ pattern: '(a{100}){9}' }, 'pattern'],
  [{ pattern: 'a'.repeat(513) }, 'pattern'],
  [{ in: [] }, 'in'],
  [{ in: [1] }, 'in.0'],
  [{ min: 1 }, 'min'],
  [{ constructor: 1 }, 'constructor'],
];
const numberRules: readonly RuleCase[] = [
  { validations: { min: 1 }, keeps: 1, breaks: 0 },
  { validations: { max: 1 }, keeps: 1, breaks: 2 },
  { validations: { in: [1, 2] }, keeps: 2, breaks: 3 },
];
const badNumberSettings: TypeFixture['badSettings'] = [
  [{ min: 2, max: 1 }, 'min'],
  [{ min: '1' }, 'min'],
  [{ in: ['1'] }, 'in.0'],
  [{ pattern: 'a' }, 'pattern'],
];
const numberColumn: ColumnKind = { kind: 'number', many: false };
const presence: ColumnKind = { kind: 'presence', many: false };
const noOperands: TypeFixture['operands'] = [['true', undefined]];

const SEO = 5;
const HERO = 6;
const seo: Component = {
  number: SEO,
  apiId: 'seo',
  fields: [
    fixtureField(1, 'title', { type: 'string' }),
    fixtureField(2, 'data', { type: 'json' }),
    fixtureField(3, 'image', { type: 'asset' }),
  ],
  hiddenFields: [],
};
const hero: Component = {
  number: HERO,
  apiId: 'hero',
  fields: [
    fixtureField(1, 'text', { type: 'text' }),
    fixtureField(2, 'seo', { type: 'component', component: 'seo' }),
    fixtureField(3, 'parts', { type: 'blocks', components: ['seo'] }),
  ],
  hiddenFields: [],
};

export const fixtures: Readonly<Record<FieldTypeName, TypeFixture>> = {
  string: {
    column: { kind: 'exact', many: false },
    good: [
      { input: 'Cafe\u0301', index: 'Caf\u00e9', text: 'Cafe\u0301' },
      { input: '', index: '', text: '' },
      { input: 'Ein Täxt', index: 'Ein Täxt', text: 'Ein Täxt' },
      { input: '💡'.repeat(512), index: '💡'.repeat(512), text: '💡'.repeat(512) },
    ],
    bad: [
      [1, 'type'],
      [null, 'type'],
      [['a'], 'type'],
      [{ a: 1 }, 'type'],
      ['x'.repeat(513), 'max_length'],
    ],
    rules: [...textRules, ...formatRules],
    badSettings: [...badTextSettings, [{ format: 'phone' }, 'format']],
    operands: [
      ['', ''],
      ['a,b', 'a,b'],
    ],
  },
  text: {
    column: { kind: 'exact', many: false },
    good: [
      { input: 'a\nb', index: 'a\nb', text: 'a\nb' },
      { input: 'x'.repeat(60_000), index: 'x'.repeat(60_000), text: 'x'.repeat(60_000) },
    ],
    bad: [
      [true, 'type'],
      [null, 'type'],
    ],
    rules: [
      ...textRules,
      ...formatRules,
      { validations: { pattern: 'x' }, keeps: 'x'.repeat(50_000), breaks: 'x'.repeat(50_001) },
    ],
    badSettings: badTextSettings,
    operands: [['cafe\u0301', 'caf\u00e9']],
  },
  slug: {
    column: { kind: 'exact', many: false },
    good: [
      { input: 'a/b-c_d.e~f', index: 'a/b-c_d.e~f', text: 'a/b-c_d.e~f' },
      { input: 'cafe\u0301', stored: 'caf\u00e9', index: 'caf\u00e9', text: 'caf\u00e9' },
      { input: 'Über-uns', index: 'Über-uns', text: 'Über-uns' },
    ],
    bad: [
      ['', 'slug'],
      ['a b', 'slug'],
      ['a?b', 'slug'],
      ['a'.repeat(201), 'slug'],
      ['a\n', 'slug'],
      [1, 'type'],
    ],
    rules: textRules.filter((rule) => rule.validations.max_length === undefined),
    badSettings: badTextSettings,
    operands: [['cafe\u0301', 'caf\u00e9']],
  },
  integer: {
    column: numberColumn,
    good: [
      { input: -5, index: -5 },
      { input: Number.MAX_SAFE_INTEGER, index: Number.MAX_SAFE_INTEGER },
      { input: -0, stored: 0, index: 0 },
    ],
    bad: [
      [1.5, 'type'],
      ['1', 'type'],
      [2 ** 53, 'type'],
      [Number.NaN, 'type'],
      [null, 'type'],
      [true, 'type'],
    ],
    rules: numberRules,
    badSettings: [...badNumberSettings, [{ in: [1.5] }, 'in.0']],
    operands: [
      ['42', 42],
      ['-1', -1],
      ['10.0', 10],
      ['1.5', undefined],
      ['', undefined],
      ['9007199254740993', undefined],
      ['0x1', undefined],
    ],
  },
  number: {
    column: numberColumn,
    good: [
      { input: 1.25, index: 1.25 },
      { input: -1e300, index: -1e300 },
    ],
    bad: [
      ['1', 'type'],
      [Number.POSITIVE_INFINITY, 'type'],
      [null, 'type'],
      [[1], 'type'],
    ],
    rules: numberRules,
    badSettings: badNumberSettings,
    operands: [
      ['1.5', 1.5],
      ['-1e3', -1000],
      ['.5', 0.5],
      ['', undefined],
      ['Infinity', undefined],
      ['1e999', undefined],
      ['1 ', undefined],
    ],
  },
  boolean: {
    column: { kind: 'boolean', many: false },
    good: [
      { input: true, index: true },
      { input: false, index: false },
    ],
    bad: [
      ['true', 'type'],
      [0, 'type'],
      [null, 'type'],
    ],
    rules: [],
    badSettings: [[{ in: [1] }, 'in']],
    operands: [
      ['true', true],
      ['false', false],
      ['TRUE', undefined],
      ['1', undefined],
    ],
  },
  date: {
    column: numberColumn,
    good: [
      { input: '2026-11-21', index: Date.UTC(2026, 10, 21) },
      { input: '2024-02-29', index: Date.UTC(2024, 1, 29) },
      { input: '0001-01-01', index: -62135596800000 },
    ],
    bad: [
      ['2026-02-29', 'type'],
      ['2026-13-01', 'type'],
      ['21.11.2026', 'type'],
      ['2026-11-21T00:00:00Z', 'type'],
      [0, 'type'],
    ],
    rules: [
      { validations: { min: '2026-01-01' }, keeps: '2026-01-01', breaks: '2025-12-31' },
      { validations: { max: '2026-01-01' }, keeps: '2026-01-01', breaks: '2026-01-02' },
    ],
    badSettings: [
      [{ min: 1 }, 'min'],
      [{ min: '2026-02-30' }, 'min'],
      [{ min: '2026-01-02', max: '2026-01-01' }, 'min'],
    ],
    operands: [
      ['1970-01-02', 86_400_000],
      ['1970', undefined],
    ],
  },
  datetime: {
    column: numberColumn,
    good: [
      { input: '2026-11-21T10:00:00.000Z', index: Date.UTC(2026, 10, 21, 10) },
      { input: '2017-05-15T00:00+02:00', stored: '2017-05-14T22:00:00.000Z', index: Date.UTC(2017, 4, 14, 22) },
      {
        input: '2017-05-15T01:02:03.4567-0130',
        stored: '2017-05-15T02:32:03.456Z',
        index: Date.UTC(2017, 4, 15, 2, 32, 3, 456),
      },
    ],
    bad: [
      ['2026-11-21', 'type'],
      ['2026-11-21T10:00:00', 'type'],
      ['2026-02-30T10:00:00Z', 'type'],
      ['2026-11-21T24:00:00Z', 'type'],
      ['2026-11-21T10:00:61Z', 'type'],
      ['2026-11-21T10:00:00+24:00', 'type'],
      ['0000-01-01T00:00:00+01:00', 'type'],
      [0, 'type'],
    ],
    rules: [
      {
        validations: { min: '2026-01-01T00:00:00Z' },
        keeps: '2026-01-01T00:00:00.000Z',
        breaks: '2025-12-31T23:59:59.999Z',
      },
      { validations: { max: '2026-01-01' }, keeps: '2026-01-01T00:00:00.000Z', breaks: '2026-01-01T00:00:00.001Z' },
    ],
    badSettings: [
      [{ min: 'soon' }, 'min'],
      [{ min: '2026-01-02', max: '2026-01-01' }, 'min'],
    ],
    operands: [
      ['1970-01-01T00:00:01Z', 1000],
      ['1970-01-02', 86_400_000],
      ['now', undefined],
    ],
  },
  json: {
    column: presence,
    good: [
      { input: { a: [1, null, { b: true }] }, index: true },
      { input: [], index: true },
      { input: 'text', index: true },
      { input: 0, index: true },
    ],
    bad: [[null, 'type']],
    rules: [],
    badSettings: [[{ min_length: 1 }, 'min_length']],
    operands: noOperands,
  },
  location: {
    column: presence,
    good: [
      { input: { lat: 52.5, lon: 13.4 }, index: true },
      { input: { lon: -180, lat: 90 }, stored: { lat: 90, lon: -180 }, index: true },
    ],
    bad: [
      [{ lat: 91, lon: 0 }, 'type'],
      [{ lat: 0, lon: -181 }, 'type'],
      [{ lat: 0 }, 'type'],
      [{ lat: '0', lon: 0 }, 'type'],
      [{ lat: 0, lon: 0, alt: 1 }, 'type'],
      [[0, 0], 'type'],
      [null, 'type'],
      ['0,0', 'type'],
    ],
    rules: [],
    badSettings: [[{ min: 1 }, 'min']],
    operands: noOperands,
  },
  rich_text: {
    column: presence,
    good: [
      {
        input: doc(
          paragraph({ type: 'text', text: 'Hello ', marks: [{ type: 'bold' }] }, { type: 'text', text: 'world' }),
          paragraph({ type: 'text', text: 'again' }),
        ),
        index: true,
        text: 'Hello world again',
      },
      {
        input: doc({ type: 'entryBlock', attrs: { entry: { type: 'entry', id: `ent_${CODE}_one` } } }),
        stored: doc({ type: 'entryBlock', attrs: { entry: 'one' } }),
        index: true,
        text: '',
      },
    ],
    bad: [
      ['text', 'rich_text'],
      [null, 'rich_text'],
      [{ type: 'paragraph' }, 'rich_text'],
      [doc(), 'rich_text'],
    ],
    rules: [
      { validations: { nodes: ['heading'] }, keeps: doc(paragraph()), breaks: doc({ type: 'horizontalRule' }) },
      {
        validations: { marks: [] },
        keeps: doc(paragraph({ type: 'text', text: 'a' })),
        breaks: doc(paragraph({ type: 'text', text: 'a', marks: [{ type: 'bold' }] })),
      },
      {
        validations: { nodes: ['bulletList'] },
        keeps: doc({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph()] }] }),
        breaks: doc({ type: 'orderedList', content: [{ type: 'listItem', content: [paragraph()] }] }),
      },
      {
        validations: { max_length: 3 },
        keeps: doc(paragraph({ type: 'text', text: 'abc' })),
        breaks: doc(paragraph({ type: 'text', text: 'abcd' })),
      },
    ],
    badSettings: [
      [{ nodes: ['headin'] }, 'nodes.0'],
      [{ marks: ['constructor'] }, 'marks.0'],
      [{ nodes: 'heading' }, 'nodes'],
      [{ in: ['a'] }, 'in'],
    ],
    operands: noOperands,
  },
  entry: linkFixture('entry', 'ent', 'ast'),
  asset: linkFixture('asset', 'ast', 'ent'),
  array: {
    ...arrayFixture('string'),
    good: [
      { input: ['a', 'b', 'a'], index: ['a', 'b', 'a'], text: 'a\nb\na' },
      { input: [], index: [], text: '' },
    ],
    bad: [
      ['a', 'type'],
      [null, 'type'],
      [[1], 'type'],
      [['a', null], 'type'],
      [Array(1001).fill('a'), 'max_items'],
    ],
    rules: [
      { validations: { min_items: 1 }, keeps: ['a'], breaks: [] },
      { validations: { max_items: 1 }, keeps: ['a'], breaks: ['a', 'b'] },
      { validations: { unique_items: true }, keeps: ['a', 'b'], breaks: ['a', 'a'] },
      { validations: { unique_items: true }, keeps: ['e', 'é'], breaks: ['Caf\u00e9', 'Cafe\u0301'] },
    ],
    badSettings: [
      [{ min_items: 2, max_items: 1 }, 'min_items'],
      [{ unique_items: 1 }, 'unique_items'],
      [{ pattern: 'a' }, 'pattern'],
    ],
    operands: [['a', 'a']],
  },
  component: {
    settings: { component: 'seo' },
    column: presence,
    good: [
      { input: { fields: {} }, stored: { type: SEO, fields: {} }, index: true },
      { input: {}, stored: { type: SEO, fields: {} }, index: true },
      {
        input: { fields: { title: 'A', data: { a: 1 }, image: 'one' } },
        stored: {
          type: SEO,
          fields: { 1: { 0: 'A' }, 2: { 0: { a: 1 } }, 3: { 0: { kind: 'asset', key: 'one' } } },
        },
        index: true,
      },
    ],
    bad: [
      ['a', 'type'],
      [null, 'type'],
      [[], 'type'],
      [{ fields: [] }, 'type'],
      [{ fields: { title: 1 } }, 'type'],
      [{ fields: { titel: 'A' } }, 'unknown'],
      [{ title: 'A' }, 'unknown'],
    ],
    rules: [],
    badSettings: [[{ min_items: 1 }, 'min_items']],
    operands: noOperands,
  },
  blocks: {
    settings: { components: ['seo', 'hero'] },
    column: presence,
    good: [
      { input: [], index: true },
      {
        input: [
          { id: 'b1', type: 'hero', fields: { text: 'A', seo: { fields: { title: 'B' } } } },
          { id: 'b2', type: 'seo', fields: {} },
        ],
        stored: [
          { id: 'b1', type: HERO, fields: { 1: { 0: 'A' }, 2: { 0: { type: SEO, fields: { 1: { 0: 'B' } } } } } },
          { id: 'b2', type: SEO, fields: {} },
        ],
        index: true,
      },
      {
        input: [
          {
            id: 'outer',
            type: 'hero',
            fields: { parts: [{ id: 'inner', type: 'seo', fields: { image: 'one' } }] },
          },
        ],
        stored: [
          {
            id: 'outer',
            type: HERO,
            fields: {
              3: { 0: [{ id: 'inner', type: SEO, fields: { 3: { 0: { kind: 'asset', key: 'one' } } } }] },
            },
          },
        ],
        index: true,
      },
    ],
    bad: [
      ['a', 'type'],
      [null, 'type'],
      [{}, 'type'],
      [[1], 'type'],
      [[{ fields: {} }], 'required'],
      [[{ type: 'page', fields: {} }], 'component'],
      [[{ type: 'heroo', fields: {} }], 'component'],
      [[{ type: 'hero', id: 'a b' }], 'format'],
      [[{ type: 'hero', title: 'A' }], 'unknown'],
      [[{ type: 'hero', fields: { text: 1 } }], 'type'],
      [
        [
          { id: 'b1', type: 'hero' },
          { id: 'b1', type: 'seo' },
        ],
        'unique',
      ],
      [Array.from({ length: 201 }, () => ({ type: 'seo' })), 'max_items'],
    ],
    rules: [
      { validations: { min_items: 1 }, keeps: [{ type: 'seo' }], breaks: [] },
      { validations: { max_items: 1 }, keeps: [{ type: 'seo' }], breaks: [{ type: 'seo' }, { type: 'hero' }] },
    ],
    badSettings: [
      [{ min_items: 2, max_items: 1 }, 'min_items'],
      [{ unique_items: true }, 'unique_items'],
    ],
    operands: noOperands,
  },
};

/** The components of the suite: `hero` has a `seo` inside, and a list of them. */
export const fixtureComponents: readonly Component[] = [seo, hero];
export const components: Components = {
  componentByNumber: (number) => fixtureComponents.find((component) => component.number === number),
  componentByApiId: (apiId) => fixtureComponents.find((component) => component.apiId === apiId),
};

/** A field with that number and these settings. */
export function fixtureField(number: number, id: string, settings: Pick<Field, 'type'> & Partial<Field>): Field {
  return { number, id, name: id, required: false, localized: false, unique: false, home: null, ...settings };
}

/** A rich text document of these blocks. */
export function doc(...content: unknown[]): { type: 'doc'; content: unknown[] } {
  return { type: 'doc', content };
}

/** A paragraph of these nodes. */
export function paragraph(...content: unknown[]): Record<string, unknown> {
  return content.length === 0 ? { type: 'paragraph' } : { type: 'paragraph', content };
}

function arrayFixture(type: ItemTypeName): Pick<TypeFixture, 'settings' | 'column'> {
  return { settings: { items: { type } }, column: { kind: 'exact', many: true } };
}

function linkFixture(kind: 'entry' | 'asset', prefix: string, otherPrefix: string): TypeFixture {
  const stored = { kind, key: 'one' };
  const index = `${kind}:one`;
  const foreign = `${prefix}_zzz999_one`;
  return {
    column: { kind: 'link', many: false },
    good: [
      { input: 'one', stored, index },
      { input: `${prefix}_${CODE}_one`, stored, index },
      { input: { type: kind, id: 'one' }, stored, index },
      { input: { type: kind, id: `${prefix}_${CODE}_one` }, stored, index },
    ],
    bad: [
      [foreign, 'link'],
      [`${otherPrefix}_${CODE}_one`, 'link'],
      ['not a key', 'link'],
      ['', 'link'],
      ['..', 'link'],
      [{ type: kind === 'entry' ? 'asset' : 'entry', id: 'one' }, 'type'],
      [{ type: kind, id: 'one', extra: 1 }, 'type'],
      [{ id: 'one' }, 'type'],
      [{ type: kind, id: 1 }, 'type'],
      [1, 'type'],
      [null, 'type'],
      [['one'], 'type'],
    ],
    rules: [],
    badSettings:
      kind === 'entry'
        ? [
            [{ content_types: [] }, 'content_types'],
            [{ content_types: ['a b'] }, 'content_types.0'],
            [{ mime_types: ['image/*'] }, 'mime_types'],
          ]
        : [
            [{ mime_types: ['image'] }, 'mime_types.0'],
            [{ max_size: -1 }, 'max_size'],
            [{ content_types: ['a'] }, 'content_types'],
          ],
    operands: [
      ['one', index],
      [`${prefix}_${CODE}_one`, index],
      [foreign, `${kind}:${foreign}`],
    ],
  };
}
