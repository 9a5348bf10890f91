/** The grammar of rich text: every node and mark stands where it may, and nothing else gets in. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { basicNodes, marks, optionalNodes } from '../../../../../contract/src/rich-text.ts';
import type { Violation } from '../../../../../contract/src/violations.ts';
import { keyWithin, resourceId } from '../../spaces/resource-id.ts';
import { CODE, doc, paragraph } from '../fixtures.ts';
import { richTextType } from '../rich-text.ts';
import { richTextSchemas } from './description.ts';

const PATH = 'fields.body.en-US';
const context = { linkId: (link: { kind: 'entry' | 'asset'; key: string }) => resourceId(link.kind, CODE, link.key) };
const hello = { type: 'text', text: 'Hello' };

/** A document with every node and every mark once. */
const everything = doc(
  { type: 'heading', attrs: { level: 2 }, content: [hello] },
  paragraph(
    {
      ...hello,
      marks: ['bold', 'italic', 'underline', 'strike', 'code', 'superscript', 'subscript'].map((type) => ({ type })),
    },
    { type: 'hardBreak' },
    { ...hello, marks: [{ type: 'link', attrs: { href: 'https://example.com' } }] },
    { ...hello, marks: [{ type: 'entryLink', attrs: { entry: 'one' } }] },
    { ...hello, marks: [{ type: 'assetLink', attrs: { asset: { type: 'asset', id: 'two' } } }] },
    { type: 'entryInline', attrs: { entry: `ent_${CODE}_three` } },
  ),
  { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(hello), { type: 'horizontalRule' }] }] },
  { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(hello)] }] },
  { type: 'blockquote', content: [paragraph(hello)] },
  { type: 'codeBlock', attrs: { language: 'ts' }, content: [{ type: 'text', text: 'const a = 1;' }] },
  { type: 'horizontalRule' },
  {
    type: 'table',
    content: [
      {
        type: 'tableRow',
        content: [
          { type: 'tableHeader', attrs: { colspan: 2, rowspan: 1, colwidth: [100, 0] }, content: [paragraph(hello)] },
          { type: 'tableCell', content: [paragraph()] },
        ],
      },
    ],
  },
  { type: 'entryBlock', attrs: { entry: 'one' } },
  { type: 'assetBlock', attrs: { asset: `ast_${CODE}_four` } },
);

const refused: readonly { what: string; input: unknown; path: string; rule?: string }[] = [
  { what: 'an unknown node', input: doc({ type: 'iframe' }), path: 'content.0.type' },
  { what: 'a node named like a prototype key', input: doc({ type: '__proto__' }), path: 'content.0.type' },
  { what: 'a node named constructor', input: doc({ type: 'constructor' }), path: 'content.0.type' },
  { what: 'a node without a type', input: doc({}), path: 'content.0.type' },
  { what: 'a node that is text', input: doc('text'), path: 'content.0' },
  { what: 'a document in a document', input: doc(doc(paragraph())), path: 'content.0.type' },
  { what: 'text beside paragraphs', input: doc(hello), path: 'content.0.type' },
  { what: 'a paragraph in a paragraph', input: doc(paragraph(paragraph())), path: 'content.0.content.0.type' },
  {
    what: 'a list with a paragraph',
    input: doc({ type: 'bulletList', content: [paragraph()] }),
    path: 'content.0.content.0.type',
  },
  { what: 'a list without items', input: doc({ type: 'bulletList' }), path: 'content.0.content' },
  { what: 'content in a leaf', input: doc({ type: 'horizontalRule', content: [hello] }), path: 'content.0.content' },
  { what: 'content that is no list', input: doc({ type: 'paragraph', content: 'Hello' }), path: 'content.0.content' },
  { what: 'a heading without level', input: doc({ type: 'heading' }), path: 'content.0.attrs.level' },
  { what: 'a heading of level 7', input: doc({ type: 'heading', attrs: { level: 7 } }), path: 'content.0.attrs.level' },
  {
    what: 'a level that is text',
    input: doc({ type: 'heading', attrs: { level: '1' } }),
    path: 'content.0.attrs.level',
  },
  {
    what: 'an unknown attribute',
    input: doc({ type: 'paragraph', attrs: { onclick: 'x' } }),
    path: 'content.0.attrs.onclick',
  },
  { what: 'attributes that are a list', input: doc({ type: 'paragraph', attrs: [] }), path: 'content.0.attrs' },
  { what: 'an unknown key', input: doc({ type: 'paragraph', style: 'x' }), path: 'content.0.style' },
  {
    what: 'a prototype key',
    input: JSON.parse('{"type":"doc","__proto__":{},"content":[{"type":"paragraph"}]}'),
    path: '__proto__',
  },
  { what: 'an empty text', input: doc(paragraph({ type: 'text', text: '' })), path: 'content.0.content.0.text' },
  { what: 'a text without text', input: doc(paragraph({ type: 'text' })), path: 'content.0.content.0.text' },
  { what: 'text in a paragraph itself', input: doc({ type: 'paragraph', text: 'a' }), path: 'content.0.text' },
  { what: 'an unknown mark', input: marked({ type: 'blink' }), path: 'content.0.content.0.marks.0.type' },
  {
    what: 'an unknown attribute of a mark',
    input: marked({ type: 'link', attrs: { href: '/', target: '_blank' } }),
    path: 'content.0.content.0.marks.0.attrs.target',
  },
  { what: 'a link without address', input: marked({ type: 'link' }), path: 'content.0.content.0.marks.0.attrs.href' },
  {
    what: 'a link to a script',
    input: marked({ type: 'link', attrs: { href: 'java\tscript:alert(1)' } }),
    path: 'content.0.content.0.marks.0.attrs.href',
  },
  { what: 'one mark twice', input: marked({ type: 'bold' }, { type: 'bold' }), path: 'content.0.content.0.marks.1' },
  { what: 'marks on a block', input: doc({ type: 'paragraph', marks: [{ type: 'bold' }] }), path: 'content.0.marks' },
  {
    what: 'marks in code',
    input: doc({ type: 'codeBlock', content: [{ ...hello, marks: [{ type: 'bold' }] }] }),
    path: 'content.0.content.0.marks',
  },
  {
    what: 'an entry of another environment',
    input: doc({ type: 'entryBlock', attrs: { entry: 'ent_zzz999_one' } }),
    path: 'content.0.attrs.entry',
    rule: 'link',
  },
  {
    what: 'an asset where an entry belongs',
    input: doc({ type: 'entryBlock', attrs: { entry: { type: 'asset', id: 'one' } } }),
    path: 'content.0.attrs.entry',
    rule: 'type',
  },
  {
    what: 'an embedded entry without entry',
    input: doc({ type: 'entryBlock', attrs: { entry: null } }),
    path: 'content.0.attrs.entry',
  },
  {
    what: 'column widths that are text',
    input: doc({
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableCell', attrs: { colwidth: ['1'] }, content: [paragraph()] }] },
      ],
    }),
    path: 'content.0.content.0.content.0.attrs.colwidth',
  },
];

describe('rich text', () => {
  test('takes every node and mark, stores links as keys, and gives out what can be written back', () => {
    const { value, violations } = parse(everything);
    assert.deepEqual(violations, []);
    assert.match(JSON.stringify(value), /"entry":"three"/);
    const out = richTextType.render(value, context);
    assert.match(JSON.stringify(out), new RegExp(`"asset":\\{"type":"asset","id":"ast_${CODE}_four"\\}`));
    assert.deepEqual(parse(out).value, value);
  });

  test('lists its links in document order, without duplicates', () => {
    const links = richTextType.links(parse(everything).value).map(({ kind, key }) => `${kind}:${key}`);
    assert.deepEqual(links, ['entry:one', 'asset:two', 'entry:three', 'asset:four']);
  });

  test('is shown as its schemas say, and they take nothing outside of the grammar', () => {
    const schemas = richTextSchemas();
    const ajv = new Ajv2020({ strict: false });
    const fits = ajv.compile({ $ref: '#/components/schemas/RichText', components: { schemas } });
    const shown = richTextType.render(parse(everything).value, context);
    assert.ok(fits(shown), ajv.errorsText(fits.errors));
    const fitting = refused.filter(({ input }) => fits(input)).map(({ what }) => what);
    assert.deepEqual(fitting, ['a link to a script', 'one mark twice', 'marks in code'], 'what a schema cannot say');
    for (const name of [...basicNodes, ...Object.keys(optionalNodes), ...marks])
      assert.ok(JSON.stringify(schemas).includes(`"const":"${name}"`), name);
  });

  test('gives its text with blanks between blocks and none inside words', () => {
    const text = richTextType.text(parse(everything).value);
    assert.match(text, /^Hello Hello HelloHelloHello Hello Hello Hello const a = 1; Hello$/);
  });

  test('takes an attribute of null as one that is not there', () => {
    const { value, violations } = parse(doc({ type: 'codeBlock', attrs: { language: null } }));
    assert.deepEqual(violations, []);
    assert.deepEqual(value, doc({ type: 'codeBlock' }));
  });

  for (const { what, input, path, rule = 'rich_text' } of refused) {
    test(`refuses ${what}`, () => {
      const { value, violations } = parse(input);
      assert.equal(value, undefined);
      const [first] = violations;
      assert.deepEqual({ path: first?.path, rule: first?.rule }, { path: `${PATH}.${path}`, rule });
    });
  }

  test('refuses what is nested too deep, however deep it is', () => {
    for (const depth of [60, 5_000]) {
      let node: unknown = paragraph();
      for (let level = 0; level < depth; level++) node = { type: 'blockquote', content: [node] };
      assert.match(parse(doc(node)).violations[0]?.message ?? '', /Nest at most/);
    }
  });

  test('takes what a body of 100 levels can hold', () => {
    let node: unknown = paragraph(hello);
    for (let level = 0; level < 45; level++) node = { type: 'blockquote', content: [node] };
    assert.deepEqual(parse(doc(node)).violations, []);
  });

  test('looks for no more than what is listed, and one that shows that there are others', () => {
    assert.equal(parse(doc(...Array(10_000).fill({ type: 'evil' }))).violations.length, 101);
  });

  test('suggests the name that was meant', () => {
    assert.match(parse(doc({ type: 'paragraf' })).violations[0]?.message ?? '', /Did you mean "paragraph"\?$/);
  });

  test('never lets anything through that is not of the grammar', () => {
    const names = fc.constantFrom(
      'doc',
      'paragraph',
      'text',
      'bulletList',
      'listItem',
      'heading',
      'evil',
      'constructor',
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.record(
        {
          type: names,
          content: fc.array(tie('node'), { maxLength: 3 }),
          attrs: fc.dictionary(fc.constantFrom('level', 'href', 'x', 'valueOf'), fc.jsonValue({ maxDepth: 1 })),
          text: fc.string(),
          marks: fc.array(fc.record({ type: fc.constantFrom('bold', 'evil') }), { maxLength: 2 }),
        },
        { requiredKeys: ['type'] },
      ),
    }));
    const documents = fc.record({ type: fc.constant('doc'), content: fc.array(node, { minLength: 1, maxLength: 3 }) });
    fc.assert(
      fc.property(documents, (input) => {
        const { value, violations } = parse(input);
        assert.equal(value === undefined, violations.length > 0);
        assert.doesNotMatch(
          JSON.stringify(value) ?? '',
          /"(?:evil|x|valueOf|constructor)":|"type":"(?:evil|constructor)"/,
        );
      }),
      { numRuns: 500 },
    );
  });
});

function marked(...marks: unknown[]) {
  return doc(paragraph({ ...hello, marks }));
}

function parse(input: unknown) {
  const violations: Violation[] = [];
  const value = richTextType.parse(input, {
    field: { type: 'rich_text' },
    path: PATH,
    linkKey: (kind, text) => keyWithin([CODE], kind, text),
    violations,
  });
  return { value, violations };
}
