/** The layout of a content type: what requests may say, and how it follows the fields. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completeLayout, GROUPS_MAX, type Layout } from '../../../../contract/src/layout.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { DomainError } from '../../platform/errors/domain-error.ts';
import { typeRepresentation } from './representation.ts';
import { type ContentTypeInput, emptyType, planType } from './type-plan.ts';

const context = { codes: [], defaultLocale: 1, types: [], at: 0 };
const field = (id: string) => ({ id, type: 'string' });
const groups = [
  { id: 'text', name: 'Text', display: 'tab', fields: ['title', 'body'] },
  { id: 'more', name: 'More', display: 'section', fields: ['tags'] },
];
const layout = { groups, side: ['date'], half: ['title'] };
const made = (given: unknown) =>
  planType(
    emptyType('page', 0),
    { name: 'Page', fields: ['title', 'body', 'tags', 'date', 'extra'].map(field), layout: given },
    context,
  ).type;

function after(input: ContentTypeInput): Layout | null {
  return typeRepresentation(planType(made(layout), input, context).type, '').layout;
}

function problems(given: unknown): string[] {
  try {
    made(given);
  } catch (error) {
    return ((error as DomainError).extra.errors as Violation[]).map(({ path, rule }) => `${path} ${rule}`);
  }
  return [];
}

describe('a layout', () => {
  it('is kept as it is given, until a request gives another one or none', () => {
    assert.deepEqual(after({ name: 'Site' }), layout);
    assert.deepEqual(after({ layout: { groups: [] } }), { groups: [], side: [], half: [] });
    assert.equal(after({ layout: null }), null);
  });

  it('follows its fields: a renamed one stays, a removed one leaves', () => {
    const fields = [{ ...field('headline'), previous_id: 'title' }, field('tags')];
    const [text, more] = groups;
    const followed = [
      { ...text, fields: ['headline'] },
      { ...more, fields: ['tags'] },
    ];
    assert.deepEqual(after({ fields }), { groups: followed, side: [], half: ['headline'] });
  });

  it('may name what the same request adds', () => {
    const fields = [field('title'), field('lead')];
    assert.deepEqual(after({ fields, layout: { side: ['lead'] } }), { groups: [], side: ['lead'], half: [] });
  });

  for (const [name, given, expected] of [
    ['that is no object', 7, ['layout type']],
    ['with another member', { sides: [] }, ['layout.sides unknown']],
    ['with an unknown field', { groups: [{ ...groups[0], fields: ['titel'] }] }, ['layout.groups.0.fields.0 field']],
    ['with a field twice', { groups, side: ['tags'] }, ['layout.side.0 unique']],
    ['with a field half twice', { half: ['title', 'title'] }, ['layout.half.1 unique']],
    ['with two groups of one id', { groups: [groups[1], { ...groups[1], fields: [] }] }, ['layout.groups.1.id unique']],
    [
      'with groups that are none',
      { groups: [null] },
      ['layout.groups.0 type', 'layout.groups.0.id format', 'layout.groups.0.name type'],
    ],
    ['with another display', { groups: [{ ...groups[0], display: 'card' }] }, ['layout.groups.0.display enum']],
    ['with too many groups', { groups: Array(GROUPS_MAX + 1).fill(null) }, ['layout.groups max_items']],
    ['with fields that are no list', { side: 'title', half: [3] }, ['layout.side type', 'layout.half.0 field']],
  ] as const)
    it(`${name} is refused at its place`, () => assert.deepEqual(problems(given), expected));

  it('is completed by what it does not name, at the end of the first group', () => {
    const ids = ['title', 'body', 'tags', 'date', 'extra'];
    const whole = completeLayout(after({}) ?? assert.fail(), ids);
    assert.deepEqual(
      whole.groups.map(({ fields }) => fields),
      [['title', 'body', 'extra'], ['tags']],
    );
    const only = completeLayout({ groups: [], side: ['date', 'gone'], half: [] }, ids);
    assert.deepEqual(
      [only.groups.map(({ fields }) => fields), only.side],
      [[['title', 'body', 'tags', 'extra']], ['date']],
    );
  });
});
