/** At which paths delivery shows something else once a merge is applied. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ValuesOutcome } from './entry-merge.ts';
import type { TypeOutcome } from './type-merge.ts';
import type { FieldState, TypeState } from './type-state.ts';
import { visibleOfEntry, visibleOfType, visibleOfValues } from './visible.ts';

const settings: FieldState['settings'] = { type: 'string' };

function type(...ids: readonly string[]): TypeState {
  const fields = ids.map((id, at): FieldState => ({ slot: `s${at}`, id, settings }));
  return { name: 'Page', description: '', displayField: null, slugField: null, previewUrl: null, fields };
}

const types: readonly (readonly [string, Partial<TypeOutcome>, TypeState | undefined, readonly string[]])[] = [
  ['that stays', { action: 'none', paths: ['name'] }, type('a'), []],
  ['that is new', { action: 'create', type: type('a') }, undefined, ['t']],
  ['that goes', { action: 'delete' }, type('a'), ['t']],
  ['that is renamed', { action: 'update', type: type('a'), paths: ['name'] }, type('a'), ['t.name']],
  ['with another preview', { action: 'update', type: type('a'), paths: ['preview_url'] }, type('a'), []],
  [
    'with a field under another id',
    { action: 'update', type: type('b'), paths: ['fields.b.id'] },
    type('a'),
    ['t.fields.b.id', 't.fields.a'],
  ],
];
for (const [what, outcome, target, expected] of types)
  test(`a content type ${what}`, () =>
    assert.deepEqual(visibleOfType('t', { paths: [], ...outcome } as TypeOutcome, target), expected));

const published = { paths: ['fields.title.de', 'status'] };
const entries: readonly (readonly [string, object, boolean, readonly string[]])[] = [
  ['that is shown and goes', { action: 'delete' }, true, ['e']],
  ['that is not shown and goes', { action: 'delete' }, false, []],
  ['that is shown and archived', { action: 'update', archived: true, published }, true, ['e.archived']],
  ['whose draft alone changes', { action: 'update', published: null }, true, []],
  ['that is published', { action: 'update', archived: false, published }, false, ['e.fields.title.de', 'e.status']],
];
for (const [what, outcome, isShown, expected] of entries)
  test(`an entry ${what}`, () =>
    assert.deepEqual(visibleOfEntry('e', outcome as unknown as ValuesOutcome, isShown), expected));

test('all that changes in an asset shows at once', () => {
  const of = (outcome: object) => visibleOfValues('a', outcome as unknown as ValuesOutcome);
  assert.deepEqual(of({ action: 'update', paths: ['title.de', 'file'] }), ['a.title.de', 'a.file']);
  assert.deepEqual(of({ action: 'none', paths: [] }), []);
  assert.deepEqual(of({ action: 'delete', paths: ['file'] }), ['a']);
});
