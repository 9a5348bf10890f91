/** Values inside of a component are read and written as those of the entry are, and change the value around them alone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentType, Field } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { innerLevel } from './inner-level.ts';
import { innerNames } from './inner-names.ts';
import { innerPlaceOf } from './inner-place.ts';
import { isOwnProblem, topLevel, valuePath } from './level.ts';

const field = (id: string, type: Field['type'], more: object = {}) => ({
  id,
  name: id,
  type,
  localized: false,
  ...more,
});
const typeNamed = (api_id: string, fields: object[]) => ({ api_id, name: api_id, fields }) as unknown as ContentType;
const page = typeNamed('page', [
  field('blocks', 'blocks', { components: ['gallery'] }),
  field('local', 'blocks', { components: ['quote'], localized: true }),
  field('seo', 'component', { component: 'quote' }),
]);
const quote = typeNamed('quote', [field('text', 'text', { localized: true }), field('dark', 'boolean')]);
const gallery = typeNamed('gallery', [field('voices', 'blocks', { components: ['quote'] })]);

/** A draft that keeps values alone. */
function draftOf(values: Record<string, unknown>) {
  const kept = new Map(Object.entries(values));
  const unfinished = new Map<string, unknown>();
  const draft = {
    address: { key: 'home' },
    problems: [],
    value: (id: string, locale: string) => kept.get(`${id}.${locale}`),
    set: (id: string, locale: string, value: unknown) => void kept.set(`${id}.${locale}`, value),
    unfinished: (id: string, locale: string) => unfinished.get(`${id}.${locale}`),
    setUnfinished: (id: string, locale: string, some: unknown) => void unfinished.set(`${id}.${locale}`, some),
  };
  return { draft: draft as unknown as Draft, kept, unfinished };
}

const voice = { id: 'v', type: 'quote', fields: { text: { en: 'Yes' } } };
const first = { id: 'g', type: 'gallery', fields: { voices: [voice] } };
const second = { id: 'h', type: 'gallery', fields: {} };

describe('fields inside of components', () => {
  it('are written into their block, and leave the others the same objects', () => {
    const { draft, kept, unfinished } = draftOf({ 'blocks.en': [first, second] });
    const outer = { field: { id: 'blocks', localized: false }, locale: 'en', block: 'g' };
    const level = innerLevel(draft, topLevel(draft, page), outer, gallery);
    const inner = innerLevel(
      draft,
      level,
      { field: { id: 'voices', localized: false }, locale: 'en', block: 'v' },
      quote,
    );
    assert.equal(inner.root, 'fields.blocks.g.voices.v');
    assert.equal(valuePath(inner, 'text', 'de'), 'fields.blocks.g.voices.v.text.de');
    inner.values.set('text', 'de', 'Ja');
    inner.values.setUnfinished('dark', 'en', { texts: ['?'], hidesValue: true });
    assert.deepEqual([...unfinished.keys()], ['blocks.g.voices.v.dark.en']);
    inner.values.set('dark', 'en', true);
    assert.equal(unfinished.get('blocks.g.voices.v.dark.en'), undefined);
    inner.values.set('text', 'en', undefined);
    const [now, other] = kept.get('blocks.en') as [typeof first, typeof second];
    assert.deepEqual(now.fields.voices[0]?.fields, { text: { de: 'Ja' }, dark: true });
    assert.equal(other, second);
    assert.equal(inner.values.value('text', 'de'), 'Ja');
  });

  it('have one value each in a list of one locale, and make a component that was not there', () => {
    const { draft, kept } = draftOf({ 'local.de': [voice] });
    const top = topLevel(draft, page);
    const level = innerLevel(draft, top, { field: { id: 'local', localized: true }, locale: 'de', block: 'v' }, quote);
    assert.equal(valuePath(level, 'text', 'de'), 'fields.local.de.v.text');
    level.values.set('text', 'de', 'Nur hier');
    assert.deepEqual(kept.get('local.de'), [{ ...voice, fields: { text: 'Nur hier' } }]);
    const seo = innerLevel(draft, top, { field: { id: 'seo', localized: false }, locale: 'en', block: null }, quote);
    seo.values.set('text', 'de', 'Suche');
    assert.deepEqual(kept.get('seo.en'), { fields: { text: { de: 'Suche' } } });
  });

  it('have the problems that name them, and the list those of the list', () => {
    const { draft } = draftOf({});
    const top = topLevel(draft, page);
    const [blocks] = page.fields as [Field];
    const isOwn = (path: string) => isOwnProblem(path, top, blocks, 'en');
    assert.deepEqual(
      ['fields.blocks', 'fields.blocks.en', 'fields.blocks.0.type', 'fields.blocks.g.voices.v.text.de'].map(isOwn),
      [true, true, true, false],
    );
  });

  it('are led to from a path of the server, as far as there is something', () => {
    const { draft } = draftOf({ 'blocks.en': [second, first], 'local.de': [voice], 'seo.en': { fields: {} } });
    const locales = [{ code: 'en' }, { code: 'de' }] as never;
    const placeOf = (path: string) => {
      const known = { type: page, types: [page, quote, gallery], locales };
      const place = innerPlaceOf(path, draft, known);
      return [innerNames(place, known).join(' › '), place.locale, place.control ?? place.around.at(-1)];
    };
    assert.deepEqual(placeOf('fields.blocks.g.voices.v.text.de'), [
      'blocks › gallery 2 · Yes › voices › quote · Yes › text',
      'de',
      'home-blocks-en-g-voices-en-v-text-de',
    ]);
    assert.deepEqual(placeOf('fields.blocks.gone.text.de'), ['blocks', 'en', 'home-blocks-en']);
    assert.deepEqual(placeOf('fields.local.de.v.text'), [
      'local › quote · Yes › text',
      'de',
      'home-local-de-v-text-de',
    ]);
    assert.deepEqual(placeOf('fields.seo.text.de'), ['seo › text', 'de', 'home-seo-en-in-text-de']);
    assert.deepEqual(placeOf('fields.blocks.en'), ['blocks', 'en', 'home-blocks-en']);
    assert.deepEqual(placeOf('fields.blocks.g'), ['blocks › gallery 2 · Yes', 'en', 'home-blocks-en-g']);
  });
});
