/** One suite over every registered field type: what its fixture promises holds, whatever the type. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fieldTypeNames, itemTypeNames, type Validations } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { Locales } from '../spaces/locale.ts';
import { keyWithin, resourceId } from '../spaces/resource-id.ts';
import { insideParser } from './document/input.ts';
import { documentLinks, renderOwn } from './document/views.ts';
import type { ColumnKind, FieldType, ParseContext, RenderContext, TypeSettings } from './field-type.ts';
import { CODE, components, fixtureField, fixtures } from './fixtures.ts';
import { fieldType, fieldTypes } from './registry.ts';
import { isObject } from './values/value-violations.ts';

const PATH = 'fields.it.en-US';
const linkKey: ParseContext['linkKey'] = (kind, text) => keyWithin([CODE], kind, text);
/** What `typeof` says of a value in a column of each kind. */
const jsonTypes: Readonly<Record<ColumnKind['kind'], string>> = {
  exact: 'string',
  number: 'number',
  boolean: 'boolean',
  link: 'string',
  presence: 'boolean',
};
const locales = new Locales([
  {
    number: 1,
    id: 'loc_1',
    code: 'en-US',
    name: 'English',
    fallback: null,
    isDefault: true,
    optional: false,
    version: 1,
  },
]);
const context: RenderContext = { linkId: (link) => resourceId(link.kind, CODE, link.key) };

test('every type has a file, under its own name', () => {
  assert.deepEqual(fieldTypes.map((type) => type.name).sort(), [...fieldTypeNames].sort());
  for (const name of fieldTypeNames) assert.equal(fieldType(name).name, name);
});

for (const type of fieldTypes) {
  const fixture = fixtures[type.name];
  const items = fixture.settings ?? {};

  describe(`a field of type ${type.name}`, () => {
    for (const { input, stored = input, index, text = '' } of fixture.good) {
      test(`takes ${short(input)} and gives out what can be written back`, () => {
        const { value, violations } = parse(type, input, items);
        assert.deepEqual(violations, []);
        assert.deepEqual(value, stored);
        assert.deepEqual(type.indexValue(value, items), index);
        assert.equal(type.text(value), text);
        const out = JSON.parse(JSON.stringify(render(type, value, items)));
        assert.deepEqual(parse(type, out, items).value, stored);
        assert.deepEqual(JSON.parse(JSON.stringify(value)), value, 'a stored value survives JSON');
      });
      test(`gives the texts of ${short(input)} to a model, and takes others in their place`, () =>
        assertProse(type, items, stored));
      test(`agrees with itself about ${short(input)}`, () => assertConsistent(type, items, input, stored));
    }
    for (const [input, rule] of fixture.bad) {
      test(`refuses ${short(input)} by the rule ${rule}`, () => {
        const { value, violations } = parse(type, input, items);
        assert.equal(value, undefined);
        assert.equal(violations[0]?.rule, rule);
        assertViolations(violations);
      });
    }
    for (const { validations, keeps, breaks, rule = Object.keys(validations)[0] } of fixture.rules) {
      test(`with ${short(validations)}, ${short(breaks)} breaks ${rule}`, () => {
        const field = { ...items, validations };
        assert.deepEqual(type.checkSettings(field, 'fields.0'), []);
        const [kept, broken] = [parse(type, keeps, items).value, parse(type, breaks, items).value];
        assert.deepEqual(type.validate(kept, field, PATH), []);
        const violations = type.validate(broken, field, PATH);
        assert.equal(violations[0]?.rule, rule);
        assertViolations(violations);
      });
    }
    for (const [validations, path] of fixture.badSettings) {
      test(`refuses the settings ${short(validations)}`, () => {
        const violations = type.checkSettings({ ...items, validations: validations as Validations }, 'fields.0');
        assert.ok(violations.some((violation) => violation.path === `fields.0.validations.${path}`));
        for (const violation of violations) assert.match(violation.message, /^[A-Z].*[.?]$/s);
      });
    }
    for (const [text, value] of fixture.operands) {
      test(`reads "${text}" in a query as ${short(value)}`, () => {
        assert.deepEqual(type.operand(text, items, linkKey), value);
      });
    }
    test('keeps its values as the column says, and is unique and ordered by only where a value has one form to compare', () => {
      assert.deepEqual(type.column(items), fixture.column);
      const isOneValue = fixture.column.kind !== 'presence' && !fixture.column.many;
      assert.ok(isOneValue || !type.mayBeUnique);
      assert.ok(isOneValue || !type.mayBeOrdered);
    });
    test('describes its values for the documentation', () => {
      assert.match(type.description, /^[A-Z`0-9].+[.]$/);
    });
    test('takes the validations that its fixture does not refuse, and no settings of a list unless it is one', () => {
      assert.deepEqual(type.checkSettings(items, 'fields.0'), []);
      const others = type.name === 'array' ? {} : { items: { type: 'string' as const } };
      assert.notDeepEqual(type.checkSettings(others, 'fields.0'), []);
    });
    test('reads any JSON without throwing, and stores nothing that it cannot read again', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (input) => {
          const { value, violations } = parse(type, input, items);
          assert.equal(value === undefined, violations.length > 0);
          if (value === undefined) return assertViolations(violations);
          const out = JSON.parse(JSON.stringify(render(type, value, items)));
          assert.deepEqual(parse(type, out, items).value, JSON.parse(JSON.stringify(value)));
        }),
        { numRuns: 200 },
      );
    });
  });
}

describe('an array', () => {
  const type = fieldType('array');
  for (const name of itemTypeNames) {
    test(`of ${name} reads, renders, links and indexes each item as the type does`, () => {
      const items = { items: { type: name } };
      const good = fixtures[name].good;
      const { value, violations } = parse(
        type,
        good.map(({ input }) => input),
        items,
      );
      assert.deepEqual(violations, []);
      assert.deepEqual(
        value,
        good.map(({ input, stored = input }) => stored),
      );
      assert.deepEqual(
        type.indexValue(value, items),
        good.map(({ index }) => index),
      );
      const expected = good.map(({ input, stored = input }) => render(fieldType(name), stored, {}));
      assert.deepEqual(render(type, value, items), expected);
      const isLink = name === 'entry' || name === 'asset';
      assert.deepEqual(type.links(value), isLink ? [{ kind: name, key: 'one' }] : []);
      assert.equal(type.column(items).kind, fieldType(name).column({}).kind);
      assertConsistent(type, items, [], value);
    });
  }
  test('holds its items to their validations, and says which one breaks them', () => {
    const field = { items: { type: 'string' as const, validations: { max_length: 1 } } };
    assert.deepEqual(type.checkSettings(field, 'fields.0'), []);
    assert.deepEqual(
      type.validate(['a', 'bb'], field, PATH).map(({ path, rule, params }) => ({ path, rule, params })),
      [{ path: `${PATH}.1`, rule: 'max_length', params: { limit: 1, given: 2 } }],
    );
  });
  test('refuses bad settings of its items, and items of a type that has none', () => {
    const bad = { items: { type: 'string' as const, validations: { pattern: '(?!a)' } } };
    assert.equal(type.checkSettings(bad, 'fields.0')[0]?.path, 'fields.0.items.validations.pattern');
    assert.equal(type.checkSettings({}, 'fields.0')[0]?.path, 'fields.0.items.type');
  });
});

/** Whatever a value holds: only its texts change, and its own texts give the same value. */
function assertProse(type: FieldType, items: TypeSettings, stored: unknown): void {
  const prose = type.prose(items);
  if (prose === null) return;
  const texts = prose.texts(stored);
  assert.deepEqual(prose.withTexts(stored, texts), stored);
  const others = texts.map((text) => `${text}!`);
  const changed = prose.withTexts(stored, others);
  assert.deepEqual(prose.texts(changed), others);
  assert.deepEqual(prose.withTexts(changed, texts), stored);
  assert.deepEqual(type.links(changed), type.links(stored));
}

/** The members of a type agree about a value; a default that the type should have replaced shows here. */
function assertConsistent(type: FieldType, field: TypeSettings, input: unknown, stored: unknown): void {
  const shown: string[] = [];
  const linkId: RenderContext['linkId'] = (link) => {
    shown.push(`${link.kind}:${link.key}`);
    return context.linkId(link);
  };
  const rendered = render(type, stored, field, { linkId });
  if (type.rendersAsStored(field)) assert.deepEqual(rendered, stored, 'rendersAsStored');
  const it = fixtureField(1, 'it', { type: type.name, ...field });
  const links = documentLinks({ document: { 1: { 0: stored } }, fields: [it], locales, components });
  assert.deepEqual(
    [...new Set(links.map(({ link }) => `${link.kind}:${link.key}`))],
    [...new Set(shown)],
    'links are those that render shows',
  );
  if (isObject(input) || isObject(rendered)) assert.ok(type.mayBeObject, 'mayBeObject');
  if (type.mayBeDisplayed) assert.equal(type.text(stored), rendered, 'what can be displayed is text');
  const { kind, many } = type.column(field);
  const index = type.indexValue(stored, field);
  for (const value of Array.isArray(index) ? index : [index]) assert.equal(typeof value, jsonTypes[kind]);
  assert.equal(Array.isArray(index), many);
}

function parse(type: FieldType, input: unknown, settings: TypeSettings) {
  const violations: Violation[] = [];
  const field = fixtureField(1, 'it', { type: type.name, ...settings });
  const request = { input: {}, fields: [field], locales, components, linkKey, violations };
  const inside = { ...insideParser(field, locales.default, request), path: PATH };
  const value = type.parse(input, { field, path: PATH, linkKey, violations, inside });
  return { value, violations };
}

function render(type: FieldType, value: unknown, settings: TypeSettings, shown = context): unknown {
  const field = fixtureField(1, 'it', { type: type.name, ...settings });
  const own = { field, locale: locales.default, value };
  return renderOwn(own, { root: 'fields', within: null }, { locales, components }, shown);
}

/** Each says where, below the value, and in one sentence what to do. */
function assertViolations(violations: readonly Violation[]): void {
  for (const { path, message } of violations) {
    assert.ok(path.startsWith(PATH), path);
    assert.match(message, /^(Give|Use|Leave|Put|Shorten|Take|Nest) .*[.?]$/s);
  }
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 60 ? text : `${text.slice(0, 60)}… (${text.length})`;
}
