/**
 * What a rich text field may hold: the names of INTERFACE.md §4, less what the field leaves out. A test holds the names
 * against the server's own grammar.
 */

/** A link to an entry or an asset, as the API gives it. */
export interface RichTextLink {
  readonly type: 'entry' | 'asset';
  readonly id: string;
}

/** A mark as the API gives it. */
export interface RichTextMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** A node as the API gives it. The value of a field is a node of type `doc`. */
export interface RichTextNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichTextNode[];
  readonly marks?: readonly RichTextMark[];
  readonly text?: string;
}

/** The nodes and marks that can be made in a field. */
export interface Grammar {
  readonly nodes: ReadonlySet<string>;
  readonly marks: ReadonlySet<string>;
}

/** Nesting of nodes, the document among them, that the server takes. */
export const DEPTH_MAX = 50;
/** Characters of a code block's language that the server takes. */
export const LANGUAGE_CHARACTERS_MAX = 64;

const BASIC_NODES = ['doc', 'paragraph', 'text'];
/** Nodes that a field can leave out, each with those that occur only inside it. */
const OPTIONAL_NODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['heading', []],
  ['bulletList', ['listItem']],
  ['orderedList', ['listItem']],
  ['blockquote', []],
  ['codeBlock', []],
  ['horizontalRule', []],
  ['hardBreak', []],
  ['table', ['tableRow', 'tableCell', 'tableHeader']],
  ['entryBlock', []],
  ['entryInline', []],
  ['assetBlock', []],
]);
const MARKS = [
  'link',
  'entryLink',
  'assetLink',
  'bold',
  'italic',
  'underline',
  'strike',
  'superscript',
  'subscript',
  'code',
];

/** The grammar of a field with the validations `nodes` and `marks`; without one of them, all of them may be used. */
export function grammarOf(nodes?: readonly string[], marks?: readonly string[]): Grammar {
  const chosen = [...OPTIONAL_NODES].filter(([name]) => nodes?.includes(name) ?? true);
  return {
    nodes: new Set([...BASIC_NODES, ...chosen.flatMap(([name, parts]) => [name, ...parts])]),
    marks: new Set(MARKS.filter((name) => marks?.includes(name) ?? true)),
  };
}
