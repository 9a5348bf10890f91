/** Rich text as the plain text that versions are compared by. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from './document-text.ts';

test('a document is compared line by line, with its blocks and links by name', () => {
  const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
  const text = (words: string) => ({ type: 'text', text: words, marks: [{ type: 'bold' }] });
  const document = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Dawn')] },
      paragraph(
        text('At '),
        { type: 'entryInline', attrs: { entry: { type: 'entry', id: 'ent_a_b' } } },
        { type: 'hardBreak' },
        text('sea'),
      ),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('one'))] }] },
      { type: 'horizontalRule' },
      { type: 'paragraph' },
    ],
  };
  assert.equal(documentText(document), 'Dawn\nAt [entryInline ent_a_b]\nsea\none\n[horizontalRule]\n');
  assert.equal(documentText(undefined), '');
  assert.equal(documentText({ type: 'doc' }), '');
});
