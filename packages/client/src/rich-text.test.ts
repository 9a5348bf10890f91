/** Rich text as HTML and as elements: every node and mark, links and what cannot be seen, and that nothing gets out of its place. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DEPTH_MAX, marks as markNames } from '../../contract/src/rich-text.ts';
import { escapeHtml, type TextMark, type TextNode, toElements, toHtml, toText } from './rich-text.ts';
import type { RichText } from './types/rich-text.ts';

type Text = RichText<typeof boat | null, typeof photo | null>;

/** React, without its types: they would change those of other tests. */
const requireHere = createRequire(import.meta.url);
const { createElement } = requireHere('react') as {
  createElement(tag: string, properties: object, ...children: unknown[]): object;
};
const { renderToStaticMarkup } = requireHere('react-dom/server') as { renderToStaticMarkup(elements: unknown): string };

const RANDOM_TEXTS = 500;

const words = (text: string, ...marks: readonly (TextMark | string)[]): TextNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }),
});
const node = (type: string, content: readonly TextNode[] = [], attrs?: Record<string, unknown>): TextNode => ({
  type,
  ...(attrs !== undefined && { attrs }),
  ...(content.length > 0 && { content }),
});
const doc = (...content: readonly TextNode[]) => node('doc', content) as Text;
const paragraph = (...content: readonly TextNode[]) => node('paragraph', content);
const link = (href: string): TextMark => ({ type: 'link', attrs: { href } });

const boat = { id: 'ent_1_boat', content_type: 'boat', slug: 'the-boat', fields: { title: 'A boat & a net' } };
const photo = {
  id: 'ast_1_quay',
  url: 'https://cms.example.com/assets/ast_1_quay/9f86/quay.jpg',
  mime_type: 'image/jpeg',
  width: 1_000,
  height: 500,
  title: 'Quay',
  alt: 'The "old" quay',
  file_name: 'quay.jpg',
};
const href = ({ content_type, slug }: { content_type: string; slug?: string | null }) => `/${content_type}/${slug}`;

describe('rich text', () => {
  const rows: readonly [title: string, text: Text, html: string][] = [
    ['a paragraph', doc(paragraph(words('a < b & "c"'))), '<p>a &lt; b &amp; &quot;c&quot;</p>'],
    ['a heading', doc(node('heading', [words('T')], { level: 3 })), '<h3>T</h3>'],
    [
      'lists in lists',
      doc(
        node('bulletList', [
          node('listItem', [
            paragraph(words('a')),
            node('orderedList', [node('listItem', [paragraph(words('b'))])], { start: 4 }),
          ]),
        ]),
      ),
      '<ul><li><p>a</p><ol start="4"><li><p>b</p></li></ol></li></ul>',
    ],
    ['a quotation', doc(node('blockquote', [paragraph(words('q'))])), '<blockquote><p>q</p></blockquote>'],
    [
      'code',
      doc(node('codeBlock', [words('if (a < b)')], { language: 'js' })),
      '<pre><code data-language="js">if (a &lt; b)</code></pre>',
    ],
    ['a rule and a break', doc(node('horizontalRule'), paragraph(node('hardBreak'))), '<hr><p><br></p>'],
    [
      'a table',
      doc(
        node('table', [
          node('tableRow', [
            node('tableHeader', [paragraph(words('h'))], { colspan: 2 }),
            node('tableCell', [paragraph(words('c'))], { colspan: 1, rowspan: 3 }),
          ]),
        ]),
      ),
      '<table><tbody><tr><th colspan="2"><p>h</p></th><td rowspan="3"><p>c</p></td></tr></tbody></table>',
    ],
    [
      'a link of which some words are bold: one link',
      doc(
        paragraph(
          words('read '),
          words('the ', link('/a')),
          words('tides', 'bold', link('/a')),
          words('!', link('/a')),
        ),
      ),
      '<p>read <a href="/a">the <strong>tides</strong>!</a></p>',
    ],
    [
      'two links next to each other: two',
      doc(paragraph(words('a', link('/a')), words('b', link('/b')))),
      '<p><a href="/a">a</a><a href="/b">b</a></p>',
    ],
    [
      'entries that the query included',
      doc(
        paragraph(
          words('see ', { type: 'entryLink', attrs: { entry: boat } }),
          node('entryInline', [], { entry: boat }),
        ),
        node('entryBlock', [], { entry: boat }),
      ),
      '<p><a href="/boat/the-boat">see </a><a href="/boat/the-boat">A boat &amp; a net</a></p><p><a href="/boat/the-boat">A boat &amp; a net</a></p>',
    ],
    [
      'entries that cannot be seen, or were not included',
      doc(
        paragraph(
          words('see', { type: 'entryLink', attrs: { entry: null } }),
          node('entryInline', [], { entry: null }),
        ),
        node('entryBlock', [], { entry: { type: 'entry', id: 'ent_1_boat' } }),
        node('assetBlock', [], { asset: null }),
      ),
      '<p>see</p>',
    ],
    [
      'an image, no wider than it is',
      doc(node('assetBlock', [], { asset: photo })),
      `<img src="${photo.url}?w=1600&amp;fm=auto" srcset="${photo.url}?fm=auto&amp;w=400 400w, ${photo.url}?fm=auto&amp;w=800 800w, ${photo.url}?fm=auto&amp;w=1000 1000w" sizes="100vw" alt="The &quot;old&quot; quay" width="1000" height="500" loading="lazy">`,
    ],
    [
      'another file',
      doc(
        node('assetBlock', [], { asset: { ...photo, mime_type: 'application/pdf' } }),
        paragraph(words('as PDF', { type: 'assetLink', attrs: { asset: photo } })),
      ),
      `<p><a href="${photo.url}">Quay</a></p><p><a href="${photo.url}">as PDF</a></p>`,
    ],
    ['a node that is new', doc(node('callout', [paragraph(words('new'))])), '<p>new</p>'],
  ];
  for (const [title, text, html] of rows) it(`renders ${title}`, () => assert.equal(toHtml(text, { href }), html));

  it('renders every mark there is, and those nested in any order alike', () => {
    const all = markNames.map((name) => ({ type: name, attrs: { href: '/a', entry: boat, asset: photo } }));
    const html = toHtml(doc(paragraph(words('a', ...all))), { href });
    // Of the three kinds of links one: there is no link in a link.
    assert.equal(html.match(/<(?:a|strong|em|u|s|sup|sub|code)[ >]/g)?.length, markNames.length - 2);
    const simple = ['bold', 'italic', 'code'];
    assert.equal(
      toHtml(doc(paragraph(words('a', ...simple)))),
      toHtml(doc(paragraph(words('a', ...simple.toReversed())))),
    );
  });

  it('follows no address that a browser runs, however it is disguised', () => {
    const bad = [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'JAVASCRIPT:a',
      'java\nscript:a',
      '\u0001javascript:a',
      'data:text/html,a',
      'vbscript:a',
    ];
    for (const address of bad) assert.equal(toHtml(doc(paragraph(words('a', link(address))))), '<p>a</p>', address);
    const good = [
      'https://a.example',
      'mailto:a@b.example',
      'tel:+49',
      '/a:b',
      '?a=b:c',
      '#a',
      'a/b:c',
      '',
      '//cdn.example/a',
    ];
    for (const address of good) assert.match(toHtml(doc(paragraph(words('a', link(address))))), /<a /, address);
  });

  it('makes no markup of nodes, marks and attributes that there are not', () => {
    const odd = doc(
      node('heading', [words('a')], { level: '1><script' }),
      node('constructor', [words('<b>', 'toString', 'constructor')]),
      node('tableCell', [], { colspan: '2" onclick="a' }),
    );
    const html = '<h1>a</h1>&lt;b&gt;<td colspan="2&quot; onclick=&quot;a"></td>';
    for (const options of [{}, { nodes: {}, marks: {} }]) assert.equal(toHtml(odd, options), html);
  });

  it('lets a site make its own nodes and marks, with the targets of their links', () => {
    const text = doc(
      paragraph(words('a', 'bold')),
      node('entryBlock', [], { entry: boat }),
      node('entryBlock', [], { entry: null }),
    );
    const html = toHtml(text, {
      nodes: { entryBlock: ({ entry }) => entry && `<aside>${escapeHtml(String(entry.fields.title))}</aside>` },
      marks: { bold: (_mark, children) => `<b>${children.join('')}</b>` },
    });
    assert.equal(html, '<p><b>a</b></p><aside>A boat &amp; a net</aside>');
  });

  it('refuses what is nested deeper than any text of the service', () => {
    let text: TextNode = { type: 'paragraph', content: [{ type: 'text', text: 'deep' }] };
    for (let depth = 3; depth < DEPTH_MAX; depth++) text = { type: 'blockquote', content: [text] };
    const doc = (content: TextNode) => ({ type: 'doc', content: [content] }) as unknown as RichText;
    assert.equal(toText(doc(text)), 'deep');
    assert.match(toHtml(doc(text)), /<p>deep/);
    for (let depth = 0; depth < 100_000; depth++) text = { type: 'blockquote', content: [text] };
    for (const render of [toText, toHtml]) assert.throws(() => render(doc(text)), /nested more than 50 nodes deep/);
  });

  it('gives the words alone, and nothing of nothing', () => {
    const text = doc(
      node('heading', [words('Tides')], { level: 1 }),
      paragraph(words('High '), words('water', 'bold'), node('hardBreak'), node('entryInline', [], { entry: boat })),
    );
    assert.equal(toText(text), 'Tides\nHigh water\nA boat & a net');
    for (const nothing of [null, undefined])
      assert.deepEqual([toText(nothing), toHtml(nothing), toElements(nothing, () => 0)], ['', '', []]);
  });

  it('is in React what it is as HTML', () => {
    for (const [title, text, html] of rows) {
      const elements = toElements(
        text,
        (tag, properties, children) => createElement(tag, properties, ...(children.length > 0 ? [children] : [])),
        { href },
      );
      assert.equal(normal(renderToStaticMarkup(elements)), normal(html), title);
    }
  });

  it('keeps every text in its place, whatever is in it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab<>&"\'/:?#;=\n\u0001 é😀'), maxLength: 30 });
    fc.assert(
      fc.property(text, text, fc.subarray([...markNames]), (inside, address, names) => {
        const marks = names.map((type) => ({
          type,
          attrs: { href: address, entry: { ...boat, slug: address }, asset: { ...photo, url: address } },
        }));
        const html = toHtml(doc(paragraph(words(inside, ...marks))), { href });
        const bare = html.replaceAll(/<\/?(?:p|strong|em|u|s|sup|sub|code|a|a href="[^"<>']*")>/g, '');
        assert.equal(bare, escapeHtml(inside));
      }),
      { numRuns: RANDOM_TEXTS },
    );
  });
});

/** React writes empty elements, apostrophes and the order of attributes in its own way. */
function normal(html: string): string {
  return html
    .replaceAll('/>', '>')
    .replaceAll('&#x27;', '&#39;')
    .replaceAll(/<link rel="preload"[^>]*>/g, '')
    .replaceAll(/ (?:colspan|rowspan|srcset)=/gi, (name) => name.toLowerCase());
}
