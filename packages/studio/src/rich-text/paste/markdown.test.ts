/** Where Markdown of the clipboard is read in a way of our own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOfMarkdown } from './markdown.ts';

const pieces: readonly (readonly [string, string])[] = [
  ['## Tides ##\r\none\r\ntwo', '<h2>Tides</h2><p>one two</p>'],
  ['*it* _it_ a_b_c 2*3*4', '<p><em>it</em> <em>it</em> a_b_c 2*3*4</p>'],
  ['& <b>\n\n<script>no</script>', '<p>&amp; &lt;b&gt;</p><p>&lt;script&gt;no&lt;/script&gt;</p>'],
  ['![a "b"](https://e.com/a.png)', '<p><a href="https://e.com/a.png">a &quot;b&quot;</a></p>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['- [x] done\n- [ ] not', '<ul><li>done</li><li>not</li></ul>'],
  [
    '```ts\nconst a = "<b>";\n\n# no\n```\nb',
    '<pre><code class="language-ts">const a = &quot;&lt;b&gt;&quot;;\n\n# no</code></pre><p>b</p>',
  ],
  ['```\nopen', '<pre><code>open</code></pre>'],
];

for (const [markdown, html] of pieces)
  test(JSON.stringify(markdown), () => assert.equal(htmlOfMarkdown(markdown).replaceAll(/(?<=>)\n/g, ''), html));
