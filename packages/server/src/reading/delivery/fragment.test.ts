/** What an entry looks like in each view, byte for byte, and which links are told of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { FoundEntry } from '../query/query.ts';
import { readSingleEntry } from '../query-string/single.ts';
import { CODE, DE, EN, FR, magazine } from './fixtures.ts';
import { type EntryTimes, renderFragment } from './fragment.ts';
import { type View, viewOf } from './view.ts';

const model = magazine();
const found: FoundEntry = { id: 1, version: 3, key: 'a1', contentType: 1, publishedAt: 0, status: 'published' };
const ada = { kind: 'entry', key: 'ada' };
const pic = { kind: 'asset', key: 'pic' };

const document: Document = {
  1: { [EN]: 'Cat "ä"', [FR]: '' },
  2: { [EN]: 'cat', [DE]: 'katze' },
  3: { [FR]: { type: 'doc', content: [{ type: 'entryBlock', attrs: { entry: 'block' } }] } },
  4: { 0: ada },
  6: { 0: 2.5 },
  10: { 0: pic },
  11: { 0: [ada, { kind: 'entry', key: 'bob' }] },
  99: { 0: 'hidden' },
};

function selectionOf(select: string) {
  return readSingleEntry(`select=${select}`, model).selection;
}

function render(
  view: Partial<Omit<View, 'key'>> & { select?: string },
  entry = found,
  times: EntryTimes | null = null,
) {
  const { select, ...rest } = view;
  const selection = select === undefined ? null : selectionOf(select);
  const fragment = renderFragment(
    entry,
    JSON.stringify(document),
    viewOf({ model, plane: 'delivery', locale: EN, selection, withMeta: times !== null, ...rest }),
    times,
  );
  assert.ok(fragment);
  return { ...fragment, text: String(fragment.text) };
}

const link = (key: string) => `{"type":"entry","id":"ent_${CODE}_${key}"}`;
const fieldsAfterTitle = `"author":${link('ada')},"rating":2.5,"image":{"type":"asset","id":"ast_${CODE}_pic"},"related":[${link('ada')},${link('bob')}]`;

describe('an entry', () => {
  it('is shown with the keys of the specification, in their order', () => {
    const expected = `{"id":"ent_${CODE}_a1","content_type":"article","slug":"cat","fields":{"title":"Cat \\"ä\\"","slug":"cat",${fieldsAfterTitle}},"published_at":"1970-01-01T00:00:00.000Z"}`;
    assert.equal(render({}).text, expected);
    assert.equal(render({ plane: 'preview' }).text, `${expected.slice(0, -1)},"status":"published"}`);
    assert.equal(
      JSON.parse(render({ plane: 'preview' }, { ...found, publishedAt: null, status: 'draft' }).text).published_at,
      null,
    );
  });

  it('shows its times, its slugs, and which values are fallbacks, where they are requested', () => {
    const times = { createdAt: 0, firstPublishedAt: 0, updatedAt: 1_000 };
    const metaOf = (view: Parameters<typeof render>[0]) => JSON.parse(render(view, found, times).text).meta;
    const shared = {
      created_at: '1970-01-01T00:00:00.000Z',
      first_published_at: '1970-01-01T00:00:00.000Z',
      updated_at: '1970-01-01T00:00:01.000Z',
      slugs: { 'en-US': 'cat', de: 'katze' },
    };
    assert.deepEqual(metaOf({}), { ...shared, fallbacks: [] });
    assert.deepEqual(metaOf({ locale: DE }), { ...shared, fallbacks: ['title'] });
    assert.deepEqual(metaOf({ locale: DE, select: 'slug' }), { ...shared, fallbacks: [] });
    assert.deepEqual(metaOf({ locale: null, plane: 'preview' }), { ...shared, fallbacks: [] });
    const unpublished = JSON.parse(render({ select: 'slug' }, found, { ...times, firstPublishedAt: null }).text);
    assert.equal(unpublished.meta.first_published_at, null);
  });

  it('shows the locale through fallback; what has no value in the chain is absent', () => {
    assert.deepEqual(JSON.parse(render({ locale: DE }).text).fields.title, 'Cat "ä"');
    assert.equal(JSON.parse(render({ locale: DE }).text).slug, 'katze');
    const french = JSON.parse(render({ locale: FR }).text);
    assert.equal(french.fields.title, '');
    assert.equal(Object.hasOwn(french.fields, 'slug'), false);
    assert.equal(french.slug, null);
  });

  it('shows raw values by locale code without fallback where all locales are asked for', () => {
    const raw = JSON.parse(render({ locale: null }).text);
    assert.deepEqual(raw.fields.title, { 'en-US': 'Cat "ä"', fr: '' });
    assert.deepEqual(raw.fields.rating, { 'en-US': 2.5 });
    assert.equal(raw.slug, 'cat');
  });

  it('tells its links once each: those that are shown, in rich text too', () => {
    assert.deepEqual([render({}).entryLinks, render({}).assetLinks], [['ada', 'bob'], ['pic']]);
    assert.deepEqual(render({ locale: FR }).entryLinks, ['block', 'ada', 'bob']);
    assert.deepEqual(render({ locale: null }).entryLinks, ['block', 'ada', 'bob']);
    assert.deepEqual(render({ select: 'fields.image' }).entryLinks, []);
    assert.deepEqual(render({ select: 'fields.image' }).assetLinks, ['pic']);
    assert.deepEqual(render({ select: 'slug' }).assetLinks, []);
  });

  it('shows what is selected', () => {
    assert.equal(render({ select: 'slug' }).text, `{"id":"ent_${CODE}_a1","content_type":"article","slug":"cat"}`);
    assert.deepEqual(JSON.parse(render({ select: 'fields.rating' }).text).fields, { rating: 2.5 });
    assert.deepEqual(JSON.parse(render({ select: 'fields.title', locale: null }).text).fields, {
      title: { 'en-US': 'Cat "ä"', fr: '' },
    });
    assert.equal(JSON.parse(render({ select: 'fields', plane: 'preview' }).text).status, undefined);
  });

  it('shows values under former ids too where its type or the request says so', () => {
    const types = model.types.map((type) => ({ ...type, deliverFormerIds: true }));
    const { environment, spaceId, code, ownCode, codes, revision, locales } = model;
    const both = new Model({ environment, spaceId, code, ownCode, codes, revision, locales, types });
    const names = (view: Parameters<typeof render>[0]) => JSON.parse(render(view).text).fields;
    const select = 'fields.heading,fields.rating';
    const plain = { title: 'Cat "ä"', rating: 2.5 };
    const doubled = { ...plain, heading: plain.title, headline: plain.title };
    assert.deepEqual(names({ select }), plain, 'a former id selects the field, under its own id');
    assert.deepEqual(names({ select, aliases: true }), doubled);
    assert.deepEqual(names({ select, model: both }), doubled);
    const raw = names({ model: both, locale: null });
    assert.deepEqual(raw.headline, { 'en-US': 'Cat "ä"', fr: '' });
    assert.deepEqual(raw.writer, raw.author);
    assert.deepEqual(render({ aliases: true }).entryLinks, ['ada', 'bob'], 'links are told once');
    const french = names({ model: both, locale: FR, select: 'fields.slug' });
    assert.deepEqual(french, {}, 'what has no value has none under a former id');
  });

  it('never shows a removed field', () => {
    assert.ok(!render({ locale: null }).text.includes('hidden'));
  });

  it('of a content type that is newer than the model is not shown at all', () => {
    const view = viewOf({ model, plane: 'delivery', locale: EN, selection: null });
    assert.equal(renderFragment({ ...found, contentType: 50 }, JSON.stringify(document), view), undefined);
  });
});

describe('a fragment', () => {
  it('has a view of its own for every plane, locale, selection and model, with meta and without', () => {
    const views = [
      viewOf({ model, plane: 'delivery', locale: EN, selection: null }),
      viewOf({ model, plane: 'preview', locale: EN, selection: null }),
      viewOf({ model, plane: 'delivery', locale: DE, selection: null }),
      viewOf({ model, plane: 'delivery', locale: null, selection: null }),
      viewOf({ model, plane: 'delivery', locale: EN, selection: selectionOf('slug') }),
      viewOf({ model, plane: 'delivery', locale: EN, selection: null, aliases: true }),
      viewOf({ model, plane: 'delivery', locale: EN, selection: null, withMeta: true }),
      viewOf({ model: magazine(2), plane: 'delivery', locale: EN, selection: null }),
      viewOf({ model: magazine(1, 8), plane: 'delivery', locale: EN, selection: null }),
    ];
    assert.equal(new Set(views.map(({ key }) => key)).size, views.length);
  });
});
