/** From values to documents and back: what was not edited is the very value that came in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@tiptap/pm/state';
import fc from 'fast-check';
import { Sources } from './document.ts';
import { doc, paragraph, schemaOf, text } from './fixtures.ts';
import type { RichTextNode } from './grammar.ts';
import { isTypedTarget, meantAddress } from './href.ts';
import { changeInto } from './outside-change.ts';
import { WordCounter } from './word-count.ts';

const schema = schemaOf();

/** Everything that an editor would put in order if it were let: marks, texts, attributes, rows, what it does not know. */
const unruly = doc(
  paragraph('First'),
  paragraph(
    { type: 'text', text: 'a', marks: [{ type: 'italic' }, { type: 'link', attrs: { href: '/' } }] },
    text('b'),
    text('c'),
  ),
  { type: 'orderedList', attrs: { start: 1 }, content: [{ type: 'listItem', content: [paragraph()] }] },
  { type: 'codeBlock', content: [text('x')] },
  {
    type: 'table',
    content: [
      {
        type: 'tableRow',
        content: [{ type: 'tableCell', attrs: { rowspan: 1, colspan: 1 }, content: [paragraph('1')] }],
      },
      { type: 'tableRow' },
    ],
  },
  { type: 'poll', attrs: { of: 3 }, content: [{ type: 'choice' }] },
  paragraph({ type: 'badge', text: '!' }, { type: 'text', text: 'z', marks: [{ type: 'glow' }, { type: 'bold' }] }),
  { type: 'paragraph', attrs: { align: 'end' }, content: [text('unknown attribute')] },
  { type: 'bulletList', content: [paragraph('no item')] },
);

test('gives a document back as it came', () => {
  const sources = new Sources(schema);
  assert.equal(sources.valueOf(sources.documentOf(unruly)), unruly);
  assert.equal(new Sources(schema).valueOf(sources.documentOf(null)), null);
});

test('gives all but the edited paragraph back as it came, wherever that is', () => {
  for (let index = 0; index < 2; index++) {
    const sources = new Sources(schema);
    const made = sources.documentOf(unruly);
    const at = index === 0 ? 1 : made.child(0).nodeSize + 1;
    const { tr } = EditorState.create({ doc: made });
    const value = sources.valueOf(tr.insertText('New ', at).doc);
    for (const [place, block] of (unruly.content ?? []).entries())
      if (place !== index) assert.equal(value?.content?.[place], block);
    assert.match(JSON.stringify(value?.content?.[index]), /"text":"New /);
  }
});

test('keeps the attributes of what is edited inside, as they are', () => {
  const sources = new Sources(schema);
  const cell = { type: 'tableCell', attrs: { colspan: 1 }, content: [paragraph('1')] };
  const list = { type: 'orderedList', attrs: { start: 1 }, content: [{ type: 'listItem', content: [paragraph('1')] }] };
  const made = sources.documentOf(doc({ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }, list));
  const transaction = EditorState.create({ doc: made })
    .tr.insertText('2', 5)
    .insertText('2', made.content.size - 2);
  const [table, edited] = sources.valueOf(transaction.doc)?.content ?? [];
  assert.deepEqual(table?.content?.[0]?.content?.[0], { ...cell, content: [paragraph('12')] });
  assert.deepEqual(edited, { ...list, content: [{ type: 'listItem', content: [paragraph('12')] }] });
});

test('keeps marks as they are in a text that is written on', () => {
  const sources = new Sources(schema);
  const marks = [{ type: 'link', attrs: { href: '/' } }, { type: 'italic' }, { type: 'bold' }];
  const made = sources.documentOf(doc(paragraph({ type: 'text', text: 'a', marks })));
  const { tr } = EditorState.create({ doc: made });
  const written = sources.valueOf(tr.replaceWith(2, 2, schema.text('b', made.child(0).child(0).marks)).doc);
  assert.deepEqual(written, doc(paragraph({ type: 'text', text: 'ab', marks })));
});

test('keeps what the field does not allow, and lets what stands around it be edited', () => {
  const narrow = new Sources(schemaOf([], []));
  const value = doc(
    paragraph('a'),
    { type: 'heading', attrs: { level: 2 }, content: [text('b')] },
    paragraph(text('c', 'bold')),
  );
  const made = narrow.documentOf(value);
  made.check();
  const edited = narrow.valueOf(EditorState.create({ doc: made }).tr.insertText('A', 1, 2).doc);
  assert.deepEqual(edited, doc(paragraph('A'), ...(value.content?.slice(1) ?? [])));
});

test('has no value where nothing is left', () => {
  const sources = new Sources(schema);
  const { tr } = EditorState.create({ doc: sources.documentOf(doc(paragraph('a'))) });
  assert.equal(sources.valueOf(tr.delete(1, 2).doc), null);
});

test('counts words as a language has them', () => {
  const sources = new Sources(schema);
  assert.equal(
    new WordCounter('en').wordsOf(sources.documentOf(doc(paragraph("Don't stop, 3 days."), paragraph('End')))),
    5,
  );
  assert.equal(new WordCounter('ja').wordsOf(sources.documentOf(doc(paragraph('東京に行く')))) > 1, true);
});

const words = fc.constantFrom('a', 'ab', 'aba', 'b a', 'tide');
const line = fc
  .array(fc.tuple(words, fc.subarray(['bold', 'italic'])), { maxLength: 3 })
  .map((parts) => paragraph(...parts.map(([one, marks]) => text(one, ...marks))));
const { block } = fc.letrec<{ block: RichTextNode }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    line,
    fc
      .integer({ min: 1, max: 3 })
      .chain((level) =>
        line.map(({ content }) => ({ type: 'heading', attrs: { level }, ...(content && { content }) })),
      ),
    fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'blockquote', content })),
    fc.constant({ type: 'horizontalRule' }),
  ),
}));
const documents = fc.array(block, { minLength: 1, maxLength: 6 }).map((content) => doc(...content));

test('takes any value from outside, keeps the caret where its text stays, and gives that very value back', () => {
  fc.assert(
    fc.property(documents, documents, (before, after) => {
      const sources = new Sources(schema);
      const { tr } = EditorState.create({ doc: sources.documentOf(before) });
      const made = sources.documentOf(after);
      const changed = changeInto(tr, made);
      changed.doc.check();
      assert.ok(changed.doc.eq(made));
      sources.adopt(changed.doc, made);
      assert.equal(sources.valueOf(changed.doc), after);
    }),
    { numRuns: 300 },
  );
  const sources = new Sources(schema);
  const before = sources.documentOf(doc(paragraph('one'), paragraph('two three'), paragraph('four')));
  const after = sources.documentOf(doc(paragraph('ONE'), paragraph('two, three'), paragraph('four!')));
  const changed = changeInto(EditorState.create({ doc: before }).tr, after);
  // Before "three" in the second paragraph.
  assert.equal(changed.doc.textBetween(changed.mapping.map(10), changed.doc.content.size).startsWith('three'), true);
});

test('an address that is typed is a site, a mailbox, a path or whole already, and words are none', () => {
  const meant = {
    'example.com': 'https://example.com',
    'ann@example.com': 'mailto:ann@example.com',
    'mailto:ann@example.com': 'mailto:ann@example.com',
    ' /our files/a b.pdf ': '/our%20files/a%20b.pdf',
    'https://example.com/a b': 'https://example.com/a%20b',
    'tel:+49301234': 'tel:+49301234',
  };
  for (const [typed, address] of Object.entries(meant)) {
    assert.equal(meantAddress(typed), address);
    assert.ok(isTypedTarget(address), address);
  }
  for (const typed of ['foo bar', 'foo', 'mailto:ann example', '', 'javascript:alert(1)'])
    assert.equal(isTypedTarget(meantAddress(typed)), false, typed);
});
