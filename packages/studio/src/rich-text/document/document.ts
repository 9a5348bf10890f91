/**
 * From the value of a field to the editor's document and back. The invariant: what was not edited is given back as the
 * very value that came in, down to attributes that are absent and the order of marks. The editor's nodes are immutable and
 * an edit makes new ones only from the change up to the document, so each node remembers the value it was made from.
 */
import { Fragment, type Mark, type Node, type NodeType, type Schema } from '@tiptap/pm/model';
import type { RichTextMark, RichTextNode } from './grammar.ts';
import { KEPT_BLOCK, KEPT_INLINE, KEPT_MARK, PENDING_PICTURE } from './own-names.ts';

const OWN_NAMES: ReadonlySet<string> = new Set([KEPT_BLOCK, KEPT_INLINE, KEPT_MARK, PENDING_PICTURE]);

/** The nodes of one editor, with the values that they were made from. */
export class Sources {
  readonly #ofNode = new WeakMap<Node, RichTextNode>();
  readonly #ofAttributes = new WeakMap<object, RichTextNode['attrs'] & object>();
  /** By the marks in the order of the schema, which the editor sorts them into. */
  readonly #ofMarks = new Map<string, readonly RichTextMark[]>();
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** The document of a value; no value and a document without blocks become one empty paragraph. */
  documentOf(value: RichTextNode | null): Node {
    const top = this.#schema.topNodeType;
    const blocks = value?.content ?? [];
    if (value === null || blocks.length === 0) return top.create(null, this.#schema.nodes.paragraph?.create());
    const doc = top.create(null, this.#childrenOf(blocks, top));
    this.#ofNode.set(doc, value);
    return doc;
  }

  /** The value of a document; null for one that holds nothing. */
  valueOf(doc: Node): RichTextNode | null {
    return isBlank(doc) && !this.#ofNode.has(doc) ? null : this.#sourceOf(doc);
  }

  /** Takes the nodes of `doc` that equal those of `made`, a document of `documentOf`, as made from the same values. */
  adopt(doc: Node, made: Node): void {
    const source = this.#ofNode.get(made);
    if (doc === made) return;
    if (source !== undefined && doc.eq(made)) this.#ofNode.set(doc, source);
    for (let index = 0; index < Math.min(doc.childCount, made.childCount); index++)
      this.adopt(doc.child(index), made.child(index));
  }

  #childrenOf(values: readonly RichTextNode[], parent: NodeType): Fragment {
    return Fragment.fromArray(values.map((value) => this.#nodeOf(value, parent)));
  }

  #nodeOf(value: RichTextNode, parent: NodeType): Node {
    const node = this.#knownNodeOf(value) ?? this.#keptNodeOf(value, parent);
    this.#ofNode.set(node, value);
    if (value.marks !== undefined && node.marks.length === value.marks.length)
      this.#ofMarks.set(JSON.stringify(node.marks), value.marks);
    return node;
  }

  /** The node of a value that the schema knows and allows; otherwise null. */
  #knownNodeOf(value: RichTextNode): Node | null {
    const type = this.#schema.nodes[value.type];
    if (type === undefined || OWN_NAMES.has(value.type)) return null;
    const marks = (value.marks ?? []).map((mark) => this.#markOf(mark));
    if (type.isText) return value.text === undefined || value.text === '' ? null : this.#schema.text(value.text, marks);
    if (!hasAttributes(type.spec.attrs, value.attrs)) return null;
    const content = this.#childrenOf(value.content ?? [], type);
    if (!type.validContent(content)) return null;
    const node = type.create(value.attrs, content, marks);
    if (value.attrs !== undefined) this.#ofAttributes.set(node.attrs, value.attrs);
    return node;
  }

  #keptNodeOf(value: RichTextNode, parent: NodeType): Node {
    return this.#schema.node(parent.inlineContent ? KEPT_INLINE : KEPT_BLOCK, { source: value });
  }

  #markOf(value: RichTextMark): Mark {
    const type = OWN_NAMES.has(value.type) ? undefined : this.#schema.marks[value.type];
    if (type === undefined || !hasAttributes(type.spec.attrs, value.attrs))
      return this.#schema.mark(KEPT_MARK, { source: value });
    return type.create(value.attrs);
  }

  #sourceOf(node: Node): RichTextNode {
    const known = this.#ofNode.get(node);
    if (known !== undefined) return known;
    const source = this.#valueOfNode(node);
    this.#ofNode.set(node, source);
    return source;
  }

  #valueOfNode(node: Node): RichTextNode {
    if (node.type.name === KEPT_BLOCK || node.type.name === KEPT_INLINE) return node.attrs.source;
    // Its place is held by a paragraph until the picture is there.
    if (node.type.name === PENDING_PICTURE) return { type: 'paragraph' };
    const attrs = this.#ofAttributes.get(node.attrs) ?? valuesWithoutDefaults(node);
    return {
      type: node.type.name,
      ...(attrs && { attrs }),
      ...(node.childCount > 0 && { content: node.children.map((child) => this.#sourceOf(child)) }),
      ...(node.marks.length > 0 && { marks: this.#marksOf(node.marks) }),
      ...(node.isText && { text: node.text ?? '' }),
    };
  }

  /** In the order, and with the attributes, in which the same marks came in; a text that is written on has them as before. */
  #marksOf(marks: readonly Mark[]): readonly RichTextMark[] {
    return this.#ofMarks.get(JSON.stringify(marks)) ?? marks.map(valueOfMark);
  }
}

/** Whether a document holds nothing but one empty paragraph. */
export function isBlank(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0;
}

function hasAttributes(known: Readonly<Record<string, unknown>> | undefined, given: RichTextNode['attrs']): boolean {
  return Object.keys(given ?? {}).every((name) => known !== undefined && Object.hasOwn(known, name));
}

/** The attributes that say something; undefined where none does. */
function valuesWithoutDefaults(node: Node): Record<string, unknown> | undefined {
  const { attrs = {} } = node.type.spec;
  const told = Object.entries(node.attrs).filter(([name, value]) => value !== null && value !== attrs[name]?.default);
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

function valueOfMark(mark: Mark): RichTextMark {
  if (mark.type.name === KEPT_MARK) return mark.attrs.source;
  return Object.keys(mark.attrs).length > 0
    ? { type: mark.type.name, attrs: { ...mark.attrs } }
    : { type: mark.type.name };
}
