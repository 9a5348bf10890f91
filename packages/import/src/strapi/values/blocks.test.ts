/** What texts of the blocks editor become: each kind of block, marks, links, and what is broken or hostile. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import { fieldType } from '../../../../server/src/model/fields/registry.ts';
import { sampleBlocks } from '../../../../server/test/content/importers/strapi-sample.ts';
import { Notes } from '../../notes.ts';
import type { RichNode } from '../../rich-node.ts';
import { convertBlocks } from './blocks.ts';

function convert(value: unknown) {
  const notes = new Notes();
  const assetOf = ({ hash }: { readonly hash?: unknown }) => (hash === 'pier_1' ? 'pier' : null);
  const doc = convertBlocks(value, { about: 'page 1, body', notes, assetOf }) as RichNode | undefined;
  const violations: Violation[] = [];
  if (doc !== undefined)
    fieldType('rich_text').parse(doc, {
      field: { type: 'rich_text' },
      path: 'body',
      linkKey: (_kind, key) => key,
      violations,
    });
  return { doc, violations, notes: notes.all().map(({ kind, message }) => `${kind}: ${message}`) };
}

/** A document in few words: `paragraph(one *bold:two*)`. */
function shown({ type, text, marks, content, attrs }: RichNode): string {
  if (type === 'text') {
    const names = (marks ?? []).map((mark) =>
      mark.attrs === undefined ? mark.type : `${mark.type}=${mark.attrs.href}`,
    );
    return names.length === 0 ? `${text}` : `*${names.join('+')}:${text}*`;
  }
  const inner = (content ?? []).map(shown).join(type === 'paragraph' || type === 'heading' ? '' : ' ');
  const [value] = Object.values(attrs ?? {});
  const own =
    value === undefined ? type : `${type} ${typeof value === 'object' ? (value as { id: string }).id : value}`;
  return inner === '' ? own : `${own}(${inner})`;
}

describe('a text of the blocks editor', () => {
  it('becomes rich text, block by block', () => {
    const { doc, violations, notes } = convert(sampleBlocks);
    assert.deepEqual(violations, []);
    assert.deepEqual(doc?.content?.map(shown), [
      'heading 2(Tides)',
      'paragraph(*bold+italic:Read **underline+link=https://example.com:more*hardBreak*strike+code:now* or not)',
      'orderedList(listItem(paragraph(one) bulletList(listItem(paragraph(inner)))) listItem(paragraph(two)))',
      'blockquote(paragraph(Time and tide))',
      'codeBlock js(a\nb)',
      'assetBlock pier',
      'paragraph(*link=https://cdn.example/gone.png:Gone*)',
      'paragraph(unknown)',
    ]);
    assert.deepEqual(
      notes.map((note) => note.split(/[:;]/)[0]),
      ['left_out', 'missing_link', 'changed'],
    );
  });

  it('has no value where it is empty, and stays what it is where it is no text', () => {
    assert.equal(convert([]).doc, undefined);
    assert.equal(convertBlocks('plain', { about: '', notes: new Notes(), assetOf: () => null }), 'plain');
  });

  it('keeps lists inside of lists as far as rich text goes, and their text beyond', () => {
    let list: object = {
      type: 'list',
      format: 'unordered',
      children: [{ type: 'list-item', children: [{ text: 'deep' }] }],
    };
    for (let depth = 0; depth < 60; depth += 1) list = { type: 'list', format: 'ordered', children: [list] };
    const { doc, violations } = convert([list]);
    assert.deepEqual(violations, []);
    assert.match(JSON.stringify(doc), /"deep"/);
  });

  const odd: readonly unknown[] = [null, 0, '', 'x', [], {}, [null], { type: '__proto__' }, { type: 'constructor' }];
  for (const type of [
    'paragraph',
    'heading',
    'list',
    'quote',
    'code',
    'image',
    'list-item',
    'link',
    'text',
    'toString',
  ])
    it(`is valid whatever is in a ${type}`, () => {
      for (const value of odd)
        for (const name of ['children', 'level', 'image', 'language', 'url', 'text', 'format', 'bold'])
          for (const inside of [(node: object) => node, (node: object) => ({ type: 'paragraph', children: [node] })])
            assert.deepEqual(
              convert([inside({ type, [name]: value })]).violations,
              [],
              `${name}: ${JSON.stringify(value)}`,
            );
    });
});
