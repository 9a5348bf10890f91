/** How a plan is divided into writes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PartOrder, partsOf } from './parts.ts';
import type { MergePlan } from './plan.ts';

type Action = 'create' | 'update' | 'delete';

/** A plan that changes entries and assets, and the content types that it changes; each entry has a row in the ancestor. */
function planOf(
  entries: Record<string, Action>,
  more: { assets?: Record<string, Action>; types?: Record<string, Action> } = {},
) {
  const { assets = {}, types = {} } = more;
  const bases = [...Object.keys(entries), 'unchanged'].map((key) => ({ kind: 'entry', key, resource: null }));
  const sides = (action: Action) => ({ source: action === 'delete' ? undefined : {} });
  return {
    relation: {},
    types: new Map(
      Object.entries(types).map(([apiId, action]) => [
        apiId,
        { outcome: { action }, sides: sides(action), requests: [{}] },
      ]),
    ),
    entries: Object.entries(entries).map(([key, action]) => ({ key, outcome: { action } })),
    values: Object.entries(assets).map(([key, action]) => ({ kind: { name: 'asset' }, key, outcome: { action } })),
    bases,
    rebasedTypes: Object.keys(types),
    keeps: [],
  } as unknown as Omit<MergePlan, 'parts'>;
}

function divided(plan: Omit<MergePlan, 'parts'>, order: Partial<PartOrder>, max: number, whole = max) {
  const none = { exchanges: [], needs: new Map(), shownAgain: new Set<string>() };
  return partsOf(plan, { ...none, ...order }, { whole, part: max });
}

function keysIn(parts: ReturnType<typeof divided>): string[] {
  return parts.map(({ entries, values }) => [...values, ...entries].map(({ key }) => key).join(' '));
}

describe('the parts of a merge', () => {
  it('are one if one write may change it all', () => {
    const plan = planOf({ a: 'create', b: 'delete' }, { types: { one: 'update' } });
    const [only, ...others] = divided(plan, {}, 3);
    assert.deepEqual([only?.types, only?.bases, others], [plan.types, plan.bases, []]);
    assert.equal(divided(plan, {}, 1, 3).length, 1, 'of which larger merges have several');
    assert.equal(divided(plan, {}, 1, 2).length, 3);
  });

  it('begin with types and assets, and end with what is deleted', () => {
    const types = { kept: 'update', gone: 'delete' } as const;
    const plan = planOf({ a: 'delete', b: 'update', c: 'create' }, { types, assets: { x: 'delete', y: 'create' } });
    const parts = divided(plan, {}, 2);
    assert.deepEqual(
      keysIn(parts),
      ['y', 'b c', 'x a', ''].map((keys) => keys),
    );
    const actions = parts.map((part) => ['kept', 'gone'].map((apiId) => part.types.get(apiId)?.outcome.action));
    assert.deepEqual(actions, [
      ['update', 'none'],
      ['none', 'none'],
      ['none', 'none'],
      ['none', 'delete'],
    ]);
    assert.deepEqual(
      parts.map(({ rebasedTypes }) => rebasedTypes),
      [['kept'], [], [], ['gone']],
    );
  });

  it('write what others need first, and know what is to come in a circle', () => {
    const plan = planOf({ a: 'create', b: 'create', c: 'create', d: 'create' });
    const needs = new Map([
      ['a', ['d']],
      ['d', ['c']],
      ['c', ['d']],
    ]);
    const parts = divided(plan, { needs }, 1);
    assert.deepEqual(keysIn(parts), ['c', 'd', 'a', 'b']);
    const comingTo = (part: (typeof parts)[number] | undefined) =>
      ['a', 'b', 'c', 'd'].filter((key) => part?.coming.has(`entry ${key}`));
    assert.deepEqual([comingTo(parts[0]), comingTo(parts.at(-1))], [['a', 'b', 'd'], []]);
  });

  it('keep together what exchanges slugs, also with what is deleted, and what shows again', () => {
    const plan = planOf({ a: 'update', b: 'update', c: 'delete', d: 'create', e: 'update' });
    const exchanges = [
      ['a', 'c'],
      ['d', 'a'],
    ] as const;
    assert.deepEqual(keysIn(divided(plan, { exchanges }, 3)), ['a c d', 'b e']);
    assert.deepEqual(keysIn(divided(plan, { shownAgain: new Set(['b', 'e']) }, 2)), ['b e', 'a d', 'c']);
    assert.equal(divided(plan, { exchanges }, 2)[0]?.entries.length, 3, 'more than a part may have');
  });

  it('have the rows of the ancestor that belong to them', () => {
    const parts = divided(planOf({ a: 'update', b: 'update' }), {}, 1);
    assert.deepEqual(
      parts.map(({ bases }) => bases.map(({ key }) => key)),
      [['a', 'unchanged'], ['b']],
    );
  });
});
