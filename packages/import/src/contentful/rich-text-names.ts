/**
 * Our names for Contentful's rich text nodes and marks: the one table for converting both values and the validations
 * `enabledNodeTypes` and `enabledMarks`.
 */

/** Blocks with or without children: Contentful's name → ours. Headings and links have their own rules. */
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

/** Nodes for an entry or asset: Contentful's name → ours, and what they link to. */
export const embeddedNames: Readonly<Record<string, { readonly type: string; readonly kind: 'entry' | 'asset' }>> = {
  'embedded-entry-block': { type: 'entryBlock', kind: 'entry' },
  'embedded-asset-block': { type: 'assetBlock', kind: 'asset' },
  'embedded-entry-inline': { type: 'entryInline', kind: 'entry' },
};

/** Links around text, which are nodes in Contentful and marks in Lectern. */
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

/** The level of a heading node, such as 2 for `heading-2`; null for any other node. */
export function headingLevel(nodeType: string): number | null {
  const level = /^heading-([1-6])$/.exec(nodeType)?.[1];
  return level === undefined ? null : Number(level);
}

/** Looks up a name from a file in a table; inherited properties do not count. */
export function named<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
