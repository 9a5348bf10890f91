/** What rich text consists of: a ProseMirror document with Tiptap's names. The server's grammar says what each node may contain. */

/** Nodes that a field cannot forbid, because every text needs them. */
export const basicNodes = ['doc', 'paragraph', 'text'] as const;

/** Nodes that a field can forbid. Each lists the nodes that only occur inside it, which are allowed together with it. */
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

/** A mark as the API gives it, or as it is stored. */
export interface RichTextMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** A node as the API gives it, or as it is stored, with keys in its links. The value of a field is a node of type `doc`. */
export interface RichTextNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichTextNode[];
  readonly marks?: readonly RichTextMark[];
  readonly text?: string;
}

/** Nesting depth, counting the document node. Each level takes two levels of JSON; a request body may have 100. */
export const DEPTH_MAX = 50;
export const HEADING_LEVEL_MAX = 6;
/** Characters in the language name of a code block. */
export const LANGUAGE_CHARACTERS_MAX = 64;
/** Columns or rows that one table cell may span. */
export const SPAN_MAX = 1000;
