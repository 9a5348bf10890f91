/**
 * How one entry merges: whether it is there, its drafts and what is published of it, value by value. Written
 * `<target> + <source> since <base>`: `-` is nothing there, `!` an archived entry, else the values of two fields.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Decisions, type Resolution } from './decisions.ts';
import { mergeValues } from './entry-merge.ts';
import type { ValuesState } from './values-state.ts';

/** `a1 b2` has 1 in field a and 2 in field b; `post:` before it is another content type. */
function state(text: string): ValuesState | undefined {
  if (text === '-') return undefined;
  const [, type = 'page', archived = '', values = ''] = /^(?:(\w+):)?(!?)(.*)$/.exec(text) ?? [];
  const pairs = values
    .split(' ')
    .filter(Boolean)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const);
  return { type, archived: archived === '!', values: new Map(pairs) };
}

interface Given {
  readonly takes?: readonly string[];
  /** What is published of base, target and source. */
  readonly published?: readonly [string, string, string];
  /** Fields that the merged type does not have. */
  readonly without?: string;
}

/** The outcome in words: the action, what changes, what is published, and the conflicts. */
function merge(
  [base, target, source]: readonly [string, string, string],
  { takes = [], published, without = '' }: Given = {},
) {
  const resolutions = takes.map((text): Resolution => {
    const [path = '', take] = text.split('=');
    return { path, take: take as Resolution['take'] };
  });
  const decisions = new Decisions(resolutions);
  const three = (texts: readonly string[]) => {
    const [b, t, s] = texts.map(state);
    return { base: b, target: t, source: s };
  };
  const outcome = mergeValues(
    {
      path: 'e',
      three: three([base, target, source]),
      published: published && three(published),
      placeOf: (place) => ({ path: place, exists: !without.includes(place), show: (value) => value }),
      show: ({ values }) => Object.fromEntries(values),
    },
    decisions,
  );
  const changes = (values: ReadonlyMap<string, unknown>) =>
    [...values].map(([place, value]) => `${place}${value ?? '-'}`);
  return [
    [outcome.action, ...changes(outcome.values), ...(outcome.archived ? ['archived'] : [])].join(' '),
    outcome.published === null
      ? null
      : [...changes(outcome.published.values), ...outcome.published.paths.filter((path) => path === 'status')].join(
          ' ',
        ),
    decisions.conflicts.map(({ path, rule }) => `${path} ${rule}`).join(', '),
  ];
}

type Case = readonly [string, readonly [string, string, string], string, string, (readonly string[])?];

describe('drafts', () => {
  const cases: readonly Case[] = [
    ['nothing changed', ['a1', 'a1', 'a1'], 'none', ''],
    ['the source changed a value', ['a1 b1', 'a1 b1', 'a2 b1'], 'update a2', ''],
    ['the target changed a value', ['a1', 'a2', 'a1'], 'none', ''],
    ['both changed another one', ['a1 b1', 'a2 b1', 'a1 b2'], 'update b2', ''],
    ['both changed one alike', ['a1', 'a2', 'a2'], 'none', ''],
    ['both changed one differently', ['a1', 'a2', 'a3'], 'none', 'e.a both_changed'],
    ['that was decided for the source', ['a1', 'a2', 'a3'], 'update a3', '', ['e.a=source']],
    ['that was decided for the target', ['a1', 'a2', 'a3'], 'none', '', ['e.a=target']],
    ['the source removed a value', ['a1 b1', 'a1 b1', 'b1'], 'update a-', ''],
    ['the source removed what the target changed', ['a1', 'a2', ''], 'none', 'e.a both_changed'],
    ['the source added a value', ['a1', 'a1', 'a1 b1'], 'update b1', ''],
    ['both added one differently', ['', 'a1', 'a2'], 'none', 'e.a both_changed'],
    ['the whole was decided for the source', ['a1 b1', 'a2 b1', 'a1 b2'], 'update a1 b2', '', ['e=source']],
    ['the whole was decided for the target', ['a1', 'a1', 'a2'], 'none', '', ['e=target']],
    [
      'one value out of a whole that was decided',
      ['a1 b1', 'a2 b1', 'a3 b2'],
      'update b2',
      '',
      ['e=source', 'e.a=target'],
    ],
    ['the source created it', ['-', '-', 'a1'], 'create a1', ''],
    ['the source created it, and it is not wanted', ['-', '-', 'a1'], 'none', '', ['e=target']],
    ['both created it', ['-', 'a1 b1', 'a1 b2'], 'none', 'e.b both_changed'],
    ['the target created it', ['-', 'a1', '-'], 'none', ''],
    ['the source deleted it', ['a1', 'a1', '-'], 'delete', ''],
    ['the source deleted what the target changed', ['a1', 'a2', '-'], 'none', 'e deleted'],
    ['that was decided for deleting', ['a1', 'a2', '-'], 'delete', '', ['e=source']],
    ['that was decided for keeping', ['a1', 'a2', '-'], 'none', '', ['e=target']],
    ['the target deleted it', ['a1', '-', 'a1'], 'none', ''],
    ['the target deleted what the source changed', ['a1', '-', 'a2'], 'none', 'e deleted'],
    ['that was decided for creating it again', ['a1', '-', 'a2 b1'], 'create a2 b1', '', ['e=source']],
    ['both deleted it', ['a1', '-', '-'], 'none', ''],
    ['the source archived it', ['a1', 'a1', '!a1'], 'update archived', ''],
    ['the source brought it back', ['!a1', '!a1', 'a1'], 'update', ''],
    ['the target archived what the source changed', ['a1', '!a1', 'a2'], 'update a2 archived', ''],
    ['the source made it again of another type', ['a1', 'a1', 'post:a1'], 'none', 'e no_place'],
    ['the target made it again of another type', ['a1', 'post:a1', 'a1'], 'none', ''],
    ['the target made it again, and the source changed it', ['a1', 'post:a1', 'a2'], 'none', 'e no_place'],
    ['both made it again of another type', ['a1', 'post:a2', 'post:a2 b1'], 'update b1', ''],
  ];
  for (const [what, states, outcome, conflicts, takes] of cases)
    test(`${states.join(' | ')}: ${what}`, () => {
      assert.deepEqual(merge(states, takes === undefined ? {} : { takes }), [outcome, null, conflicts]);
    });

  test('a change of a field that the merged type does not have needs a decision, unless it is for the target', () => {
    const states = ['a1 b1', 'a1 b1', 'a2 b2'] as const;
    assert.deepEqual(merge(states, { without: 'a' }), ['update b2', null, 'e.a no_place']);
    assert.deepEqual(merge(states, { without: 'a', takes: ['e.a=target'] }), ['update b2', null, '']);
    assert.deepEqual(merge(['-', '-', 'a1 b1'], { without: 'a' }), ['create b1', null, 'e.a no_place']);
  });
});

describe('what is published', () => {
  type PublishedCase = readonly [
    what: string,
    drafts: readonly [string, string, string],
    published: readonly [string, string, string],
    expected: readonly [string, string | null, string],
    takes?: readonly string[],
  ];
  const cases: readonly PublishedCase[] = [
    ['nothing was published since', ['a1', 'a1', 'a1'], ['a1', 'a1', 'a1'], ['none', null, '']],
    ['the source published a change', ['a1', 'a1', 'a2'], ['a1', 'a1', 'a2'], ['update a2', 'a2', '']],
    ['the source has it in its draft alone', ['a1', 'a1', 'a2'], ['a1', 'a1', 'a1'], ['update a2', null, '']],
    ['the source published it for the first time', ['a1', 'a1', 'a1'], ['-', '-', 'a1'], ['update', 'a1 status', '']],
    ['it is new and published', ['-', '-', 'a1'], ['-', '-', 'a1'], ['create a1', 'a1 status', '']],
    ['it is new and a draft', ['-', '-', 'a1'], ['-', '-', '-'], ['create a1', null, '']],
    ['the source took it down', ['a1', 'a1', 'a1'], ['a1', 'a1', '-'], ['none', null, '']],
    ['the target took it down', ['a1', 'a1', 'a1'], ['a1', '-', 'a1'], ['none', null, '']],
    [
      'the target took down what the source published',
      ['a1', 'a1', 'a2'],
      ['a1', '-', 'a2'],
      ['update a2', null, 'e.status deleted'],
    ],
    [
      'that was decided for the source',
      ['a1', 'a1', 'a2'],
      ['a1', '-', 'a2'],
      ['update a2', 'a2 status', ''],
      ['e.status=source'],
    ],
    [
      'that was decided for the target',
      ['a1', 'a1', 'a2'],
      ['a1', '-', 'a2'],
      ['update a2', null, ''],
      ['e.status=target'],
    ],
    [
      'both published one value differently',
      ['a1', 'a2', 'a3'],
      ['a1', 'a2', 'a3'],
      ['none', null, 'e.a both_changed'],
    ],
    [
      'the target has a newer draft of what the source published',
      ['a1', 'a2', 'a3'],
      ['a1', 'a1', 'a3'],
      ['update', 'a3', ''],
    ],
    [
      'both published what was a draft, the source as it was',
      ['a1', 'a2', 'a1'],
      ['-', 'a2', 'a1'],
      ['none', null, 'e.a both_changed'],
    ],
    ['it is archived by the merge', ['a1', 'a1', '!a2'], ['a1', 'a1', '-'], ['update a2 archived', null, '']],
  ];
  for (const [what, drafts, published, expected, takes] of cases)
    test(`${drafts.join(' | ')}, published ${published.join(' | ')}: ${what}`, () => {
      assert.deepEqual(merge(drafts, takes === undefined ? { published } : { published, takes }), expected);
    });
});
