/** The pure parts of merging that histories seldom reach: the order of fields, resolutions, requests in two steps. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Decisions } from './decisions.ts';
import { mergedOrder } from './field-order.ts';
import { typeRequests } from './type-request.ts';
import type { FieldState, TypeState } from './type-state.ts';

function type(...slots: string[]): TypeState {
  const fields = slots.map((slot): FieldState => ({ slot, id: slot, settings: { type: 'string' } }));
  return { name: 'Page', description: '', displayField: null, slugField: null, previewUrl: null, fields };
}

function orderOf(base: TypeState, target: TypeState, source: TypeState): string {
  const known = new Map([...target.fields, ...source.fields].map((field) => [field.slot, field]));
  return mergedOrder([...known.values()], { base, target, source })
    .map(({ slot }) => slot)
    .join(' ');
}

it('a field of the source stands behind the one before it there', () => {
  assert.equal(orderOf(type('a', 'b'), type('a', 'b', 'c'), type('a', 'x', 'b')), 'a x b c');
  assert.equal(orderOf(type('a', 'b'), type('a', 'b'), type('x', 'a', 'b')), 'x a b');
});

it('the order is that of the side that moved fields, and of the target if both did', () => {
  assert.equal(orderOf(type('a', 'b', 'c'), type('a', 'b', 'c'), type('c', 'a', 'b')), 'c a b');
  assert.equal(orderOf(type('a', 'b', 'c'), type('b', 'a', 'c'), type('c', 'a', 'b')), 'b a c');
});

it('values that are equal on both sides are no conflict, and a resolution always wins', () => {
  const decisions = new Decisions([{ path: 'decided', take: 'target' }]);
  assert.equal(decisions.value('same', { base: 1, target: 2, source: 2 }), 2);
  assert.equal(decisions.value('there', { base: 1, target: 1, source: 2 }), 2);
  assert.equal(decisions.value('gone', { base: 1, target: 1, source: undefined }), undefined);
  assert.equal(decisions.value('decided', { base: 1, target: 1, source: 2 }), 1);
  assert.deepEqual(decisions.conflicts, []);
  assert.equal(decisions.value('both', { base: 1, target: 2, source: undefined }), 2);
  assert.deepEqual(decisions.conflicts, [{ path: 'both', rule: 'both_changed', base: 1, target: 2, source: null }]);
});

it('resolutions have to belong to something that is merged', () => {
  const take = 'source' as const;
  const decisions = new Decisions([
    { path: 'entries.a.b.fields.title.en-US', take },
    { path: 'entries.other', take },
  ]);
  decisions.regard('entries.a.b');
  assert.deepEqual(decisions.unknown, ['entries.other']);
});

it('a field that takes the id of another one that is renamed or goes comes in a second request', () => {
  const field = {
    number: 1,
    id: 'a',
    name: 'a',
    type: 'string',
    required: false,
    localized: false,
    unique: false,
  } as const;
  const target = {
    type: {
      ...{
        number: 1,
        apiId: 'page',
        kind: 'entry' as const,
        name: 'Page',
        description: '',
        displayField: null,
        slugField: null,
        previewUrl: null,
        previewPicture: null,
        deliverFormerIds: false,
        layout: null,
      },
      ...{
        fields: [{ ...field, home: null }],
        hiddenFields: [],
        nextFieldNumber: 2,
        version: 1,
        createdAt: 0,
        updatedAt: 0,
      },
    },
    slots: new Map([[1, 'b1']]),
  };
  const state = (slot: string, id: string): FieldState => ({ slot, id, settings: { type: 'string' } });
  const merged = { ...type(), fields: [state('b1', 'z'), state('n', 'a')] };
  const requests = typeRequests(merged, target, undefined);
  const ids = requests.map(({ fields }) => fields?.map((one) => (one as { id: string }).id));
  assert.deepEqual(ids, [['z'], ['z', 'a']]);
  assert.deepEqual(requests[0]?.fields?.[0], { id: 'z', type: 'string', previous_id: 'a' });
  assert.equal(typeRequests({ ...type(), fields: [state('b1', 'a')] }, target, undefined).length, 1);
  const had = { ...target, type: { ...target.type, fields: [{ ...field, home: null, former_ids: ['x'] }] } };
  const [request] = typeRequests({ ...type(), fields: [state('b1', 'a')] }, had, undefined);
  assert.deepEqual(request?.fields, [{ id: 'a', type: 'string', former_ids: [] }], 'what a side removed goes');
});
