/** Two sides change one list of blocks: every block is there afterwards, once, with what both did to it, or asked about. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Block,
  type BlocksConflict,
  type Choice,
  type InnerFields,
  mergeBlocks,
  resolveBlocks,
} from '../../src/blocks-merge.ts';
import { rules } from './histories.ts';
import { checkHistories } from './properties.ts';

const RUNS = 100;
const SEED = 39;

const block = (id: string, fields: InnerFields = {}, type = 'section'): Block => ({ id, type, fields });
const list = (ids: string): readonly Block[] => [...ids].map((id) => block(id));
const title = (en?: string, de?: string) => ({ title: { ...(en && { en }), ...(de && { de }) } });
const same: Pick<BlocksConflict, 'kind' | 'path'>[] = [];

interface Row {
  readonly title: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly value: unknown;
  readonly conflicts?: readonly Pick<BlocksConflict, 'kind' | 'path'>[];
}

describe('merging blocks', () => {
  const orders = [
    { title: 'a move by each side', base: 'abcde', mine: 'eabcd', theirs: 'acdbe', order: 'eacdb' },
    {
      title: 'a move beside an insertion, which stays behind the same block',
      base: 'abc',
      mine: 'axbc',
      theirs: 'bca',
      order: 'bcax',
    },
    { title: 'insertions at one place, each side together', base: 'ab', mine: 'axyb', theirs: 'apqb', order: 'apqxyb' },
    {
      title: 'an insertion behind a block that the other side removed',
      base: 'abc',
      mine: 'abxc',
      theirs: 'ac',
      order: 'axc',
    },
    { title: 'a move of a block that the other side removed', base: 'abc', mine: 'cab', theirs: 'ab', order: 'ab' },
    {
      title: 'moves that contradict each other, of which those of one side hold',
      base: 'abcd',
      mine: 'bacd',
      theirs: 'acbd',
      order: 'acbd',
    },
  ];
  for (const { title: name, order, ...sides } of orders)
    it(`orders ${name}`, () => {
      const [base, mine, theirs] = [list(sides.base), list(sides.mine), list(sides.theirs)];
      for (const three of [
        { base, mine, theirs },
        { base, mine: theirs, theirs: mine },
      ])
        assert.deepEqual(mergeBlocks('blocks', three, rules), { value: list(order), conflicts: [] });
    });

  const rows: readonly Row[] = [
    {
      title: 'the fields and locales of one block are changed by both sides',
      base: [block('a', title('one', 'eins'))],
      mine: [block('a', title('two', 'eins'))],
      theirs: [block('a', { ...title('one', 'zwei'), constructor: 'blue' })],
      value: [block('a', { ...title('two', 'zwei'), constructor: 'blue' })],
    },
    {
      title: 'each side removes another locale, which leaves no empty map',
      base: [block('a', title('one', 'eins'))],
      mine: [block('a', title('one'))],
      theirs: [block('a', title(undefined, 'eins'))],
      value: [block('a')],
    },
    {
      title: 'the same place is asked about alone, with mine in it',
      base: [block('a', { items: [block('b', title('one'))] })],
      mine: [block('a', { items: [block('b', title('two'))] })],
      theirs: [block('a', { items: [block('b', title('three', 'drei'))] })],
      value: [block('a', { items: [block('b', title('two', 'drei'))] })],
      conflicts: [{ kind: 'value', path: 'a.items.b.title.en' }],
    },
    {
      title: 'a block that one side removed and the other changed stays until that is decided',
      base: list('abc'),
      mine: list('ac'),
      theirs: [block('a'), block('b', title('two')), block('c')],
      value: [block('a'), block('b', title('two')), block('c')],
      conflicts: [{ kind: 'removed', path: 'b' }],
    },
    {
      title: 'a component inside of a block is merged by its fields',
      base: [block('a', { seo: { fields: title('one') } })],
      mine: [block('a', { seo: { fields: title('two') } })],
      theirs: [block('a', { seo: { fields: title('one', 'eins') } })],
      value: [block('a', { seo: { fields: title('two', 'eins') } })],
    },
    {
      title: 'both sides insert a block with the same id',
      base: undefined,
      mine: [block('a', title('one')), block('b')],
      theirs: [block('c'), block('a', title('two', 'zwei'))],
      value: [block('c'), block('a', title('one', 'zwei')), block('b')],
      conflicts: [{ kind: 'value', path: 'a.title.en' }],
    },
    {
      title: 'a block that got another type on one side and was edited on the other is asked about as a whole',
      base: [block('a', title('one'), 'hero')],
      mine: [block('a', title('one'), 'quote')],
      theirs: [block('a', title('two'), 'hero')],
      value: [block('a', title('one'), 'quote')],
      conflicts: [{ kind: 'value', path: 'a' }],
    },
    {
      title: 'a list with an id twice on one side is taken whole',
      base: list('ab'),
      mine: list('abb'),
      theirs: list('b'),
      value: list('abb'),
      conflicts: [{ kind: 'value', path: '' }],
    },
    {
      title: 'a block that one side changed stays where the other removed the list',
      base: list('ab'),
      mine: undefined,
      theirs: [block('a'), block('b', title('two'))],
      value: [block('b', title('two'))],
      conflicts: [{ kind: 'removed', path: 'b' }],
    },
    {
      title: 'one side empties the list and the other removes it',
      base: list('a'),
      mine: [],
      theirs: undefined,
      value: undefined,
    },
  ];
  for (const { title: name, value, conflicts = same, ...sides } of rows)
    it(name, () => {
      const merged = mergeBlocks('blocks', sides, rules);
      assert.deepEqual(merged.value, value);
      assert.deepEqual(
        merged.conflicts.map(({ kind, path }) => ({ kind, path })),
        conflicts,
      );
    });

  it('holds what the deep test checks', () => checkHistories({ runs: RUNS, seed: SEED }));
});

describe('deciding between blocks', () => {
  const sides = {
    base: [block('a', title('one', 'eins')), block('b', title('b'))],
    mine: [block('a', title('two', 'zwei'))],
    theirs: [block('a', title('three', 'eins')), block('b', title('c'))],
  };
  const rows: readonly {
    readonly title: string;
    readonly choices: Record<string, Choice>;
    readonly value: unknown;
    readonly left?: readonly string[];
  }[] = [
    {
      title: 'takes a side where both changed a place',
      choices: { 'a.title.en': 'theirs' },
      value: [block('a', title('three', 'zwei')), block('b', title('c'))],
      left: ['b'],
    },
    {
      title: 'removes the block that one side removed',
      choices: { 'a.title.en': 'mine', b: 'mine' },
      value: [block('a', title('two', 'zwei'))],
    },
    {
      title: 'takes another value',
      choices: { 'a.title.en': { value: 'four' }, b: 'theirs' },
      value: [block('a', title('four', 'zwei')), block('b', title('c'))],
    },
    {
      title: 'takes a whole block',
      choices: { a: 'theirs', b: { value: block('b') } },
      value: [block('a', title('three', 'eins')), block('b')],
    },
    {
      title: 'counts also where only one side changed something',
      choices: { 'a.title.de': 'theirs', b: 'mine' },
      value: [block('a', title('two', 'eins'))],
      left: ['a.title.en'],
    },
  ];
  for (const { title: name, choices, value, left = [] } of rows)
    it(name, () => {
      const resolved = resolveBlocks('blocks', sides, { ...rules, choices: new Map(Object.entries(choices)) });
      assert.deepEqual(resolved.value, value);
      assert.deepEqual(
        resolved.conflicts.map(({ path }) => path),
        left,
      );
    });

  it('changes nothing below a block that got another type', () => {
    const [base, mine] = [[block('a', title('one'))], [block('a', title('two'), 'quote')]];
    const choices = new Map<string, Choice>([['a.title.en', 'theirs']]);
    const resolved = resolveBlocks('blocks', { base, mine, theirs: base }, { ...rules, choices });
    assert.deepEqual(resolved, { value: mine, conflicts: [] });
  });

  it('counts below a block that only one side changed', () => {
    const [base, mine] = [[block('a', title('one', 'eins'))], [block('a', title('two', 'zwei'))]];
    const choices = new Map<string, Choice>([['a.title.de', 'theirs']]);
    const { value } = resolveBlocks('blocks', { base, mine, theirs: base }, { ...rules, choices });
    assert.deepEqual(value, [block('a', title('two', 'eins'))]);
  });
});

describe('what callers say about merging blocks', () => {
  it('a value may be merged by itself, and places have the names that they get', () => {
    const text = (value: string) => [block('a', title(value))];
    const place = { type: 'section', key: 'title', locale: 'en', isWithin: false };
    const sides = { base: text('x'), mine: text('mine'), theirs: text('theirs') };
    const merged = (clashes: readonly unknown[]) =>
      mergeBlocks('blocks', sides, {
        ...rules,
        nameOf: ({ type, key, locale }) => `${type}-${key}-${locale}`,
        mergeValue: ({ mine, theirs }) => ({ value: `${mine} and ${theirs}`, base: 'y', clashes }),
      });
    assert.deepEqual(merged([]), { value: text('mine and theirs'), conflicts: [] });
    assert.deepEqual(merged(['one']), {
      value: text('mine and theirs'),
      conflicts: [
        { path: 'a.section-title-en', kind: 'value', place, isWithin: true, base: 'y', mine: 'mine', theirs: 'theirs' },
      ],
    });
  });

  it('a field of a value that belongs to one locale has no map by locale', () => {
    const sides = { base: [block('a', title('x'))], mine: [block('a', title('y'))], theirs: [block('a', title('z'))] };
    const [conflict] = mergeBlocks('blocks', sides, { ...rules, isWithin: true }).conflicts;
    assert.equal(conflict?.path, 'a.title');
    const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((items) => [
      block('b', { asides: { en: [block('c', { items })] } }),
    ]);
    const inside = mergeBlocks('blocks', { base, mine, theirs }, rules).conflicts;
    assert.deepEqual(
      inside.map(({ path, place }) => ({ path, place })),
      [
        {
          path: 'b.asides.en.c.items.a.title',
          place: { type: 'section', key: 'title', locale: undefined, isWithin: true },
        },
      ],
    );
  });

  it('one component is merged by its fields, and stays where one side removed and the other changed it', () => {
    const sides = {
      base: { fields: title('one') },
      mine: { fields: title('one', 'eins') },
      theirs: { fields: title('two') },
    };
    const seo = { component: 'seo' };
    assert.deepEqual(mergeBlocks(seo, sides, rules), { value: { fields: title('two', 'eins') }, conflicts: [] });
    const removed = { ...sides, theirs: undefined };
    assert.deepEqual(mergeBlocks(seo, removed, rules), {
      value: sides.mine,
      conflicts: [{ path: '', kind: 'removed', place: null, isWithin: false, ...removed }],
    });
  });
});
