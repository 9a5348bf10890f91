/** What rich text consists of: a ProseMirror document with Tiptap's names. What each holds is the server's grammar. */

/** Nodes that a field cannot forbid: every text consists of them. */
export const basicNodes = ['doc', 'paragraph', 'text'] as const;

/** Nodes that a field can forbid, each with those that occur only inside it and are allowed with it. */
export const optionalNodes = {
  heading: [],
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  blockquote: [],
  codeBlock: [],
  horizontalRule: [],
  hardBreak: [],
  table: ['tableRow', 'tableCell', 'tableHeader'],
  entryBlock: [],
  entryInline: [],
  assetBlock: [],
} as const satisfies Record<string, readonly string[]>;

export const marks = [
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'superscript',
  'subscript',
  'link',
  'entryLink',
  'assetLink',
] as const;

type OptionalNode = keyof typeof optionalNodes;

export type NodeName = (typeof basicNodes)[number] | OptionalNode | (typeof optionalNodes)[OptionalNode][number];

export type MarkName = (typeof marks)[number];

/** Nesting of nodes, the document among them. Each takes two levels of JSON, of which a body has 100. */
export const DEPTH_MAX = 50;
export const HEADING_LEVEL_MAX = 6;
/** Characters of a code block's language. */
export const LANGUAGE_CHARACTERS_MAX = 64;
/** Columns or rows that a cell of a table spans. */
export const SPAN_MAX = 1000;
