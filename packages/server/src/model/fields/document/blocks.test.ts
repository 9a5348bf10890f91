/** Lists of blocks in documents: what a write keeps that nobody sees, and that no request makes more work than it has values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Violation } from '../../../../../contract/src/violations.ts';
import { Locales } from '../../spaces/locale.ts';
import type { Block, Component, Components, Document, Field } from '../field.ts';
import { mergeDocument, replaceDocument } from './changes.ts';
import { validateDocument } from './checks.ts';
import { parseFields } from './input.ts';

const locale = { number: 1, id: 'l', code: 'en-US', name: 'English', fallback: null, isDefault: true, optional: false };
const locales = new Locales([{ ...locale, version: 1 }]);

function field(number: number, id: string, type: Field['type'], more: Partial<Field> = {}): Field {
  return { number, id, name: id, type, required: false, localized: false, unique: false, home: null, ...more };
}

function component(number: number, apiId: string, fields: readonly Field[]): Component {
  return { number, apiId, fields, hiddenFields: [] };
}

const leaf = component(1, 'leaf', [field(1, 'text', 'string')]);
const box = component(2, 'box', [field(1, 'leaves', 'blocks', { components: ['leaf'] })]);
const large = component(3, 'large', [field(1, 'text', 'text', { default: 'x'.repeat(300_000) })]);
const all = [leaf, box, large];
const components: Components = {
  componentByNumber: (number) => all.find((one) => one.number === number),
  componentByApiId: (apiId) => all.find((one) => one.apiId === apiId),
};
const list = field(1, 'list', 'blocks', { components: ['leaf'] });
const boxes = field(1, 'list', 'blocks', { components: ['box'] });
const hidden: Block = { id: 'a', type: 2, fields: { 1: { 0: [{ id: 'b', type: 1, fields: {} }] } } };
const shown: Block = { id: 's', type: 1, fields: {} };
const read = { fields: [list], locales, components };

function listOf(document: Document): readonly Block[] {
  return (document[1]?.[0] ?? []) as readonly Block[];
}

test('hidden blocks stay where their list is removed, left out, or replaced inside of a block', () => {
  const current = { 1: { 0: [shown, hidden] } };
  assert.deepEqual(mergeDocument({ ...read, current, changes: new Map([[1, null]]) }), { 1: { 0: [hidden] } });
  assert.deepEqual(mergeDocument({ ...read, current, changes: new Map([[1, { 0: null }]]) }), { 1: { 0: [hidden] } });
  assert.deepEqual(replaceDocument({ ...read, current, changes: new Map() }), { 1: { 0: [hidden] } });
  const inside = { id: 'o', type: 2, fields: { 1: { 0: [{ id: 'h', type: 3, fields: {} }] } } };
  const changes = new Map([[1, { 0: [{ id: 'o', type: 2, fields: {} }] }]]);
  const outer = { ...read, fields: [boxes], current: { 1: { 0: [inside] } }, changes };
  assert.deepEqual(replaceDocument(outer), { 1: { 0: [inside] } });
});

test('hidden blocks do not count against the limits of a list', async () => {
  const document = { 1: { 0: [shown, hidden] } };
  const rulesOf = async (validations: Field['validations']) => {
    const found = await validateDocument({
      ...read,
      fields: [{ ...list, ...(validations && { validations }) }],
      document,
    });
    return found.map(({ rule }) => rule);
  };
  assert.deepEqual(await rulesOf({ max_items: 1 }), []);
  assert.deepEqual(await rulesOf({ min_items: 2 }), ['min_items']);
});

test('a hidden block stays under another id when a new one takes its own', () => {
  const changes = new Map([[1, { 0: [{ id: 'a', type: 1, fields: {} }] }]]);
  const written = listOf(mergeDocument({ ...read, current: { 1: { 0: [hidden] } }, changes }));
  const kept = written.find(({ type }) => type === 2);
  assert.deepEqual({ ...kept, id: 'a' }, hidden);
  assert.deepEqual(written.map(({ type }) => type).sort(), [1, 2]);
  assert.equal(new Set(written.map(({ id }) => id)).size, 2);
});

test('blocks without ids are compared with the current ones in time that grows with their number', () => {
  const make = (text: string, id?: string): Block => ({
    ...(id === undefined ? {} : { id }),
    type: 2,
    fields: {
      1: {
        0: Array.from({ length: 20 }, (_, at) => ({ ...(id && { id: `${at}` }), type: 1, fields: { 1: { 0: text } } })),
      },
    },
  });
  const blocks = (text: string, name: (at: number) => string | undefined) =>
    Array.from({ length: 60 }, (_, at) => make(at === 59 ? text : `${text}${at}`, name(at)));
  const current = { 1: { 0: blocks('old', (at) => `b${at}`) } };
  let asked = 0;
  const counting = {
    ...components,
    componentByNumber: (number: number) => {
      asked += 1;
      return components.componentByNumber(number);
    },
  };
  const write = { fields: [boxes], locales, components: counting, current };
  const other = replaceDocument({ ...write, changes: new Map([[1, { 0: blocks('new', () => undefined) }]]) });
  assert.equal(listOf(other).length, 60);
  assert.ok(asked < 60 * 20 * 30, `${asked} look-ups`);
  const again = replaceDocument({ ...write, changes: new Map([[1, { 0: blocks('old', () => undefined) }]]) });
  assert.deepEqual(again, current);
});

test('the defaults of new blocks are bounded by what an entry may hold', () => {
  const violations: Violation[] = [];
  const given = Array.from({ length: 200 }, () => ({ type: 'large' }));
  const linkKey = () => null;
  const fields = [field(1, 'list', 'blocks', { components: ['large'] })];
  parseFields({ ...read, fields, input: { list: given }, linkKey, violations, defaults: 'new_blocks' });
  assert.deepEqual(
    violations.map(({ path, rule }) => [path, rule]),
    [['fields.list.3', 'max_bytes']],
  );
});
