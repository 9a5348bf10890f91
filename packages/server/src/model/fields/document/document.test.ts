/** Documents: what requests may say, what writes keep, what is shown, and that hidden values survive all of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FieldTypeName } from '../../../../../contract/src/fields.ts';
import type { Violation } from '../../../../../contract/src/violations.ts';
import { WorkPace } from '../../../platform/kit/pace.ts';
import { Locales } from '../../spaces/locale.ts';
import { keyWithin, resourceId } from '../../spaces/resource-id.ts';
import { type Document, type Field, NO_COMPONENTS } from '../field.ts';
import { CODE } from '../fixtures.ts';
import { ownValue } from '../own-value.ts';
import { applyDefaults, mergeDocument, replaceDocument, sameDocument } from './changes.ts';
import { checkRequired, validateDocument } from './checks.ts';
import { type FieldChanges, parseFields } from './input.ts';
import { documentLinks, indexValues, renderRaw } from './views.ts';

const EN = 1;
const DE = 2;
const AT = 3;
/** A locale that was removed. */
const GONE = 9;

const locales = new Locales([
  locale(EN, 'en-US', { isDefault: true }),
  locale(DE, 'de'),
  locale(AT, 'de-AT', { fallback: DE, optional: true }),
]);
const title = field(1, 'title', 'string', { localized: true, required: true });
const count = field(2, 'count', 'integer', {});
const data = field(3, 'data', 'json', { localized: true });
const author = field(4, 'author', 'entry', {});
const fields = [title, count, data, author];

describe('the fields of a request', () => {
  const taken: readonly { input: unknown; changes: [number, unknown][] }[] = [
    { input: undefined, changes: [] },
    { input: {}, changes: [] },
    { input: { title: 'a' }, changes: [[1, { 1: 'a' }]] },
    { input: { title: null }, changes: [[1, null]] },
    { input: { title: {} }, changes: [[1, {}]] },
    { input: { title: { 'en-US': 'a', de: null } }, changes: [[1, { 1: 'a', 2: null }]] },
    { input: { count: 1 }, changes: [[2, { 0: 1 }]] },
    { input: { count: { 'en-US': 1 } }, changes: [[2, { 0: 1 }]] },
    { input: { count: { 'en-US': null } }, changes: [[2, { 0: null }]] },
    { input: { data: {} }, changes: [[3, { 1: {} }]] },
    { input: { data: { de: 1 } }, changes: [[3, { 2: 1 }]] },
    { input: { data: { de: 1, x: 2 } }, changes: [[3, { 1: { de: 1, x: 2 } }]] },
    { input: { data: { 'en-US': { de: 1 } } }, changes: [[3, { 1: { de: 1 } }]] },
    { input: { author: { type: 'entry', id: 'ann' } }, changes: [[4, { 0: { kind: 'entry', key: 'ann' } }]] },
    { input: { author: { 'en-US': 'ann' } }, changes: [[4, { 0: { kind: 'entry', key: 'ann' } }]] },
  ];
  for (const { input, changes } of taken) {
    test(`${JSON.stringify(input)} is taken`, () => {
      const read = parse(input);
      assert.deepEqual(read.violations, []);
      assert.deepEqual([...read.changes], changes);
    });
  }

  const refused: readonly { input: unknown; path: string; rule: string; message?: RegExp }[] = [
    { input: null, path: 'fields', rule: 'type' },
    { input: [], path: 'fields', rule: 'type' },
    { input: { titel: 'a' }, path: 'fields.titel', rule: 'unknown', message: /Did you mean "title"\?$/ },
    { input: JSON.parse('{"__proto__": 1}'), path: 'fields.__proto__', rule: 'unknown' },
    { input: { constructor: 1 }, path: 'fields.constructor', rule: 'unknown' },
    {
      input: { title: { 'en-us': 'a' } },
      path: 'fields.title.en-us',
      rule: 'locale',
      message: /Did you mean "en-US"\?$/,
    },
    { input: { title: { 'en-US': 'a', x: 'b' } }, path: 'fields.title.x', rule: 'locale' },
    { input: { count: { de: 1 } }, path: 'fields.count.de', rule: 'locale' },
    { input: { count: { 'en-US': 1, de: 2 } }, path: 'fields.count.de', rule: 'locale' },
    { input: { title: { de: 1 } }, path: 'fields.title.de', rule: 'type' },
    { input: { title: 1 }, path: 'fields.title.en-US', rule: 'type' },
    { input: { author: { type: 'entry', id: 'ent_zzz999_ann' } }, path: 'fields.author.en-US', rule: 'link' },
  ];
  for (const { input, path, rule, message = /./ } of refused) {
    test(`${JSON.stringify(input)} is refused at ${path}`, () => {
      const [first] = parse(input).violations;
      assert.deepEqual({ path: first?.path, rule: first?.rule }, { path, rule });
      assert.match(first?.message ?? '', message);
    });
  }

  test('are all read before anything is refused', () => {
    const read = parse({ title: 1, count: 'x', data: 1 });
    assert.deepEqual(
      read.violations.map(({ path }) => path),
      ['fields.title.en-US', 'fields.count.en-US'],
    );
  });
});

describe('a write', () => {
  const current: Document = { 1: { 1: 'a', 2: 'b', [GONE]: 'gone' }, 2: { 0: 1 }, 77: { 0: 'hidden' } };

  test('by PATCH keeps what it does not name', () => {
    assert.deepEqual(merge(current, { title: { de: 'B' } }), { ...current, 1: { 1: 'a', 2: 'B', [GONE]: 'gone' } });
    assert.deepEqual(merge(current, { title: { de: null } }), { ...current, 1: { 1: 'a', [GONE]: 'gone' } });
  });

  test('by PATCH with null removes a field in every locale that there is', () => {
    assert.deepEqual(merge(current, { title: null, count: null }), { 1: { [GONE]: 'gone' }, 77: { 0: 'hidden' } });
  });

  test('by PUT leaves only what it names, and what is hidden', () => {
    assert.deepEqual(replace(current, { title: 'A' }), { 1: { 1: 'A', [GONE]: 'gone' }, 77: { 0: 'hidden' } });
  });

  test('puts the value of a field that became localized into its home', () => {
    const now = [{ ...count, localized: true, home: EN }];
    const written = mergeDocument({
      current: { 2: { 0: 1 } },
      changes: new Map(),
      fields: now,
      locales,
      components: NO_COMPONENTS,
    });
    assert.deepEqual(written, { 2: { 1: 1 } });
  });

  test('puts the home value of a field that is localized no longer in its place, and keeps the others for later', () => {
    const now = [{ ...title, localized: false, home: EN }];
    const before = { 1: { 1: 'a', 2: 'b' } };
    assert.deepEqual(
      mergeDocument({ current: before, changes: new Map(), fields: now, locales, components: NO_COMPONENTS }),
      {
        1: { 0: 'a', 2: 'b' },
      },
    );
    const changed = mergeDocument({
      current: before,
      changes: new Map([[1, { 0: 'A' }]]),
      fields: now,
      locales,
      components: NO_COMPONENTS,
    });
    assert.deepEqual(changed, { 1: { 0: 'A', 2: 'b' } });
    const removed = mergeDocument({
      current: before,
      changes: new Map([[1, null]]),
      fields: now,
      locales,
      components: NO_COMPONENTS,
    });
    assert.deepEqual(removed, { 1: { 2: 'b' } });
  });

  test('of what is there already is no change, wherever it lies', () => {
    const now = [{ ...title, localized: false, home: EN }, data];
    const before: Document = { 1: { 1: 'a' }, 3: { 1: { x: 1, y: [2] } } };
    const same = mergeDocument({
      current: before,
      changes: new Map([
        [1, { 0: 'a' }],
        [3, { 1: { y: [2], x: 1 } }],
      ]),
      fields: now,
      locales,
      components: NO_COMPONENTS,
    });
    assert.equal(sameDocument(before, same, now), true);
    const other = mergeDocument({
      current: before,
      changes: new Map([[3, { 1: { x: 1, y: ['2'] } }]]),
      fields: now,
      locales,
      components: NO_COMPONENTS,
    });
    assert.equal(sameDocument(before, other, now), false);
  });

  test('never changes the document that was there', () => {
    const frozen = structuredClone(current);
    merge(current, { title: { de: null }, count: null });
    replace(current, {});
    assert.deepEqual(current, frozen);
  });

  test('then a read of any locale agrees with a plain model', () => {
    const patch = fc.record(
      {
        title: fc.oneof(fc.constant(null), fc.string(), localeMap(fc.string())),
        data: fc.oneof(fc.constant(null), fc.integer(), localeMap(fc.integer())),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(patch, { maxLength: 8 }), (patches) => {
        let document: Document = {};
        const model = new Map<string, unknown>();
        for (const input of patches) {
          document = merge(document, input);
          applyToModel(model, input);
        }
        for (const { number, id } of [title, data]) {
          for (const { number: place, code } of locales.all) {
            const own = ownValue(document[number], { localized: true, home: null }, place);
            assert.deepEqual(own, model.get(`${id}.${code}`));
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the defaults of a new entry', () => {
  const withDefaults = [
    { ...title, default: 'Untitled' },
    { ...count, default: 7 },
    { ...author, default: 'ann' },
  ];
  const complete = (input: unknown) => {
    const { changes } = parse(input);
    const current = replaceDocument({ current: {}, changes, fields: withDefaults, locales, components: NO_COMPONENTS });
    const violations: Violation[] = [];
    return applyDefaults(
      { current, changes, fields: withDefaults, locales, components: NO_COMPONENTS },
      { linkKey, violations },
    );
  };

  test('stand in the default locale where nothing was given', () => {
    assert.deepEqual(complete({ title: { de: 'x' } }), {
      1: { 1: 'Untitled', 2: 'x' },
      2: { 0: 7 },
      4: { 0: { kind: 'entry', key: 'ann' } },
    });
  });

  test('give way to a value, and to null on purpose', () => {
    assert.deepEqual(complete({ title: '', count: 0, author: null }), { 1: { 1: '' }, 2: { 0: 0 } });
  });
});

describe('a whole document', () => {
  test('is checked against the validations of every value that is shown', async () => {
    const short = { ...title, validations: { max_length: 1 } };
    const view = {
      document: { 1: { 1: 'a', 2: 'bb', [GONE]: 'ccc' } },
      fields: [short],
      locales,
      components: NO_COMPONENTS,
    };
    assert.deepEqual(
      (await validateDocument(view)).map(({ path, rule }) => `${path} ${rule}`),
      ['fields.title.de max_length'],
    );
  });

  test('that takes too long to check is refused where the time was over', async () => {
    const found = await validateDocument(
      { document: { 1: { 1: 'a' } }, fields, locales, components: NO_COMPONENTS },
      new WorkPace(0),
    );
    assert.deepEqual(
      found.map(({ path, rule }) => `${path} ${rule}`),
      ['fields.title.en-US work'],
    );
  });

  const required: readonly { what: string; values: Record<string, string>; missing: string[] }[] = [
    { what: 'no value', values: {}, missing: ['en-US', 'de'] },
    { what: 'no value of its own in the default locale', values: { 2: 'b' }, missing: ['en-US'] },
    { what: 'no fallback for another locale', values: { 1: 'a' }, missing: ['de'] },
    { what: 'a value in each, or through fallback', values: { 1: 'a', 2: 'b' }, missing: [] },
    { what: 'an empty string', values: { 1: '', 2: '' }, missing: [] },
  ];
  for (const { what, values, missing } of required) {
    test(`with ${what} lacks what is required in ${missing.join(' and ') || 'no locale'}`, () => {
      const found = checkRequired({ document: { 1: values }, fields, locales, components: NO_COMPONENTS });
      assert.deepEqual(
        found.map(({ path, rule }) => `${path} ${rule}`),
        missing.map((code) => `fields.title.${code} required`),
      );
    });
  }

  test('lacks a required field that is not localized in the default locale alone', () => {
    const found = checkRequired({
      document: {},
      fields: [{ ...count, required: true }],
      locales,
      components: NO_COMPONENTS,
    });
    assert.deepEqual(
      found.map(({ path }) => path),
      ['fields.count.en-US'],
    );
  });

  test('goes out by field and locale, and can be written back', () => {
    const document: Document = {
      1: { 1: 'a', 2: 'b', [GONE]: 'x' },
      3: { 2: { k: 1 } },
      4: { 0: { kind: 'entry', key: 'ann' } },
      77: { 0: 1 },
    };
    const out = renderRaw(
      { document, fields, locales, components: NO_COMPONENTS },
      { linkId: (link) => resourceId(link.kind, CODE, link.key) },
    );
    assert.deepEqual(out, {
      title: { 'en-US': 'a', de: 'b' },
      data: { de: { k: 1 } },
      author: { 'en-US': { type: 'entry', id: `ent_${CODE}_ann` } },
    });
    assert.equal(sameDocument(replace(document, out), document, fields), true);
  });

  test('lists its links with their paths and the validations of their targets', () => {
    const related = field(5, 'related', 'array', {
      localized: true,
      items: { type: 'asset', validations: { max_size: 9 } },
    });
    const document = {
      4: { 0: { kind: 'entry', key: 'ann' } },
      5: { 2: [{ kind: 'asset', key: 'pic' }], [GONE]: [{ kind: 'asset', key: 'old' }] },
    };
    const links = documentLinks({ document, fields: [author, related], locales, components: NO_COMPONENTS });
    assert.deepEqual(
      links.map(({ link, path, validations }) => ({ link: link.key, path, validations })),
      [
        { link: 'ann', path: 'fields.author.en-US', validations: {} },
        { link: 'pic', path: 'fields.related.de.0', validations: { max_size: 9 } },
      ],
    );
  });

  test('has an index row that lies as the document does', () => {
    const document: Document = { 1: { 0: 'old', 1: 'a' }, 3: { 2: { k: 1 } }, 4: { 0: { kind: 'entry', key: 'ann' } } };
    assert.deepEqual(indexValues(document, fields, NO_COMPONENTS), {
      1: { 0: 'old', 1: 'a' },
      3: { 2: true },
      4: { 0: 'entry:ann' },
    });
  });
});

function linkKey(kind: 'entry' | 'asset', text: string): string | null {
  return keyWithin([CODE], kind, text);
}

function parse(input: unknown): { changes: FieldChanges; violations: Violation[] } {
  const violations: Violation[] = [];
  return {
    changes: parseFields({ input, fields, locales, components: NO_COMPONENTS, linkKey, violations }),
    violations,
  };
}

function merge(current: Document, input: unknown): Document {
  return mergeDocument({ current, changes: parse(input).changes, fields, locales, components: NO_COMPONENTS });
}

function replace(current: Document, input: unknown): Document {
  return replaceDocument({ current, changes: parse(input).changes, fields, locales, components: NO_COMPONENTS });
}

function localeMap<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T | null>> {
  const codes = fc.constantFrom('en-US', 'de', 'de-AT');
  return fc.dictionary(codes, fc.option(value), { minKeys: 1, noNullPrototype: true });
}

function applyToModel(model: Map<string, unknown>, input: Record<string, unknown>): void {
  for (const [id, value] of Object.entries(input)) {
    const isMap = typeof value === 'object' && value !== null;
    const byCode = isMap ? value : { 'en-US': value };
    if (value === null) for (const { code } of locales.all) model.delete(`${id}.${code}`);
    else for (const [code, one] of Object.entries(byCode)) model.set(`${id}.${code}`, one ?? undefined);
  }
}

function locale(
  number: number,
  code: string,
  settings: { isDefault?: boolean; fallback?: number; optional?: boolean } = {},
) {
  return {
    number,
    id: `loc_${number}`,
    code,
    name: code,
    fallback: null,
    isDefault: false,
    optional: false,
    version: 1,
    ...settings,
  };
}

function field(number: number, id: string, type: FieldTypeName, settings: Partial<Field>): Field {
  return { number, id, name: id, type, required: false, localized: false, unique: false, home: null, ...settings };
}
