/** Markdown of the clipboard, and text that only looks a little like it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOfLines, htmlOfMarkdown, isMarkdown } from './markdown.ts';

const pieces: readonly (readonly [string, string])[] = [
  ['## Tides ##', '<h2>Tides</h2>'],
  ['one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
  [
    '**bold** *it* _it_ ~~no~~ `a*b*<`',
    '<p><strong>bold</strong> <em>it</em> <em>it</em> <s>no</s> <code>a*b*&lt;</code></p>',
  ],
  ['a_b_c 2*3*4', '<p>a_b_c 2*3*4</p>'],
  ['[site](https://example.com "Title") & <b>', '<p><a href="https://example.com">site</a> &amp; &lt;b&gt;</p>'],
  ['- a\n  - b\n  - c\n- d', '<ul><li><p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul></li><li><p>d</p></li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ['- [x] done\n- [ ] not', '<ul><li><p>done</p></li><li><p>not</p></li></ul>'],
  ['> a\n> # b', '<blockquote><p>a</p><h1>b</h1></blockquote>'],
  [
    '```ts\nconst a = "<b>";\n\n# no\n```\nb',
    '<pre><code class="language-ts">const a = &quot;&lt;b&gt;&quot;;\n\n# no</code></pre><p>b</p>',
  ],
  ['a | b\n---\nc', '<p>a | b</p><hr><p>c</p>'],
  [
    '| a | b |\n|---|:-:|\n| 1 | **2** |',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><strong>2</strong></td></tr></table>',
  ],
  ['```\nopen', '<pre><code>open</code></pre>'],
];

for (const [markdown, html] of pieces)
  test(JSON.stringify(markdown), () => assert.equal(htmlOfMarkdown(markdown), html));

test('takes text for Markdown only where it shows signs of it', () => {
  for (const text of ['# Title', '* a\n* b', '1. a\n2. b', 'see [a](b)', '**a**', '> a', '| a |\n|---|---|'])
    assert.equal(isMarkdown(text), true, text);
  for (const text of ['- a dash', '#tag', '2 * 3 * 4', 'a > b', 'array[0](x y)', '1. May', 'C# and F#'])
    assert.equal(isMarkdown(text), false, text);
});

test('makes a paragraph of each line of other text', () => {
  assert.equal(htmlOfLines('a <b>\r\n\r\n  b\n \nc'), '<p>a &lt;b&gt;</p><p>  b</p><p>c</p>');
});
