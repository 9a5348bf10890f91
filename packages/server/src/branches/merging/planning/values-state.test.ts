/** Entries and assets as sides of a merge have them: when two are the same, and how one is shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decisions } from './decisions.ts';
import { addMissingPlaceConflict, placesOf, sameState, shownState, type ValuesState } from './values-state.ts';

function state(values: Readonly<Record<string, unknown>>, more: Partial<ValuesState> = {}): ValuesState {
  return { type: 'page', archived: false, values: new Map(Object.entries(values)), ...more };
}

const pairs: readonly (readonly [string, ValuesState, ValuesState, boolean])[] = [
  ['with the same values in another order', state({ a: 1, b: [2] }), state({ b: [2], a: 1 }), true],
  ['with objects whose keys stand in another order', state({ a: { x: 1, y: 2 } }), state({ a: { y: 2, x: 1 } }), true],
  ['with lists in another order', state({ a: [1, 2] }), state({ a: [2, 1] }), false],
  ['of which one has a value more', state({ a: 1 }), state({ a: 1, b: 1 }), false],
  ['of which one has nothing where the other has null', state({}), state({ a: null }), false],
  ['with 1 and "1"', state({ a: 1 }), state({ a: '1' }), false],
  ['of which one is archived', state({}), state({}, { archived: true }), false],
  ['of two content types', state({}), state({}, { type: 'post' }), false],
  ['that say nothing', state({}), state({}), true],
];
for (const [what, one, other, isSame] of pairs)
  test(`two states ${what} are ${isSame ? 'the same' : 'different'}, either way`, () => {
    assert.deepEqual([sameState(one, other), sameState(other, one)], [isSame, isSame]);
  });

test('the places of several states come once each', () => {
  assert.deepEqual(placesOf(state({ a: 1, b: 1 }), undefined, state({ b: 2, c: 3 })), ['a', 'b', 'c']);
});

const changes: readonly (readonly [string, unknown, unknown, 'source' | 'target' | null, boolean])[] = [
  ['nothing', 1, undefined, null, false],
  ['what the ancestor has', 1, 1, null, false],
  ['a change', 1, 2, null, true],
  ['something new', undefined, 2, null, true],
  ['a change that was decided for here', 1, 2, 'target', false],
  ['a change that was decided for there', 1, 2, 'source', true],
];
for (const [what, base, source, take, isRefused] of changes)
  test(`${what} in a field that the target does not have is ${isRefused ? 'a conflict' : 'none'}`, () => {
    const decisions = new Decisions(take === null ? [] : [{ path: 'p', take }]);
    addMissingPlaceConflict('p', { base, target: undefined, source }, (value) => value, decisions);
    assert.deepEqual(
      decisions.conflicts.map(({ path, rule }) => `${path} ${rule}`),
      isRefused ? ['p no_place'] : [],
    );
  });

test('a state is shown with its values where a response has them', () => {
  const show = shownState((place) => ({
    path: `fields.${place.replace(' ', '.')}`,
    exists: true,
    show: (value) => [value],
  }));
  assert.deepEqual(show(state({ 'title en': 1, 'title de': 2, 'body en': 3 })), {
    content_type: 'page',
    archived: false,
    fields: { title: { en: [1], de: [2] }, body: { en: [3] } },
  });
  assert.deepEqual(show({ archived: false, values: new Map() }), {});
});
