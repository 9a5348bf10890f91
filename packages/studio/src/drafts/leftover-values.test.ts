/** What becomes of the values that earlier tabs left, each a row: nothing of them is dropped that the server has not. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LeftoverValue } from './device.ts';
import { sortLeft } from './leftover-values.ts';
import { pathOf } from './value-path.ts';

const PATH = pathOf('title', 'en');
const UNFINISHED = { texts: ['1,2,3'], hidesValue: true };

function left(mine: unknown, base: unknown, more: Partial<LeftoverValue> = {}): LeftoverValue {
  return {
    mine,
    base,
    sent: [],
    contentType: 'note',
    isNew: false,
    at: 0,
    key: ['acc', 'usr', 'spc', 'master', 'k', 'tab', PATH],
    address: { space: 'spc', environment: 'master', key: 'k' },
    path: PATH,
    ...more,
  };
}

/** The kinds under which the values come back, by their place in what was left. */
function kindsOf(values: readonly LeftoverValue[], theirs: unknown): Record<string, number[]> {
  const { goOn, toDecide, arrived, unfinished } = sortLeft(values, () => theirs);
  const kinds: [string, readonly LeftoverValue[]][] = Object.entries({ goOn, toDecide, arrived, unfinished });
  return Object.fromEntries(
    kinds.filter(([, some]) => some.length > 0).map(([kind, some]) => [kind, some.map((one) => values.indexOf(one))]),
  );
}

it('goes on where the server has what it was written over, or what was sent without an answer', () => {
  assert.deepEqual(kindsOf([left('mine', 'old')], 'old'), { goOn: [0] });
  assert.deepEqual(kindsOf([left('mine', 'old', { sent: ['mi'] })], 'mi'), { goOn: [0] });
});

it('is to be decided where the server has moved on, and where a later one goes on already', () => {
  assert.deepEqual(kindsOf([left('mine', 'old')], 'theirs'), { toDecide: [0] });
  assert.deepEqual(kindsOf([left('later', 'old'), left('mine', 'old')], 'old'), { goOn: [0], toDecide: [1] });
});

it('has arrived where the server has it, and where it changes nothing', () => {
  assert.deepEqual(kindsOf([left('mine', 'old')], 'mine'), { arrived: [0] });
  assert.deepEqual(kindsOf([left('old', 'old')], 'theirs'), { arrived: [0] });
});

it('goes on with what is no value yet, the latest of it, whatever became of the value beside it', () => {
  const text = { unfinished: UNFINISHED };
  assert.deepEqual(kindsOf([left('old', 'old', text)], 'theirs'), { unfinished: [0] });
  assert.deepEqual(kindsOf([left('mine', 'old', text)], 'old'), { goOn: [0], unfinished: [0] });
  assert.deepEqual(kindsOf([left('mine', 'old', text)], 'theirs'), { toDecide: [0], unfinished: [0] });
  assert.deepEqual(kindsOf([left('old', 'old', text), left('old', 'old', text)], 'old'), {
    arrived: [1],
    unfinished: [0],
  });
});
