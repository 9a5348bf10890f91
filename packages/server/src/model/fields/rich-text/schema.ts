/**
 * The grammar of rich text: a ProseMirror document with Tiptap's names. A data table of the nodes and marks, what each may contain,
 * and its attributes. Everything else is rejected.
 */

import { hrefProblem } from '../../../../../contract/src/link-address.ts';
import {
  HEADING_LEVEL_MAX,
  LANGUAGE_CHARACTERS_MAX,
  type MarkName,
  type NodeName,
  optionalNodes,
  type RichTextNode,
  SPAN_MAX,
} from '../../../../../contract/src/rich-text.ts';
import type { Link } from '../field.ts';
import { isObject } from '../values/value-violations.ts';

/** Either the kind of resource that the attribute links to, or a check that returns null or how to fix the value. */
export interface AttributeKind {
  readonly required: boolean;
  /** What responses show, as a JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly link?: Link['kind'];
  readonly problem?: (value: unknown) => string | null;
}

export interface MarkKind {
  readonly attributes: ReadonlyMap<string, AttributeKind>;
}

export interface NodeKind extends MarkKind {
  /** Names of the nodes that it may contain; null for a leaf. */
  readonly content: ReadonlySet<string> | null;
  /** Whether it must contain at least one node. */
  readonly filled: boolean;
  /** Whether it is inline, and so can have marks. */
  readonly inline: boolean;
  /** Whether its content may have marks. */
  readonly marked: boolean;
  /** Nodes that occur only inside it and are allowed with it. */
  readonly parts: readonly string[];
}

/** Nodes that stand one below another. */
export const blockNodes = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'table',
  'entryBlock',
  'assetBlock',
] as const;
/** Nodes that stand in a line. */
export const inlineNodes = ['text', 'hardBreak', 'entryInline'] as const;

const level = wholeNumber(1, HEADING_LEVEL_MAX, true);
const start = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const span = wholeNumber(1, SPAN_MAX);
const width = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const language = {
  required: false,
  schema: { type: 'string', maxLength: LANGUAGE_CHARACTERS_MAX },
  problem: shortText,
};
const href = { required: true, schema: { type: 'string' }, problem: address };
const entry = linkTo('entry');
const asset = linkTo('asset');
const colwidth = { required: false, schema: { type: 'array', items: width.schema }, problem: widths };
const cell = { colspan: span, rowspan: span, colwidth };

const nodes: Readonly<Record<NodeName, NodeKind>> = {
  doc: node({ content: blockNodes, filled: true }),
  paragraph: node({ content: inlineNodes }),
  text: node({ inline: true }),
  heading: node({ content: inlineNodes, attributes: { level } }),
  bulletList: node({ content: ['listItem'], filled: true, parts: optionalNodes.bulletList }),
  orderedList: node({ content: ['listItem'], filled: true, parts: optionalNodes.orderedList, attributes: { start } }),
  listItem: node({ content: blockNodes, filled: true }),
  blockquote: node({ content: blockNodes, filled: true }),
  codeBlock: node({ content: ['text'], marked: false, attributes: { language } }),
  horizontalRule: node({}),
  hardBreak: node({ inline: true }),
  table: node({ content: ['tableRow'], filled: true, parts: optionalNodes.table }),
  tableRow: node({ content: ['tableCell', 'tableHeader'] }),
  tableCell: node({ content: blockNodes, filled: true, attributes: cell }),
  tableHeader: node({ content: blockNodes, filled: true, attributes: cell }),
  entryBlock: node({ attributes: { entry } }),
  entryInline: node({ inline: true, attributes: { entry } }),
  assetBlock: node({ attributes: { asset } }),
};

const marks: Readonly<Record<MarkName, MarkKind>> = {
  bold: mark({}),
  italic: mark({}),
  underline: mark({}),
  strike: mark({}),
  code: mark({}),
  superscript: mark({}),
  subscript: mark({}),
  link: mark({ href }),
  entryLink: mark({ entry }),
  assetLink: mark({ asset }),
};

/** Every node, by name. Maps, so that names such as `constructor` count as unknown. */
export const nodeKinds: ReadonlyMap<string, NodeKind> = new Map(Object.entries(nodes));

/** Every mark, by name. */
export const markKinds: ReadonlyMap<string, MarkKind> = new Map(Object.entries(marks));

interface NodeParts {
  readonly content?: readonly NodeName[];
  readonly filled?: boolean;
  readonly inline?: boolean;
  readonly marked?: boolean;
  readonly parts?: readonly string[];
  readonly attributes?: Readonly<Record<string, AttributeKind>>;
}

function node({
  content,
  filled = false,
  inline = false,
  marked = true,
  parts = [],
  attributes = {},
}: NodeParts): NodeKind {
  const allowed = content === undefined ? null : new Set(content);
  return { content: allowed, filled, inline, marked, parts, attributes: new Map(Object.entries(attributes)) };
}

function mark(attributes: Readonly<Record<string, AttributeKind>>): MarkKind {
  return { attributes: new Map(Object.entries(attributes)) };
}

function linkTo(kind: Link['kind']): AttributeKind {
  const properties = { type: { type: 'string', const: kind }, id: { type: 'string' } };
  return {
    required: true,
    link: kind,
    schema: { type: 'object', properties, required: ['type', 'id'], additionalProperties: false },
  };
}

function wholeNumber(minimum: number, maximum: number, required = false) {
  const fits = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  const problem = (value: unknown) => (fits(value) ? null : `Give a whole number from ${minimum} to ${maximum}.`);
  return { required, schema: { type: 'integer', minimum, maximum }, problem };
}

function shortText(value: unknown): string | null {
  const fits = typeof value === 'string' && value.length <= LANGUAGE_CHARACTERS_MAX;
  return fits ? null : `Give text of at most ${LANGUAGE_CHARACTERS_MAX} characters.`;
}

function widths(value: unknown): string | null {
  const fits = Array.isArray(value) && value.length <= SPAN_MAX && value.every((each) => width.problem(each) === null);
  return fits ? null : 'Give a list of column widths in pixels.';
}

function address(value: unknown): string | null {
  return typeof value === 'string' ? hrefProblem(value) : 'Give an address as text.';
}

/** Whether a stored value is a rich text node. */
export function isRichTextNode(value: unknown): value is RichTextNode {
  return isObject(value) && typeof value.type === 'string';
}
