/**
 * Rich text node by node. Whatever the conversion makes is handed to the field type itself,
 * so that nothing can come out that the service would refuse.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldType } from '../../../server/src/model/fields/registry.ts';
import { Notes } from '../notes.ts';
import { convertRichText } from './rich-text.ts';

type Source = Record<string, unknown>;

const text = (value: string, ...marks: string[]): Source => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
});
const node = (nodeType: string, content: Source[] = [], data: Source = {}): Source => ({ nodeType, content, data });
const target = (linkType: string, id: string): Source => ({ target: { sys: { type: 'Link', linkType, id } } });
const paragraph = (...content: Source[]): Source => node('paragraph', content);

function convert(...blocks: Source[]) {
  const notes = new Notes();
  const doc = convertRichText(node('document', blocks), {
    about: 'entry e, body (en-US)',
    notes,
    linkKey: (_kind, id) => id,
  });
  return { content: doc?.content, notes: notes.all().map((note) => `${note.kind}: ${note.message}`), doc };
}

/** Everything the conversion makes has to be what the service takes. */
function assertTaken(doc: unknown): void {
  const violations: { path: string; message: string }[] = [];
  fieldType('rich_text').parse(doc, {
    field: { type: 'rich_text' },
    path: 'body',
    linkKey: (_kind, key) => key,
    violations: violations as never,
  });
  assert.deepEqual(violations, []);
}

const cases: { name: string; from: Source[]; to: unknown; notes?: string[] }[] = [
  {
    name: 'a paragraph',
    from: [paragraph(text('Hello'))],
    to: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
  },
  {
    name: 'an empty paragraph: empty text does not exist here',
    from: [paragraph(text(''))],
    to: [{ type: 'paragraph' }],
  },
  { name: 'a document without blocks', from: [], to: [{ type: 'paragraph' }] },
  {
    name: 'headings of every level',
    from: [1, 2, 3, 4, 5, 6].map((level) => node(`heading-${level}`, [text('T')])),
    to: [1, 2, 3, 4, 5, 6].map((level) => ({
      type: 'heading',
      content: [{ type: 'text', text: 'T' }],
      attrs: { level },
    })),
  },
  {
    name: 'each mark',
    from: [
      paragraph(
        ...['bold', 'italic', 'underline', 'code', 'superscript', 'subscript', 'strikethrough'].map((mark) =>
          text(mark, mark),
        ),
      ),
    ],
    to: [
      {
        type: 'paragraph',
        content: ['bold', 'italic', 'underline', 'code', 'superscript', 'subscript', 'strikethrough'].map((mark) => {
          return { type: 'text', marks: [{ type: mark === 'strikethrough' ? 'strike' : mark }], text: mark };
        }),
      },
    ],
  },
  {
    name: 'several marks on one text, each once',
    from: [paragraph(text('x', 'bold', 'italic', 'bold'))],
    to: [{ type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'bold' }, { type: 'italic' }], text: 'x' }] }],
  },
  {
    name: 'neighbours with the same marks stay apart, and empty text is none',
    from: [paragraph(text('a'), text(''), text('b'), text('c', 'bold'), text('d', 'bold'))],
    to: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
          { type: 'text', marks: [{ type: 'bold' }], text: 'c' },
          { type: 'text', marks: [{ type: 'bold' }], text: 'd' },
        ],
      },
    ],
  },
  {
    name: 'line breaks become nodes',
    from: [paragraph(text('one\ntwo\r\n', 'italic'))],
    to: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', marks: [{ type: 'italic' }], text: 'one' },
          { type: 'hardBreak' },
          { type: 'text', marks: [{ type: 'italic' }], text: 'two' },
          { type: 'hardBreak' },
        ],
      },
    ],
  },
  {
    name: 'nested lists',
    from: [
      node('unordered-list', [
        node('list-item', [paragraph(text('a')), node('ordered-list', [node('list-item', [paragraph(text('b'))])])]),
      ]),
    ],
    to: [
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [
              { type: 'paragraph', content: [{ type: 'text', text: 'a' }] },
              {
                type: 'orderedList',
                content: [
                  { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'b' }] }] },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  { name: 'a list without items is left away', from: [node('ordered-list'), paragraph()], to: [{ type: 'paragraph' }] },
  {
    name: 'an item without text',
    from: [node('unordered-list', [node('list-item')])],
    to: [{ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }],
  },
  {
    name: 'quote and rule',
    from: [node('blockquote', [paragraph(text('q'))]), node('hr')],
    to: [
      { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'q' }] }] },
      { type: 'horizontalRule' },
    ],
  },
  {
    name: 'a table with head and spans',
    from: [
      node('table', [
        node('table-row', [node('table-header-cell', [paragraph(text('h'))], { colspan: 2 })]),
        node('table-row', [node('table-cell', [paragraph(text('c'))]), node('table-cell')]),
      ]),
    ],
    to: [
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              {
                type: 'tableHeader',
                attrs: { colspan: 2 },
                content: [{ type: 'paragraph', content: [{ type: 'text', text: 'h' }] }],
              },
            ],
          },
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'c' }] }] },
              { type: 'tableCell', content: [{ type: 'paragraph' }] },
            ],
          },
        ],
      },
    ],
  },
  {
    name: 'embedded entries and assets',
    from: [
      node('embedded-entry-block', [], target('Entry', 'e1')),
      node('embedded-asset-block', [], target('Asset', 'a1')),
      paragraph(text('see '), node('embedded-entry-inline', [], target('Entry', 'e2'))),
    ],
    to: [
      { type: 'entryBlock', attrs: { entry: { type: 'entry', id: 'e1' } } },
      { type: 'assetBlock', attrs: { asset: { type: 'asset', id: 'a1' } } },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'see ' },
          { type: 'entryInline', attrs: { entry: { type: 'entry', id: 'e2' } } },
        ],
      },
    ],
  },
  {
    name: 'links become marks beside those of the text',
    from: [
      paragraph(
        node('hyperlink', [text('web', 'bold'), text(' site')], { uri: 'https://example.com' }),
        node('entry-hyperlink', [text('entry')], target('Entry', 'e1')),
        node('asset-hyperlink', [text('asset')], target('Asset', 'a1')),
      ),
    ],
    to: [
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            marks: [{ type: 'link', attrs: { href: 'https://example.com' } }, { type: 'bold' }],
            text: 'web',
          },
          { type: 'text', marks: [{ type: 'link', attrs: { href: 'https://example.com' } }], text: ' site' },
          {
            type: 'text',
            marks: [{ type: 'entryLink', attrs: { entry: { type: 'entry', id: 'e1' } } }],
            text: 'entry',
          },
          {
            type: 'text',
            marks: [{ type: 'assetLink', attrs: { asset: { type: 'asset', id: 'a1' } } }],
            text: 'asset',
          },
        ],
      },
    ],
  },
  {
    name: 'an address that no link may have loses its link, not its text',
    from: [paragraph(node('hyperlink', [text('x')], { uri: 'javascript:alert(1)' }))],
    to: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
    notes: [
      'changed: The link to "javascript:alert(1)" was dropped, its text kept: no link here may have that address.',
    ],
  },
  {
    name: 'a link without text',
    from: [paragraph(node('hyperlink', [text('')], { uri: 'https://example.com' }))],
    to: [{ type: 'paragraph' }],
    notes: ['left_out: A link without text was left out: here a link is a mark on text.'],
  },
  {
    name: 'links to other spaces',
    from: [
      paragraph(node('resource-hyperlink', [text('there')], { target: { sys: { type: 'ResourceLink', urn: 'u' } } })),
      node('embedded-resource-block', [], { target: { sys: { type: 'ResourceLink', urn: 'u' } } }),
    ],
    to: [{ type: 'paragraph', content: [{ type: 'text', text: 'there' }] }],
    notes: [
      'changed: Rich text node "resource-hyperlink": links to content of other spaces do not exist here; only its text was kept.',
      'left_out: Rich text node "embedded-resource-block": links to content of other spaces do not exist here; it was left out.',
    ],
  },
  {
    name: 'a block that is not known keeps what stands in it',
    from: [node('callout', [paragraph(text('inside'))])],
    to: [{ type: 'paragraph', content: [{ type: 'text', text: 'inside' }] }],
    notes: ['changed: Rich text node "callout": there is no such node here; what stood in it was kept.'],
  },
  {
    name: 'a mark that is not known',
    from: [paragraph(text('x', 'blink'))],
    to: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
    notes: ['changed: Mark "blink": there is no such mark here; its text was kept without it.'],
  },
  {
    name: 'an embedded entry that points to nothing',
    from: [node('embedded-entry-block', [], { target: {} })],
    to: [{ type: 'paragraph' }],
    notes: ['left_out: An embedded entry that points to nothing was left out.'],
  },
  {
    name: 'text that stands among blocks gets a paragraph',
    from: [text('loose'), node('hr'), node('unordered-list', [paragraph(text('no item'))])],
    to: [
      { type: 'paragraph', content: [{ type: 'text', text: 'loose' }] },
      { type: 'horizontalRule' },
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'no item' }] }] }],
      },
    ],
  },
  {
    name: 'names of inherited properties are unknown nodes',
    from: [node('constructor', [paragraph(text('x'))])],
    to: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }],
    notes: ['changed: Rich text node "constructor": there is no such node here; what stood in it was kept.'],
  },
];

describe('Contentful rich text', () => {
  for (const { name, from, to, notes = [] } of cases) {
    it(name, () => {
      const converted = convert(...from);
      assert.deepEqual(converted.content, to);
      assert.deepEqual(converted.notes, notes);
      assertTaken(converted.doc);
    });
  }

  it('leaves out what is nested too deep, and says so', () => {
    let deep: Source = paragraph(text('bottom'));
    for (let level = 0; level < 100_000; level += 1) deep = node('blockquote', [deep]);
    const converted = convert(paragraph(text('top')), deep);
    assert.equal(converted.notes.length, 1);
    assert.match(converted.notes[0] ?? '', /nested deeper/);
    assertTaken(converted.doc);
  });

  it('takes nothing but a document', () => {
    for (const value of [null, 'text', [], {}, { nodeType: 'paragraph' }]) {
      assert.equal(convertRichText(value, { about: 'x', notes: new Notes(), linkKey: (_kind, id) => id }), undefined);
    }
  });
});
