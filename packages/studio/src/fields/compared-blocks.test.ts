/** Two states of a rich text, block by block and word by word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RichTextNode } from '../../../contract/src/rich-text.ts';
import { type BlockRow, comparedBlocks, comparedInline } from './compared-blocks.ts';

const text = (words: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const heading = (words: string): RichTextNode => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] });
const [A, B, C] = ['The harbour at dawn', 'Boats leave before six', 'Nets dry on the quay'].map((words) =>
  paragraph(text(words)),
) as [RichTextNode, RichTextNode, RichTextNode];

const kinds = (rows: readonly BlockRow[]) => rows.map(({ kind }) => kind);

test('blocks are the same, added, removed, moved or changed', () => {
  const added = paragraph(text('Something else'));
  assert.deepEqual(kinds(comparedBlocks([A, B, C], [A, added, B, C])), ['same', 'added', 'same', 'same']);
  assert.deepEqual(kinds(comparedBlocks([A, B, C], [A, C])), ['same', 'removed', 'same']);
  assert.deepEqual(kinds(comparedBlocks([A, B, C], [C, A, B])), ['moved', 'same', 'same']);
  const changed = paragraph(text('Boats leave before seven'));
  assert.deepEqual(comparedBlocks([A, B], [A, changed])[1], { kind: 'changed', before: B, after: changed });
  assert.deepEqual(kinds(comparedBlocks([A], [heading('The harbour at dawn')])), ['removed', 'added']);
});

test('in a changed block the words that differ are marked, and what is bold now differs', () => {
  const parts = comparedInline(
    paragraph(text('At dawn, we sail')),
    paragraph(text('At noon, '), text('we', 'bold'), text(' sail')),
  );
  assert.deepEqual(
    parts?.map(({ kind, value }) => [kind, value.map((node) => node.text).join('')]),
    [
      ['same', 'At '],
      ['removed', 'dawn'],
      ['added', 'noon'],
      ['same', ', '],
      ['removed', 'we'],
      ['added', 'we'],
      ['same', ' sail'],
    ],
  );
});

test('a list is compared item by item, a table whose columns are others is not', () => {
  const list = (...items: RichTextNode[]): RichTextNode => ({
    type: 'bulletList',
    content: items.map((item) => ({ type: 'listItem', content: [item] })),
  });
  const row = (...cells: RichTextNode[]): RichTextNode => ({
    type: 'tableRow',
    content: cells.map((cell) => ({ type: 'tableCell', content: [cell] })),
  });
  assert.deepEqual(kinds(comparedBlocks([list(A, B)], [list(A, C)])), ['changed']);
  assert.deepEqual(kinds(comparedBlocks([row(A)], [row(A, B)])), ['removed', 'added']);
});
