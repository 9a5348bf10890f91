/** How one content type merges: whether it is there, its names, and its fields one by one. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Layout } from '../../../../../contract/src/layout.ts';
import { Decisions, type Resolution } from './decisions.ts';
import { mergeType, type TypeFacts } from './type-merge.ts';
import { typeRequests } from './type-request.ts';
import type { FieldState, TypeState } from './type-state.ts';

/** `a b` has two fields whose slots and ids are those; `a=x` is the field a under the id x, `a*` one that is localized. */
function type(text: string, more: Partial<TypeState> = {}): TypeState | undefined {
  if (text === '-') return undefined;
  const fields = text
    .split(' ')
    .filter(Boolean)
    .map((one): FieldState => {
      const [, slot = '', id = slot, star] = /^(\w)(?:=(\w))?(\*?)$/.exec(one) ?? [];
      return { slot, id, settings: { type: 'string', localized: star === '*' } };
    });
  return { name: 'Page', description: '', displayField: null, slugField: null, previewUrl: null, fields, ...more };
}

const EMPTY: TypeFacts = { holds: () => false, holdsOtherLocales: () => false, holdsBlocks: () => false };
const FULL: TypeFacts = { holds: () => true, holdsOtherLocales: () => true, holdsBlocks: () => true };

function merged(
  states: readonly (TypeState | undefined)[],
  { takes = [], facts = EMPTY }: { takes?: readonly string[]; facts?: TypeFacts } = {},
) {
  const resolutions = takes.map((text): Resolution => {
    const [path = '', take] = text.split('=');
    return { path, take: take as Resolution['take'] };
  });
  const decisions = new Decisions(resolutions);
  const [base, target, source] = states;
  const outcome = mergeType('t', { base, target, source }, facts, decisions);
  const fields = outcome.type?.fields.map(
    ({ slot, id, settings }) => `${slot}${id === slot ? '' : `=${id}`}${settings.localized === true ? '*' : ''}`,
  );
  return {
    said: [
      outcome.action,
      fields?.join(' ') ?? '-',
      decisions.conflicts.map(({ path, rule }) => `${path} ${rule}`).join(', '),
    ],
    outcome,
  };
}

test('the ids that fields had before are those of both sides without what one of them removed', () => {
  const state = (...fields: (readonly [string, string, ...string[]])[]): TypeState => ({
    ...(type('') as TypeState),
    fields: fields.map(([slot, id, ...former]) => ({ slot, id, settings: { type: 'string', former_ids: former } })),
  });
  const base = state(['a', 'a', 'x', 'y']);
  const both = merged([base, state(['a', 'b', 'x', 'y', 'a']), state(['a', 'a', 'y', 'z'])]);
  assert.deepEqual(both.outcome.type?.fields[0]?.settings.former_ids, ['y', 'a', 'z']);
  assert.deepEqual(both.said[2], '', 'there is nothing to decide');
  const taken = merged([base, state(['a', 'a', 'x', 'y']), state(['a', 'a', 'y'], ['n', 'x'])]);
  assert.deepEqual(taken.outcome.type?.fields[0]?.settings.former_ids, ['y']);
  const emptied = merged([base, base, state(['a', 'a'])]);
  assert.deepEqual(emptied.outcome.paths, ['fields.a']);
  assert.deepEqual(emptied.outcome.type?.fields[0]?.settings, { type: 'string' });
});

type Case = readonly [
  string,
  readonly [string, string, string],
  string,
  string,
  string,
  { takes?: readonly string[]; facts?: TypeFacts }?,
];
const cases: readonly Case[] = [
  ['nothing changed', ['a b', 'a b', 'a b'], 'none', 'a b', ''],
  ['the source added a field', ['a', 'a', 'a b'], 'update', 'a b', ''],
  ['both added one', ['a', 'a b', 'a c'], 'update', 'a c b', ''],
  ['both added one of the same id', ['a', 'a b=x', 'a c=x'], 'none', 'a b=x', 't.fields.x taken'],
  ['that was decided for the source', ['a', 'a b=x', 'a c=x'], 'update', 'a c=x', '', { takes: ['t.fields.x=source'] }],
  ['the source removed a field', ['a b', 'a b', 'a'], 'update', 'a', ''],
  ['which is not wanted', ['a b', 'a b', 'a'], 'none', 'a b', '', { takes: ['t.fields.b=target'] }],
  [
    'the source removed a field that holds values',
    ['a b', 'a b', 'a'],
    'none',
    'a b',
    't.fields.b data_loss',
    { facts: FULL },
  ],
  ['which was decided for', ['a b', 'a b', 'a'], 'update', 'a', '', { facts: FULL, takes: ['t.fields.b=source'] }],
  ['the source removed what the target changed', ['a b', 'a b*', 'a'], 'none', 'a b*', 't.fields.b deleted'],
  ['the target removed a field', ['a b', 'a', 'a b'], 'none', 'a', ''],
  ['the target removed what the source changed', ['a b', 'a', 'a b*'], 'none', 'a', 't.fields.b deleted'],
  ['the source renamed a field', ['a', 'a', 'a=x'], 'update', 'a=x', ''],
  ['both renamed it', ['a', 'a=x', 'a=y'], 'none', 'a=x', 't.fields.x.id both_changed'],
  [
    'the source renamed one to what the target named another',
    ['a b', 'a b=x', 'a=x b'],
    'none',
    'a b=x',
    't.fields.a.id taken',
  ],
  ['the source localized a field', ['a', 'a', 'a*'], 'update', 'a*', ''],
  ['the source narrowed an empty field', ['a*', 'a*', 'a'], 'update', 'a', ''],
  [
    'the source narrowed one with other locales',
    ['a*', 'a*', 'a'],
    'none',
    'a*',
    't.fields.a.localized data_loss',
    { facts: FULL },
  ],
  [
    'which was decided for',
    ['a*', 'a*', 'a'],
    'update',
    'a',
    '',
    { facts: FULL, takes: ['t.fields.a.localized=source'] },
  ],
  ['the source moved fields', ['a b c', 'a b c', 'c a b'], 'update', 'c a b', ''],
  ['the source created the type', ['-', '-', 'a'], 'create', 'a', ''],
  ['the source deleted it', ['a', 'a', '-'], 'delete', '-', ''],
  ['the source deleted what the target changed', ['a', 'a b', '-'], 'none', 'a b', 't deleted'],
  ['which was decided for', ['a', 'a b', '-'], 'delete', '-', '', { takes: ['t=source'] }],
  ['the target deleted it', ['a', '-', 'a'], 'none', '-', ''],
  ['the target deleted what the source changed', ['a', '-', 'a b'], 'none', '-', 't deleted'],
  ['which was decided for the source', ['a', '-', 'a b'], 'create', 'a b', '', { takes: ['t=source'] }],
  ['the target created it', ['-', 'a', '-'], 'none', 'a', ''],
  ['nobody has it any more', ['a', '-', '-'], 'none', '-', ''],
];
for (const [what, states, action, fields, conflicts, given] of cases)
  test(`${states.join(' | ')}: ${what}`, () => {
    assert.deepEqual(
      merged(
        states.map((one) => type(one)),
        given,
      ).said,
      [action, fields, conflicts],
    );
  });

test('only a decision for hidden values says that values are hidden', () => {
  const states = ['a b', 'a b', 'a'].map((one) => type(one));
  const hides = (facts: TypeFacts, takes: string[]) => merged(states, { facts, takes }).outcome.hides;
  assert.deepEqual([hides(EMPTY, []), hides(FULL, []), hides(FULL, ['t.fields.b=source'])], [false, false, true]);
});

describe('the fields that are named', () => {
  const named = (displayField: string | null, fields = 'a b') => type(fields, { displayField });
  test('are merged like any setting', () => {
    assert.equal(merged([named('a'), named('a'), named('b')]).outcome.type?.displayField, 'b');
    assert.equal(merged([named('a'), named(null), named('a')]).outcome.type?.displayField, null);
    assert.deepEqual(merged([named('a'), named(null), named('b')]).said[2], 't.display_field both_changed');
  });
  test('are none once the field has gone', () => {
    assert.equal(merged([named('b'), named('b'), named('b', 'a')]).outcome.type?.displayField, null);
  });
});

test('names, description and preview merge one by one', () => {
  const { outcome } = merged([
    type('a'),
    type('a', { name: 'Site' }),
    type('a', { description: 'x', previewUrl: 'https://x' }),
  ]);
  const { name, description, previewUrl } = outcome.type ?? assert.fail();
  assert.deepEqual(
    [name, description, previewUrl, outcome.paths],
    ['Site', 'x', 'https://x', ['description', 'preview_url']],
  );
});

describe('layouts', () => {
  const laidOut = (fields: string, order: string) =>
    type(fields, {
      layout: { groups: [{ id: 'main', name: 'Main', display: 'tab', fields: [...order] }], side: [], half: [] },
    });
  const orderOf = ({ outcome }: ReturnType<typeof merged>) => outcome.type?.layout?.groups[0]?.fields.join('');
  test('merge as a whole, and conflict where both sides changed them', () => {
    const both = merged([laidOut('a b', 'ab'), laidOut('a b', 'ba'), laidOut('a b', 'b')]);
    assert.deepEqual([orderOf(both), both.said[2]], ['ba', 't.layout both_changed']);
    const taken = merged([laidOut('a b', 'ab'), laidOut('a b', 'ba'), laidOut('a b', 'b')], {
      takes: ['t.layout=source'],
    });
    assert.deepEqual([orderOf(taken), taken.outcome.paths], ['b', ['layout']]);
  });
  test('of a type that had none come over', () => {
    assert.equal(orderOf(merged([type('a b'), type('a b', { layout: null }), laidOut('a b', 'ba')])), 'ba');
  });
  test('lose a field that one side removed, without a conflict with what the other moved', () => {
    const some = merged([laidOut('a b c', 'abc'), laidOut('a b', 'ab'), laidOut('a b c', 'cba')]);
    assert.deepEqual([orderOf(some), some.outcome.paths, some.said[2] ?? ''], ['ba', ['layout'], '']);
  });
  test('name a renamed field by its id of the merge', () => {
    const [base, target, source] = [laidOut('a b', 'ab'), laidOut('a b', 'ba'), laidOut('a=x b', 'ab')];
    const { outcome } = merged([base, target, source]);
    const [request] = typeRequests(outcome.type ?? assert.fail(), undefined, base);
    assert.deepEqual((request?.layout as Layout | undefined)?.groups[0]?.fields, ['b', 'x']);
  });
});
