/**
 * What Contentful's rich text nodes and marks are called here. The one table that the conversion of values and that of
 * the validations `enabledNodeTypes` and `enabledMarks` both read.
 */

/** Blocks that hold other nodes or nothing: Contentful's name → ours. Headings and links have rules of their own. */
export const blockNames: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  'unordered-list': 'bulletList',
  'ordered-list': 'orderedList',
  'list-item': 'listItem',
  blockquote: 'blockquote',
  hr: 'horizontalRule',
  table: 'table',
  'table-row': 'tableRow',
  'table-cell': 'tableCell',
  'table-header-cell': 'tableHeader',
};

/** Nodes that stand for an entry or asset: Contentful's name → ours, and what they point to. */
export const embeddedNames: Readonly<Record<string, { readonly type: string; readonly kind: 'entry' | 'asset' }>> = {
  'embedded-entry-block': { type: 'entryBlock', kind: 'entry' },
  'embedded-asset-block': { type: 'assetBlock', kind: 'asset' },
  'embedded-entry-inline': { type: 'entryInline', kind: 'entry' },
};

/** Links around text, which are nodes there and marks here. */
export const linkNames: Readonly<Record<string, { readonly type: string; readonly kind: 'url' | 'entry' | 'asset' }>> =
  {
    hyperlink: { type: 'link', kind: 'url' },
    'entry-hyperlink': { type: 'entryLink', kind: 'entry' },
    'asset-hyperlink': { type: 'assetLink', kind: 'asset' },
  };

export const markNames: Readonly<Record<string, string>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  code: 'code',
  superscript: 'superscript',
  subscript: 'subscript',
  strikethrough: 'strike',
};

/** The level of a heading node, such as 2 for `heading-2`; null for every other node. */
export function headingLevel(nodeType: string): number | null {
  const level = /^heading-([1-6])$/.exec(nodeType)?.[1];
  return level === undefined ? null : Number(level);
}

/** The entry of a table under a name that came from a file; inherited properties are none. */
export function named<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
