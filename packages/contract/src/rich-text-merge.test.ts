/** Two sides change one rich text: what both wrote is there afterwards, once, or asked about. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { RichTextNode } from './rich-text.ts';
import { type BlockClash, type MergedText, type MergeRules, mergeRichText } from './rich-text-merge.ts';

const RUNS = 3_000;
const BLOCKS_MAX = 6;

const text = (words: string): RichTextNode => ({ type: 'text', text: words });
const paragraph = (words = ''): RichTextNode => ({
  type: 'paragraph',
  ...(words !== '' && { content: [text(words)] }),
});
const list = (...items: string[]): RichTextNode => ({
  type: 'bulletList',
  content: items.map((words) => ({ type: 'listItem', content: [paragraph(words)] })),
});
const doc = (...blocks: readonly (RichTextNode | string)[]): RichTextNode => ({
  type: 'doc',
  content: blocks.map((block) => (typeof block === 'string' ? paragraph(block) : block)),
});

function merge(base: unknown, mine: unknown, theirs: unknown, rules?: MergeRules): MergedText {
  return mergeRichText({ base, mine, theirs }, rules) as MergedText;
}

const [A, B, C] = ['The harbour at dawn', 'Boats leave before six', 'Nets dry on the quay'] as const;

describe('merging a rich text by block', () => {
  const rows: readonly {
    readonly title: string;
    readonly mine: RichTextNode;
    readonly theirs: RichTextNode;
    readonly value: RichTextNode;
    readonly base?: RichTextNode;
    readonly clashes?: readonly BlockClash[];
  }[] = [
    {
      title: 'different blocks are both kept, also next to each other',
      mine: doc(`${A}, says Ada`, B, C),
      theirs: doc(A, `${B}, says Ben`, C),
      value: doc(`${A}, says Ada`, `${B}, says Ben`, C),
    },
    {
      title: 'the same block is asked about alone, and mine stands in its place',
      mine: doc(`${A}, says Ada`, B, C),
      theirs: doc(`${A}, says Ben`, B, `${C} again`),
      value: doc(`${A}, says Ada`, B, `${C} again`),
      clashes: [{ mine: paragraph(`${A}, says Ada`), theirs: paragraph(`${A}, says Ben`) }],
    },
    {
      title: 'the same change by both is no question',
      mine: doc(`${A}!`, B, C),
      theirs: doc(`${A}!`, B, `${C}!`),
      value: doc(`${A}!`, B, `${C}!`),
    },
    {
      title: 'what is new at the same place is all kept, theirs first',
      mine: doc(A, 'Mine', 'And mine', B, C),
      theirs: doc(A, 'Theirs', B, C),
      value: doc(A, 'Theirs', 'Mine', 'And mine', B, C),
    },
    {
      title: 'what both inserted alike stands once',
      mine: doc(A, 'The same', 'Mine', B, C),
      theirs: doc(A, 'The same', B, C),
      value: doc(A, 'The same', 'Mine', B, C),
    },
    {
      title: 'what both wrote into an empty paragraph is kept',
      base: doc(A, paragraph()),
      mine: doc(A, 'Mine'),
      theirs: doc(A, 'Theirs'),
      value: doc(A, 'Theirs', 'Mine'),
    },
    {
      title: 'a block that was moved here and changed there is moved and changed',
      mine: doc(C, A, B),
      theirs: doc(A, B, `${C}, says Ben`),
      value: doc(`${C}, says Ben`, A, B),
    },
    {
      title: 'a block that both moved stands once, where mine is',
      mine: doc(C, A, B),
      theirs: doc(A, C, B),
      value: doc(C, A, B),
    },
    {
      title: 'a block that was moved and changed at once is known again',
      mine: doc(`${C} in the sun`, A, B),
      theirs: doc(A, B, `${C} until noon`),
      value: doc(`${C} in the sun`, A, B),
      clashes: [{ mine: paragraph(`${C} in the sun`), theirs: paragraph(`${C} until noon`) }],
    },
    {
      title: 'what they removed and mine changed stays, and is asked about',
      mine: doc(A, `${B}, says Ada`, C),
      theirs: doc(A, C),
      value: doc(A, `${B}, says Ada`, C),
      clashes: [{ mine: paragraph(`${B}, says Ada`), theirs: null }],
    },
    {
      title: 'what mine removed and they changed is asked about',
      mine: doc(A, C),
      theirs: doc(A, `${B}, says Ben`, C),
      value: doc(A, C),
      clashes: [{ mine: null, theirs: paragraph(`${B}, says Ben`) }],
    },
    {
      title: 'different items of a list are both kept',
      base: doc(list(A, B)),
      mine: doc(list(`${A}!`, B, 'Mine')),
      theirs: doc(list(A, `${B}!`)),
      value: doc(list(`${A}!`, `${B}!`, 'Mine')),
    },
    {
      title: 'the same item of a list is asked about alone',
      base: doc(list(A, B)),
      mine: doc(list(`${A}!`, B)),
      theirs: doc(list(`${A}?`, `${B}?`)),
      value: doc(list(`${A}!`, `${B}?`)),
      clashes: [{ mine: paragraph(`${A}!`), theirs: paragraph(`${A}?`) }],
    },
  ];
  for (const { title, base = doc(A, B, C), mine, theirs, value, clashes = [] } of rows)
    it(title, () => {
      const merged = merge(base, mine, theirs);
      assert.deepEqual(merged.value, value);
      assert.deepEqual(merged.clashes, clashes);
    });

  it('cells of a table are merged by their place; a table with other rows is one block', () => {
    const table = (...rows: readonly (readonly string[])[]): RichTextNode => ({
      type: 'table',
      content: rows.map((cells) => ({
        type: 'tableRow',
        content: cells.map((words) => ({ type: 'tableCell', content: [paragraph(words)] })),
      })),
    });
    const base = doc(table(['a', 'b'], ['c', 'd']));
    const mine = doc(table(['a', 'mine'], ['c', 'd']));
    assert.deepEqual(
      merge(base, mine, doc(table(['a', 'b'], ['theirs', 'd']))).value,
      doc(table(['a', 'mine'], ['theirs', 'd'])),
    );
    const longer = merge(base, mine, doc(table(['a', 'b'], ['c', 'd'], ['e', 'f'])));
    assert.deepEqual([longer.value, longer.clashes.length], [mine, 1]);
  });

  it('what is theirs because I sent it is mine, and is not doubled where I wrote on', () => {
    const sent = [doc(A, 'New', B)];
    const merged = merge(doc(A, B), doc(A, 'New and more', B), doc(A, 'New', `${B}, says Ben`), { sent });
    assert.deepEqual(merged.value, doc(A, 'New and more', `${B}, says Ben`));
    const changed = merge(doc(A, B), doc(`${A} and more`, B), doc(`${A} and`, B), { sent: [doc(`${A} and`, B)] });
    assert.deepEqual([changed.value, changed.clashes], [doc(`${A} and more`, B), []]);
  });

  it('no text is a text without blocks, and anything else is not merged', () => {
    assert.deepEqual(merge(undefined, doc('Mine'), doc('Theirs')).value, doc('Theirs', 'Mine'));
    assert.equal(merge(doc(A), undefined, undefined).value, undefined);
    const theirs = doc(A);
    assert.equal(merge(doc(B), doc(B), theirs).value, theirs, 'and it is the very text of the side that changed it');
    assert.equal(mergeRichText({ base: 'a', mine: doc(A), theirs: doc(B) }), null);
  });
});

type Edit = readonly [
  what: 'change' | 'replace' | 'remove' | 'insert' | 'blank' | 'move' | 'split',
  at: number,
  to: number,
];
const edits = fc.array(
  fc.tuple(
    fc.constantFrom<Edit[0][]>('change', 'change', 'replace', 'remove', 'insert', 'blank', 'move', 'split'),
    fc.nat(9),
    fc.nat(9),
  ),
  { maxLength: 4 },
);
const size = fc.nat(BLOCKS_MAX);

/** Blocks as lists of words, each of which is nowhere else. */
function edited(blocks: readonly (readonly string[])[], changes: readonly Edit[], name: string): string[][] {
  const made = blocks.map((words) => [...words]);
  for (const [index, [what, at, to]] of changes.entries()) {
    const place = made.length === 0 ? 0 : at % made.length;
    const word = `${name}${index}`;
    const block = made[place];
    if (what === 'insert' || what === 'blank')
      made.splice(at % (made.length + 1), 0, what === 'blank' ? [] : [`${word}new`, `${word}too`]);
    else if (block === undefined) continue;
    else if (what === 'change') block.splice(to % (block.length + 1), 0, word);
    else if (what === 'replace') made[place] = [word];
    else if (what === 'remove') made.splice(place, 1);
    else if (what === 'split') made.splice(place, 1, block.slice(0, 2), block.slice(2));
    else made.splice(to % made.length, 0, ...made.splice(place, 1));
  }
  return made;
}

const documentOf = (blocks: readonly (readonly string[])[]) => doc(...blocks.map((words) => words.join(' ')));
const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/\b[a-z]+\d+[a-z]*\b/g) ?? [];

describe('merging a rich text by block, whatever was changed', () => {
  const sides = fc.tuple(size, edits, edits).map(([count, ours, others]) => {
    const base = Array.from({ length: count }, (_, at) => ['one', 'two', 'three'].map((word) => `${word}${at}`));
    return {
      base: documentOf(base),
      mine: documentOf(edited(base, ours, 'ada')),
      theirs: documentOf(edited(base, others, 'ben')),
    };
  });
  const check = (property: (sides: { base: RichTextNode; mine: RichTextNode; theirs: RichTextNode }) => void) =>
    fc.assert(fc.property(sides, property), { numRuns: RUNS });
  const bare = (value: RichTextNode) => (value.content?.length === 0 ? undefined : value);

  it('gives the one that was changed where the other was not', () =>
    check(({ base, mine, theirs }) => {
      assert.deepEqual(merge(base, mine, base), { value: bare(mine), base: bare(base), clashes: [] });
      assert.deepEqual(merge(base, base, theirs), { value: bare(theirs), base: bare(theirs), clashes: [] });
      assert.deepEqual(merge(base, mine, mine).value, bare(mine));
    }));

  it('drops no word that either wrote, and repeats none', () =>
    check(({ base, mine, theirs }) => {
      const { value, clashes } = merge(base, mine, theirs);
      const [merged, asked] = [wordsIn(value), wordsIn(clashes.map((clash) => clash.theirs))];
      const old = new Set(wordsIn(base));
      for (const word of wordsIn(mine)) if (!old.has(word)) assert.ok(merged.includes(word), `${word} of mine is gone`);
      for (const word of wordsIn(theirs))
        if (!old.has(word)) assert.ok(merged.includes(word) || asked.includes(word), `${word} of theirs is gone`);
      for (const word of merged)
        if (!old.has(word)) assert.equal(merged.filter((one) => one === word).length, 1, `${word} is there twice`);
    }));

  it('asks the same when it is merged again, until each is decided', () =>
    check(({ base, mine, theirs }) => {
      const first = merge(base, mine, theirs);
      const again = merge(first.base, first.value, theirs, { isMerged: true });
      assert.deepEqual(again.value, first.value);
      const [here, asked] = [wordsIn(again.value), wordsIn(again.clashes.map((clash) => clash.theirs))];
      // Seen again, a block may turn out to be there already.
      for (const word of wordsIn(first.clashes.map((clash) => clash.theirs)))
        assert.ok(asked.includes(word) || here.includes(word), word);
      for (const choice of ['mine', 'theirs'] as const) {
        const decided = merge(first.base, first.value, theirs, { isMerged: true, decide: () => choice });
        if (choice === 'mine') assert.deepEqual(decided.value, first.value);
        else
          for (const word of wordsIn(first.clashes.map((clash) => clash.theirs)))
            assert.ok(wordsIn(decided.value).includes(word), word);
        assert.deepEqual(merge(decided.base, decided.value, theirs, { isMerged: true }).clashes, []);
      }
    }));
});
