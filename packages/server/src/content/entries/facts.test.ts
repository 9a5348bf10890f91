/** What follows from a document, found in one walk, against each of its facts found by itself. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { documentLinks, indexValues } from '../../model/fields/document/views.ts';
import { type Document, type Field, NO_COMPONENTS } from '../../model/fields/field.ts';
import { shownValue } from '../../model/fields/own-value.ts';
import { Locales } from '../../model/spaces/locale.ts';
import { factsOf } from './facts.ts';

const EN = 1;
const DE = 2;
/** A locale that was removed. */
const GONE = 9;

const locales = new Locales([locale(EN, 'en-US', null), locale(DE, 'de', EN)]);
const title = field(1, 'title', 'string', { localized: true });
const slug = field(2, 'slug', 'slug', { localized: true });
const sku = field(3, 'sku', 'string', { unique: true });
const author = field(4, 'author', 'entry', { localized: true });
const old = field(5, 'old', 'string', {});
const type: ContentType = {
  number: 1,
  apiId: 'article',
  kind: 'entry' as const,
  name: 'Article',
  description: '',
  displayField: title.number,
  slugField: slug.number,
  previewUrl: null,
  previewPicture: null,
  deliverFormerIds: false,
  layout: null,
  fields: [title, slug, sku, author],
  hiddenFields: [{ ...old, entries: 1 }],
  nextFieldNumber: 6,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
};

const text = fc.constantFrom('a', 'b', 'c');
const link = text.map((key) => ({ kind: 'entry', key }));
const places = (value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom('0', String(EN), String(DE), String(GONE)), value, { maxKeys: 3 });
const documents: fc.Arbitrary<Document> = fc.record(
  { 1: places(text), 2: places(text), 3: places(text), 4: places(link), 5: places(text) },
  { requiredKeys: [] },
);

describe('the facts of a document', () => {
  it('are those that each would be by itself', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const { slugs, links, index, textIn } = factsOf(document, type, { locales, components: NO_COMPONENTS });
        const shown = ({ number }: Field, at: number) =>
          shownValue(document[number], type.fields[number - 1] as Field, at, locales);
        const expectedSlugs = [EN, DE].flatMap((at) => {
          const value = shown(slug, at);
          return value === undefined ? [] : [{ locale: at, slug: value }];
        });
        assert.deepEqual(slugs, expectedSlugs);
        const found = documentLinks({ document, fields: type.fields, locales, components: NO_COMPONENTS }).map(
          (one) => one.link,
        );
        const keys = [...new Set(found.map(({ key }) => key))];
        assert.deepEqual(
          links.map(({ key }) => key),
          keys,
        );
        const linked = keys.length === 0 ? {} : { 0: { 0: keys.map((key) => `entry:${key}`) } };
        assert.deepEqual(index, { ...linked, ...indexValues(document, [...type.fields, old], NO_COMPONENTS) });
        for (const at of [EN, DE]) {
          const { display, body } = textIn(at);
          assert.equal(display, shown(title, at) ?? '');
          const others = [slug, sku].flatMap((one) => shown(one, at) ?? []);
          assert.equal(body, others.join('\n'));
        }
      }),
    );
  });

  it('have own values of unique fields alone, equal where the values are', () => {
    const [one, other] = [{ 3: { 0: 'x' } }, { 3: { 0: 'y' } }].map((document) =>
      factsOf(document, type, { locales, components: NO_COMPONENTS }),
    );
    assert.deepEqual(
      one?.values.map(({ hash: _, ...value }) => value),
      [{ field: 3, locale: 0, path: 'fields.sku.en-US' }],
    );
    assert.notEqual(one?.values[0]?.hash, other?.values[0]?.hash);
    assert.equal(
      one?.values[0]?.hash,
      factsOf({ 3: { 0: 'x' } }, type, { locales, components: NO_COMPONENTS }).values[0]?.hash,
    );
  });

  it('are those under the type and the locales that are asked for', () => {
    const document: Document = { 1: { [EN]: 'a' }, 3: { 0: 'x' } };
    assert.equal(factsOf(document, type, { locales, components: NO_COMPONENTS }).values.length, 1);
    const common = { ...type, fields: type.fields.map((one) => ({ ...one, unique: false })) };
    assert.equal(factsOf(document, common, { locales, components: NO_COMPONENTS }).values.length, 0);
    const apart = new Locales([locale(EN, 'en-US', null), locale(DE, 'de', null)]);
    assert.equal(factsOf(document, type, { locales, components: NO_COMPONENTS }).textIn(DE).display, 'a');
    assert.equal(factsOf(document, type, { locales: apart, components: NO_COMPONENTS }).textIn(DE).display, '');
  });
});

function field(number: number, id: string, name: FieldTypeName, traits: Partial<Field>): Field {
  return { number, id, name: id, type: name, required: false, localized: false, unique: false, home: null, ...traits };
}

function locale(number: number, code: string, fallback: number | null) {
  return { number, id: code, code, name: code, fallback, isDefault: number === EN, optional: false, version: 1 };
}
