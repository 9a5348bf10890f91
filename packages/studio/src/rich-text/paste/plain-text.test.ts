/** Text of the clipboard that is Markdown, and text that only looks a little like it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOfLines, isMarkdown } from './plain-text.ts';

test('takes text for Markdown only where it shows signs of it', () => {
  for (const text of ['# Title', '* a\n* b', '1. a\n2. b', 'see [a](b)', '**a**', '> a', '| a |\n|---|---|'])
    assert.equal(isMarkdown(text), true, text);
  for (const text of ['- a dash', '#tag', '2 * 3 * 4', 'a > b', 'array[0](x y)', '1. May', 'C# and F#'])
    assert.equal(isMarkdown(text), false, text);
});

test('makes a paragraph of each line of other text', () => {
  assert.equal(htmlOfLines('a <b>\r\n\r\n  b\n \nc'), '<p>a &lt;b&gt;</p><p>  b</p><p>c</p>');
});
