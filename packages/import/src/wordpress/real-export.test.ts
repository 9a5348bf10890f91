/**
 * The real export beside the checkout, converted: each element of the HTML of its posts is a node or mark of the rich
 * text, or is counted in the report. The elements are counted in the raw HTML, not by the converter's own parser. Where
 * the folder is not there, there is nothing to check.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Violation } from '../../../contract/src/violations.ts';
import { fieldType } from '../../../server/src/model/fields/registry.ts';
import type { Note } from '../notes.ts';
import type { ContentTypeRecord } from '../records.ts';
import type { RichNode } from '../rich-node.ts';
import { convertSite } from './convert.ts';
import type { EntryRecord } from './post.ts';
import { isContent, readSite } from './site.ts';
import { readWxr } from './wxr/wxr-file.ts';
import { itemOf } from './wxr/wxr-item.ts';

const FILE = join(import.meta.dirname, '../../../../../shared/data/wordpress-theme-unit-test.xml');
const LOCALE = 'en-US';
const ELEMENT = /<([a-z][a-z0-9]*)(?=[\s>/])/gi;
const COMMENT = /<!--[\s\S]*?-->/g;
const SHORTCODE = /\[\/?(?:caption|gallery|audio|embed)[^\]]*\]/g;

/** What each element is in rich text, as a test of its nodes; elements that are not here have to be in the report. */
const counterparts: Readonly<Record<string, (node: RichNode) => boolean>> = {
  p: ({ type }) => type === 'paragraph',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [
      `h${level}`,
      ({ type, attrs }: RichNode) => type === 'heading' && attrs?.level === level,
    ]),
  ),
  ul: ({ type }) => type === 'bulletList',
  ol: ({ type }) => type === 'orderedList',
  li: ({ type }) => type === 'listItem',
  blockquote: ({ type }) => type === 'blockquote',
  pre: ({ type }) => type === 'codeBlock',
  hr: ({ type }) => type === 'horizontalRule',
  table: ({ type }) => type === 'table',
  tr: ({ type }) => type === 'tableRow',
  td: ({ type }) => type === 'tableCell',
  th: ({ type }) => type === 'tableHeader',
  br: ({ type }) => type === 'hardBreak',
  img: ({ type }) => type === 'assetBlock',
  a: ({ marks }) => (marks ?? []).some(({ type }) => /link$/i.test(type)),
  strong: marked('bold'),
  b: marked('bold'),
  em: marked('italic'),
  i: marked('italic'),
  u: marked('underline'),
  s: marked('strike'),
  strike: marked('strike'),
  del: marked('strike'),
  code: marked('code'),
  sup: marked('superscript'),
  sub: marked('subscript'),
};

function marked(name: string): (node: RichNode) => boolean {
  return ({ marks }) => (marks ?? []).some(({ type }) => type === name);
}

function nodesIn(node: RichNode | undefined): readonly RichNode[] {
  return node === undefined ? [] : [node, ...(node.content ?? []).flatMap(nodesIn)];
}

function reported(notes: readonly Note[], element: string): number {
  const own = notes.filter(({ message }) => message.startsWith(`<${element}>: `));
  return own.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** Words of a text, entities as they are: one that has an ampersand is not compared. */
function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => /^[\p{L}\p{N}]+$/u.test(word));
}

describe('the real WordPress export', { skip: !existsSync(FILE) && `${FILE} is not there` }, () => {
  it('is found in rich text or in the report, element by element and word by word', async () => {
    const { entries, notes } = await converted();
    let elements = 0;
    for await (const element of readWxr(FILE)) {
      if (element.name !== 'item') continue;
      const item = itemOf(element);
      if (!isContent(item.type)) continue;
      const entry = entries.get(`${item.type}-${item.id}`);
      const nodes = nodesIn(entry?.fields.body?.[LOCALE] as RichNode | undefined);
      const own = notes.filter(({ about }) => about.startsWith(`${item.type} ${item.id} `));
      const html = item.content.replaceAll(COMMENT, '');
      const counts = Map.groupBy(
        [...html.matchAll(ELEMENT)].map(([, name = '']) => name.toLowerCase()),
        (name) => name,
      );
      for (const [name, all] of counts) {
        const found = nodes.filter(counterparts[name] ?? (() => false)).length;
        elements += all.length;
        assert.ok(
          found + reported(own, name) >= all.length,
          `${entry?.key}: of ${all.length} <${name}> ${found} are in the text and ${reported(own, name)} in the report`,
        );
      }
      const words = new Set(nodes.flatMap(({ text = '' }) => text.split(/[^\p{L}\p{N}]+/u)));
      const lost = wordsIn(html.replaceAll(SHORTCODE, ' ').replaceAll(/<[^>]*>/g, ' ')).filter(
        (word) => !words.has(word),
      );
      assert.deepEqual(lost, [], `${entry?.key}`);
    }
    assert.ok(elements > 1500, `${elements} elements`);
  });

  it('gives values that the field types take', async () => {
    const { types, entries, refused } = await converted();
    assert.deepEqual(refused, []);
    for (const entry of entries.values()) {
      const fields = types.get(entry.content_type)?.fields ?? [];
      for (const [id, values] of Object.entries(entry.fields)) {
        const field = fields.find((one) => one.id === id);
        assert.ok(field !== undefined, `${entry.content_type} has no field ${id}`);
        const violations: Violation[] = [];
        const path = `${entry.key}.${id}`;
        fieldType(field.type as never).parse(values[LOCALE], {
          field: field as never,
          path,
          linkKey: (_kind, key) => key,
          violations,
        });
        assert.deepEqual(violations, []);
      }
    }
  });

  it('brings all that is content, and counts the rest', async () => {
    const { entries, assets, notes, came } = await converted();
    const byType = Object.fromEntries(
      [...Map.groupBy(entries.values(), (entry) => entry.content_type)].map(([type, all]) => [type, all.length]),
    );
    assert.deepEqual(byType, {
      category: 68,
      tag: 114,
      post_format: 9,
      author: 4,
      post: 58,
      page: 21,
      menu_item: 70,
      menu: 6,
    });
    assert.deepEqual(Object.fromEntries(came.map((one) => [one.content_type, one.entries])), byType);
    assert.equal(assets, 37);
    assert.ok(notes.some(({ message }) => message.startsWith('33 comments on 7 items were left out')));
  });
});

async function converted() {
  const site = convertSite(FILE, await readSite(FILE), LOCALE);
  const types = new Map<string, ContentTypeRecord>();
  const entries = new Map<string, EntryRecord>();
  let assets = 0;
  for await (const { kind, key, line } of site.records) {
    const body = JSON.parse(line)[kind];
    if (kind === 'content_type') types.set(key, body);
    else if (kind === 'entry') entries.set(key, body);
    else assets += 1;
  }
  assert.equal(types.size + entries.size + assets, site.total);
  return { types, entries, assets, refused: site.refused, notes: site.notes.all(), came: site.came };
}
