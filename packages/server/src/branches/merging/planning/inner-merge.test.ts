/** How values of blocks and components merge: the paths of what changes and conflicts, decisions, and what has no place. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { structureOf } from '../../../../../contract/src/blocks-merge.ts';
import type { Locales } from '../../../model/spaces/locale.ts';
import { Decisions, type Take, type ThreeWay } from './decisions.ts';
import { differencesInside } from './inner-differences.ts';
import { mergedDraft, mergedValue, pathsChanged, shownWhole } from './inner-merge.ts';
import { type Inside, Shapes } from './shapes.ts';
import type { FieldState, TypeState } from './type-state.ts';
import type { Place } from './values-state.ts';

const english = { number: 1, code: 'en' };
const german = { number: 2, code: 'de' };
const locales = {
  default: english,
  all: [english, german],
  byNumber: (number: number) => [english, german].find((one) => one.number === number),
} as unknown as Locales;

const field = (slot: string, settings: object): FieldState => ({ slot, id: `${slot}-id`, settings: { ...settings } });
const type = (...fields: FieldState[]): TypeState => ({
  kind: 'component',
  name: 'Component',
  description: '',
  displayField: null,
  slugField: null,
  previewUrl: null,
  fields,
});
const title = field('t', { type: 'string', localized: true });
const stars = field('s', { type: 'integer' });
const types: Record<string, TypeState> = {
  quote: type(title, stars),
  gallery: type(
    field('q', { type: 'blocks', components: ['quote'] }),
    field('l', { type: 'component', component: 'quote', localized: true }),
  ),
};

/** A list of blocks in a field that is localized or not, in a model that may lack some fields. */
function placeOf({
  localized = false,
  without = '',
  takes = ['quote', 'gallery'],
} = {}): Place & { readonly inside: Inside } {
  const merged = (apiId: string) => {
    const known = types[apiId];
    return known && { ...known, fields: known.fields.filter(({ slot }) => slot !== without) };
  };
  const componentOf = (apiId: string) => ({
    merged: merged(apiId),
    three: { base: types[apiId], target: merged(apiId), source: types[apiId] },
  });
  const list = field('b', { type: 'blocks', components: takes, localized });
  const root = localized ? 'fields.b.de' : 'fields.b';
  const inside: Inside = {
    structure: structureOf(list.settings),
    isWithin: localized,
    root,
    field: list,
    shapes: new Shapes(componentOf, locales),
    show: (value) => value,
  };
  return { path: localized ? root : 'fields.b.en', exists: true, show: (value) => shownWhole(value, inside), inside };
}

const quote = (id: string, en: string, more: object = {}) => ({ id, type: 'quote', fields: { t: { 1: en }, ...more } });
const plain = (id: string, text: string) => ({ id, type: 'quote', fields: { t: text } });
const galleryOf = (...q: readonly object[]) => ({ id: 'g', type: 'gallery', fields: { q } });

function merge(three: ThreeWay<unknown>, place = placeOf(), takes: Readonly<Record<string, Take>> = {}) {
  const decisions = new Decisions(Object.entries(takes).map(([path, take]) => ({ path, take })));
  const value = mergedValue('e', three, place, decisions);
  return { value, conflicts: decisions.conflicts.map(({ path, rule }) => `${path} ${rule}`), all: decisions.conflicts };
}

describe('a list of blocks', () => {
  const base = [quote('a', 'A'), quote('b', 'B'), galleryOf(quote('x', 'X'))];
  const target = [quote('b', 'B'), quote('a', 'here'), galleryOf(quote('x', 'X', { s: 1 }))];
  const source = [quote('a', 'there'), quote('n', 'N'), galleryOf(quote('x', 'Xx'))];

  test('has a conflict at the place that both changed, in the names of paths, and as responses show it', () => {
    const { value, conflicts, all } = merge({ base, target, source });
    assert.deepEqual(conflicts, ['e.fields.b.a.t-id.en both_changed']);
    assert.deepEqual(all[0], { path: all[0]?.path, rule: 'both_changed', base: 'A', target: 'here', source: 'there' });
    assert.deepEqual(value, [quote('a', 'here'), quote('n', 'N'), galleryOf(quote('x', 'Xx', { s: 1 }))]);
  });

  test('is decided by place, by block, or as a whole', () => {
    const [path, whole] = ['e.fields.b.a.t-id.en', 'e.fields.b'];
    const first = (takes: Readonly<Record<string, Take>>) => {
      const { value, conflicts } = merge({ base, target, source }, placeOf(), takes);
      assert.deepEqual(conflicts, []);
      return (value as { fields: unknown }[]).find((block) => 'id' in block && block.id === 'a')?.fields;
    };
    assert.deepEqual(first({ [path]: 'source' }), { t: { 1: 'there' } });
    assert.deepEqual(first({ [path]: 'target' }), { t: { 1: 'here' } });
    assert.deepEqual(first({ 'e.fields.b.a': 'source' }), { t: { 1: 'there' } });
    assert.deepEqual(merge({ base, target, source }, placeOf(), { [whole]: 'source' }).value, source);
  });

  test('shows a block that one side removed and the other changed as responses do', () => {
    const removed = merge({ base, target: base.slice(1), source: [quote('a', 'A', { s: 2 }), ...base.slice(1)] });
    assert.deepEqual(removed.all, [
      {
        path: 'e.fields.b.a',
        rule: 'deleted',
        base: { id: 'a', type: 'quote', fields: { 't-id': { en: 'A' } } },
        target: null,
        source: { id: 'a', type: 'quote', fields: { 't-id': { en: 'A' }, 's-id': 2 } },
      },
    ]);
  });

  test('names one locale where it is localized as a whole', () => {
    const sides = { base: [plain('a', 'A')], target: [plain('a', 'B')], source: [plain('a', 'C')] };
    const place = placeOf({ localized: true });
    assert.deepEqual(merge(sides, place).conflicts, ['e.fields.b.de.a.t-id both_changed']);
    assert.deepEqual(pathsChanged(place, sides.base, [plain('n', 'N'), plain('a', 'A')]), ['fields.b.de.n']);
  });

  test('has no place for what the merged model lacks, unless that is left out', () => {
    const sides = {
      base: [quote('a', 'A')],
      target: [quote('a', 'A')],
      source: [quote('a', 'A', { s: 2 }), quote('n', 'N', { s: 3 })],
    };
    const place = placeOf({ without: 's' });
    const lost = ['e.fields.b.a.s-id.en', 'e.fields.b.n.s-id.en'];
    assert.deepEqual(
      merge(sides, place).conflicts,
      lost.map((path) => `${path} no_place`),
    );
    const takes = Object.fromEntries(lost.map((path) => [path, 'target' as const]));
    assert.deepEqual(merge(sides, place, takes).conflicts, []);
    const ofGallery = { base: [], target: [], source: [galleryOf()] };
    assert.deepEqual(merge(ofGallery, placeOf({ takes: ['quote'] })).conflicts, ['e.fields.b.g no_place']);
  });
});

describe('what differs inside of two lists', () => {
  const paths = (before: unknown, after: unknown) => pathsChanged(placeOf(), before, after);

  test('is named by block and place, the fewest that moved, and once each', () => {
    const before = [quote('a', 'A'), quote('b', 'B'), quote('c', 'C'), galleryOf(quote('x', 'X'), quote('y', 'Y'))];
    const after = [
      quote('c', 'C'),
      quote('a', 'A', { t: { 1: 'A', 2: 'Ah' } }),
      quote('b', 'B'),
      galleryOf(quote('y', 'Y'), quote('z', 'Z')),
    ];
    assert.deepEqual(paths(before, after), [
      'fields.b.c',
      'fields.b.a.t-id.de',
      'fields.b.g.q-id.z',
      'fields.b.g.q-id.x',
    ]);
    assert.deepEqual(paths(undefined, after), ['fields.b']);
    assert.deepEqual(paths(before, before), []);
    const [one, other] = ['A', 'B'].map((t) => [
      { id: 'g', type: 'gallery', fields: { l: { 2: { type: 'quote', fields: { t } } } } },
    ]);
    assert.deepEqual(paths(one, other), ['fields.b.g.l-id.de.t-id']);
  });

  test('has the positions of a block among those of both', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => quote(id, id)) as [object, object, object];
    const lists = { base: [a, b, c], target: [a, quote('m', 'M'), b, c], source: [b, c, a] };
    const found = differencesInside('blocks', lists, placeOf().inside);
    const moved = found.filter(({ isMove }) => isMove);
    assert.deepEqual(
      moved.map(({ path, three }) => [path, three]),
      [['a', { base: 1, target: 1, source: 3 }]],
    );
  });
});

test('what is published becomes the draft, except where the draft differs', () => {
  const [shown, draft] = [
    [quote('a', 'A'), quote('b', 'B'), quote('c', 'C')],
    [quote('a', 'new'), quote('c', 'C')],
  ];
  const source = [quote('a', 'there'), quote('b', 'there'), quote('c', 'there')];
  const of = (base: unknown, before: unknown = shown) =>
    mergedDraft(
      'e',
      { base, target: draft, source },
      { inside: placeOf().inside, shown: { before, after: source } },
      new Decisions([]),
    );
  assert.deepEqual(of(shown), [quote('a', 'new'), quote('c', 'there')]);
  // A draft that equals the ancestor's is no change of the target.
  assert.deepEqual(of(draft), source);
});
