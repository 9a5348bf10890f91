/** What HTML of posts becomes: each kind of element, of both editors, shortcodes, and what hostile people write. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import { fieldType } from '../../../../server/src/model/fields/registry.ts';
import { cpuMsOf } from '../../../../testing/src/cpu-time.ts';
import { Notes } from '../../notes.ts';
import type { RichNode } from '../../rich-node.ts';
import { htmlToRichText } from './html-to-rich-text.ts';
import { Losses } from './losses.ts';

const ASSET = 'https://site.example/pier.png';

function convert(html: string) {
  const losses = new Losses();
  const doc = htmlToRichText(html, {
    losses,
    assetOf: (address, number) => (address === ASSET || number === '10' ? 'attachment-10' : null),
    targetOf: (address) => (address === 'https://site.example/about/' ? { kind: 'entry', key: 'page-12' } : null),
    blockEntryOf: (number) => (number === '30' ? 'wp_block-30' : null),
    galleryOf: (numbers) => (numbers ?? ['10', '11']).map((number) => `attachment-${number}`),
  });
  const notes = new Notes();
  losses.report('post 1, body', notes);
  if (doc !== null) assert.deepEqual(violationsOf(doc), []);
  return { doc, notes: notes.all(), text: doc === null ? '' : shown(doc) };
}

function violationsOf(doc: RichNode): readonly Violation[] {
  const violations: Violation[] = [];
  fieldType('rich_text').parse(doc, {
    field: { type: 'rich_text' },
    path: 'body',
    linkKey: (_kind, key) => key,
    violations,
  });
  return violations;
}

/** A document in few words: `paragraph(one *bold:two*)`. */
function shown({ type, text, marks, content, attrs }: RichNode): string {
  const values = Object.values(attrs ?? {}).map((value) =>
    typeof value === 'object' ? (value as { id: string }).id : value,
  );
  if (type === 'text') {
    const names = (marks ?? []).map((mark) => {
      const [to] = Object.values(mark.attrs ?? {});
      return to === undefined ? mark.type : `${mark.type}=${typeof to === 'string' ? to : (to as { id: string }).id}`;
    });
    return names.length === 0 ? `${text}` : `*${names.join('+')}:${text}*`;
  }
  if (type === 'doc') return (content ?? []).map(shown).join(' ');
  return `${[type, ...values].join(' ')}(${(content ?? []).map(shown).join(type === 'paragraph' ? '' : ' ')})`;
}

const cases: readonly (readonly [name: string, html: string, expected: string])[] = [
  ['paragraphs of the classic editor', 'one\n\ntwo\nthree', 'paragraph(one) paragraph(twohardBreak()three)'],
  ['line ends of blocks as blanks', '<!-- wp:paragraph --><p>one\ntwo</p><!-- /wp:paragraph -->', 'paragraph(one two)'],
  ['headings', '<h2>A</h2><h6 class="x">B</h6>', 'heading 2(A) heading 6(B)'],
  [
    'marks',
    '<p>a <strong>b <em>c</em></strong><sup>d</sup></p>',
    'paragraph(a *bold:b **bold+italic:c**superscript:d*)',
  ],
  [
    'nested lists',
    '<ul><li>a<ol start="3"><li>b</li></ol></li></ul>',
    'bulletList(listItem(paragraph(a) orderedList 3(listItem(paragraph(b)))))',
  ],
  ['an item without a list', '<li>a</li><li>b</li>', 'bulletList(listItem(paragraph(a)) listItem(paragraph(b)))'],
  ['quotes', '<blockquote><p>a</p><cite>b</cite></blockquote>', 'blockquote(paragraph(a) paragraph(*italic:b*))'],
  [
    'code',
    '<pre class="wp-block-code language-js"><code>let a = 1 &lt; 2;\n  b();</code></pre>',
    'codeBlock js(let a = 1 < 2;\n  b();)',
  ],
  [
    'tables',
    '<table><caption>T</caption><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>b</td><td></td></tr></tbody></table>',
    'paragraph(T) table(tableRow(tableHeader 2(paragraph(a))) tableRow(tableCell(paragraph(b)) tableCell(paragraph())))',
  ],
  [
    'an image in a paragraph',
    `<p>a <img src="${ASSET}"> b</p>`,
    'paragraph(a) assetBlock attachment-10() paragraph(b)',
  ],
  [
    'an image by its number',
    '<figure><img class="wp-image-10" src="x.png"><figcaption>C</figcaption></figure>',
    'assetBlock attachment-10() paragraph(C)',
  ],
  [
    'an image of elsewhere',
    '<img src="https://other.example/a.png" alt="A boat">',
    'paragraph(*link=https://other.example/a.png:A boat*)',
  ],
  ['a link to a page of the site', '<a href="https://site.example/about/">us</a>', 'paragraph(*entryLink=page-12:us*)'],
  [
    'embeds',
    '<!-- wp:embed --><figure><div>\nhttps://video.example/1\n</div></figure><!-- /wp:embed -->',
    'paragraph(*link=https://video.example/1:https://video.example/1*)',
  ],
  [
    'frames',
    '<iframe src="https://map.example/"></iframe>',
    'paragraph(*link=https://map.example/:https://map.example/*)',
  ],
  ['a reusable block', '<!-- wp:block {"ref":30} /-->', 'entryBlock wp_block-30()'],
  ['a separator', 'a<hr>b', 'paragraph(a) horizontalRule() paragraph(b)'],
  ['galleries', '[gallery ids="10, 12"]', 'assetBlock attachment-10() assetBlock attachment-12()'],
  ['galleries of the post', 'a[gallery]', 'paragraph(a) assetBlock attachment-10() assetBlock attachment-11()'],
  ['captions', `[caption id="x"]<img src="${ASSET}"> A pier[/caption]`, 'assetBlock attachment-10() paragraph(A pier)'],
  ['shortcodes of plugins', 'a [form id="3"] b', 'paragraph(a *code:[form id="3"]* b)'],
  ['bracketed words', 'a [sic] b [[gallery]]', 'paragraph(a [sic] b [gallery])'],
  ['entities', 'Tom &amp; Ada &lt;3', 'paragraph(Tom & Ada <3)'],
];

const hostile: readonly (readonly [name: string, html: string, expected: RegExp])[] = [
  ['scripts stay text', '<script>alert(1)</script>', /^codeBlock\(alert\(1\)\)$/],
  [
    'addresses that run are dropped',
    '<a href="java\tscript:alert(1)">a</a><a href=" javascript:alert(1)">b</a>',
    /^paragraph\(ab\)$/,
  ],
  [
    'images that run are dropped',
    '<img src="javascript:alert(1)" alt="a"><img src="data:text/html,x" onerror="alert(1)">',
    /^paragraph\(a\s*\)$/,
  ],
  ['handlers are dropped', '<p onclick="alert(1)">a</p>', /^paragraph\(a\)$/],
  ['svg is its text', '<svg onload="alert(1)"><script>alert(2)</script><text>a</text></svg>', /a/],
  ['unclosed elements end with the text', '<p><b>a', /^paragraph\(\*bold:a\*\)$/],
  ['crossed elements keep their text', '<b>a<p>b</b>c</p>', /a.*b.*c/],
  ['processing instructions are text', 'a <?php system("x"); ?> b', /system/],
];

describe('HTML to rich text', () => {
  for (const [name, html, expected] of cases) it(`keeps ${name}`, () => assert.equal(convert(html).text, expected));
  for (const [name, html, expected] of hostile)
    it(name, () => {
      const { doc, text, notes } = convert(html);
      assert.match(text, expected);
      assert.doesNotMatch(JSON.stringify(doc), /"href":"\s*(?!https?:)/);
      if (!/unclosed|crossed|processing/.test(name)) assert.ok(notes.length > 0, 'nothing was reported');
    });

  it('is nothing where there is nothing', () => assert.equal(convert(' \n\n<p> </p>').doc, null));

  it('counts what is lost', () => {
    const { notes } = convert('<div>a</div><div>b</div>');
    const message = '<div>: rich text has no such element; what is in it was kept.';
    assert.deepEqual(notes, [{ kind: 'changed', about: 'post 1, body', message, count: 2 }]);
  });

  it('keeps what is nested too deep as code', () => {
    const html = `${'<div>'.repeat(101)}a`;
    const { text, notes } = convert(html);
    assert.equal(text, `codeBlock(${html})`);
    assert.match(notes[0]?.message ?? '', /nested too deep/);
  });

  it('nests lists as deep as rich text may, and keeps the text of deeper ones', () => {
    const { text } = convert(`${'<ul><li>'.repeat(40)}deep`);
    assert.match(text, /deep/);
  });

  for (const [name, piece] of [
    ['unclosed elements', '<b><i>'],
    ['closing elements without openings', '</b></p>'],
    ['brackets', '[a [gallery '],
    ['comments', '<!-- wp:a {"a":" -->'],
    ['entities', '&amp;&lt;&#x41;'],
    ['line ends', '\n \n'],
    ['paragraphs', '<p>a'],
    ['addresses', '<a href="x">'],
  ] as const)
    it(`takes a megabyte of ${name} in its stride`, async () => {
      const ms = await cpuMsOf(() => convert(piece.repeat(Math.ceil(1_000_000 / piece.length))));
      assert.ok(ms < 5_000, `${ms} ms`);
    });
});
