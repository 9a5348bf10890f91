/**
 * Every rule that Contentful has for a field: what it becomes, or the note that says why it cannot be kept.
 * A rule may be dropped, but never silently.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldTypeName } from '../../../contract/src/fields.ts';
import { fieldRules } from '../../../server/src/commands/import/field-rules.ts';
import { Notes } from '../notes.ts';
import { toRe2 } from '../pattern.ts';
import type { SourceValidation } from './export-file.ts';
import { convertRules } from './validations.ts';

function convert(type: FieldTypeName, ...rules: SourceValidation[]) {
  const notes = new Notes();
  const { unique, validations } = convertRules(rules, { about: 'field t.f', type, notes, fieldRules });
  return { unique, validations, notes: notes.all().map((note) => note.message) };
}

const carried: [string, FieldTypeName, SourceValidation, unknown][] = [
  ['size of text', 'string', { size: { min: 2, max: 10 } }, { min_length: 2, max_length: 10 }],
  ['size with one bound', 'text', { size: { min: null, max: 10 } }, { max_length: 10 }],
  ['size of rich text', 'rich_text', { size: { max: 500 } }, { max_length: 500 }],
  ['size of a list', 'array', { size: { min: 1, max: 3 } }, { min_items: 1, max_items: 3 }],
  ['range', 'integer', { range: { min: 0, max: 5 } }, { min: 0, max: 5 }],
  ['range of fractions', 'number', { range: { max: 0.5 } }, { max: 0.5 }],
  ['dateRange of days', 'date', { dateRange: { min: '2020-01-01T00:00:00Z', max: null } }, { min: '2020-01-01' }],
  [
    'dateRange of times',
    'datetime',
    { dateRange: { max: '2020-01-01T00:00+01:00' } },
    { max: '2019-12-31T23:00:00.000Z' },
  ],
  ['regexp', 'string', { regexp: { pattern: '^[a-z0-9_\\/\\-]+$', flags: null } }, { pattern: '^[a-z0-9_/\\-]+$' }],
  ['regexp with flags', 'text', { regexp: { pattern: '^a$', flags: 'gim' } }, { pattern: '(?im)^a$' }],
  ['in', 'string', { in: ['a', 'b'] }, { in: ['a', 'b'] }],
  ['in of numbers', 'integer', { in: [1, 2] }, { in: [1, 2] }],
  ['linkContentType', 'entry', { linkContentType: ['person', 'page'] }, { content_types: ['person', 'page'] }],
  ['linkContentType of old', 'entry', { linkContentType: 'person' }, { content_types: ['person'] }],
  [
    'linkMimetypeGroup',
    'asset',
    { linkMimetypeGroup: ['image', 'pdfdocument'] },
    { mime_types: ['image/*', 'application/pdf'] },
  ],
  ['linkMimetypeGroup of old', 'asset', { linkMimetypeGroup: 'video' }, { mime_types: ['video/*'] }],
  ['assetFileSize', 'asset', { assetFileSize: { max: 1000 } }, { max_size: 1000 }],
  [
    'enabledMarks',
    'rich_text',
    { enabledMarks: ['bold', 'strikethrough'] },
    { marks: ['bold', 'strike', 'link', 'entryLink', 'assetLink'] },
  ],
  [
    'types that all links of rich text are limited to',
    'rich_text',
    {
      enabledNodeTypes: ['entry-hyperlink'],
      nodes: { 'entry-hyperlink': [{ linkContentType: ['page', 'article'] }] },
    },
    {
      nodes: ['hardBreak'],
      marks: ['bold', 'italic', 'underline', 'code', 'superscript', 'subscript', 'strike', 'entryLink'],
      content_types: ['article', 'page'],
    },
  ],
  ['a rule that is switched off', 'string', { size: null }, {}],
];

const dropped: [string, FieldTypeName, SourceValidation, RegExp][] = [
  [
    'look-ahead, which RE2 refuses',
    'string',
    { regexp: { pattern: '^(?=a)', flags: null } },
    /"pattern" was left out.*RE2/,
  ],
  [
    'a pattern that is too long',
    'string',
    { regexp: { pattern: 'a'.repeat(600), flags: null } },
    /"pattern" was left out/,
  ],
  [
    'prohibitRegexp',
    'string',
    { prohibitRegexp: { pattern: 'x', flags: null } },
    /"prohibitRegexp" has no counterpart/,
  ],
  [
    'assetImageDimensions',
    'asset',
    { assetImageDimensions: { width: { max: 10 } } },
    /"assetImageDimensions" has no counterpart/,
  ],
  ['the smallest file size', 'asset', { assetFileSize: { min: 5 } }, /smallest size/],
  [
    'a media group without media types',
    'asset',
    { linkMimetypeGroup: ['attachment'] },
    /"linkMimetypeGroup" cannot be said/,
  ],
  ['size of JSON', 'json', { size: { max: 5 } }, /does not take it/],
  ['nodes', 'rich_text', { nodes: { 'entry-hyperlink': [{ linkContentType: ['a'] }] } }, /"nodes" cannot be said here/],
  [
    'types that some links of rich text are limited to',
    'rich_text',
    {
      nodes: { 'entry-hyperlink': [{ linkContentType: ['a'] }], 'embedded-entry-block': [{ linkContentType: ['b'] }] },
    },
    /"nodes" cannot be said here/,
  ],
  [
    'how many nodes there may be',
    'rich_text',
    {
      nodes: Object.fromEntries(
        ['entry-hyperlink', 'embedded-entry-block', 'embedded-entry-inline'].map((name) => [
          name,
          [{ linkContentType: ['a'] }, { size: { max: 1 } }],
        ]),
      ),
    },
    /"nodes" cannot be said in full here/,
  ],
  ['an unknown rule', 'string', { constructor: true } as never, /"constructor" has no counterpart/],
  ['a range that is upside down', 'integer', { range: { min: 5, max: 1 } }, /"max" was left out/],
];

describe('Contentful validations', () => {
  for (const [name, type, rule, expected] of carried) {
    it(`carries over ${name}`, () =>
      assert.deepEqual(convert(type, rule), { unique: false, validations: expected, notes: [] }));
  }
  for (const [name, type, rule, message] of dropped) {
    it(`names ${name}`, () => {
      const { notes } = convert(type, rule);
      assert.equal(notes.length, 1);
      assert.match(notes[0] ?? '', message);
    });
  }
  it('reads unique apart', () => assert.equal(convert('string', { unique: true }).unique, true));
  it('names a message of its own', () => {
    const { validations, notes } = convert('string', { size: { max: 5 }, message: 'Short, please' });
    assert.deepEqual(validations, { max_length: 5 });
    assert.deepEqual(notes, [`A validation's own message is not kept: "Short, please".`]);
  });
  it('splits the nodes that are allowed into nodes and marks', () => {
    const { validations, notes } = convert(
      'rich_text',
      {
        enabledNodeTypes: [
          'heading-2',
          'ordered-list',
          'table',
          'hyperlink',
          'embedded-entry-block',
          'embedded-resource-block',
        ],
      },
      { enabledMarks: ['bold'] },
    );
    assert.deepEqual(validations, {
      nodes: [
        'hardBreak',
        'heading',
        'orderedList',
        'listItem',
        'table',
        'tableRow',
        'tableCell',
        'tableHeader',
        'entryBlock',
      ],
      marks: ['bold', 'link'],
    });
    assert.deepEqual(notes, [
      'The rich text node "embedded-resource-block" does not exist here.',
      'Headings are allowed or not, whatever their level; only heading-2 were allowed.',
    ]);
  });
});

describe('patterns', () => {
  const cases: [string, string, string][] = [
    ['\\u00e4', '', '\\x{00e4}'],
    ['\\\\u00e4', '', '\\\\u00e4'],
    ['\\u{1F600}', 'u', '\\x{1F600}'],
    ['a\\/b\\_c', 'i', '(?i)a/b_c'],
    ['^\\w+$', 's', '(?s)^\\w+$'],
  ];
  for (const [pattern, flags, expected] of cases) {
    it(`writes /${pattern}/${flags} as ${expected}`, () => assert.equal(toRe2({ pattern, flags }), expected));
  }
});
