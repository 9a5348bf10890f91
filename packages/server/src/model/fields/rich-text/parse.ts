/**
 * Parses rich text in a request. The stored document is built from what the grammar knows, never copied, so nothing unknown gets
 * in. Its keys have a fixed order, so equal documents are equal text.
 */
import { DEPTH_MAX, type RichTextMark, type RichTextNode } from '../../../../../contract/src/rich-text.ts';
import { isFull } from '../../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../../platform/kit/suggestion.ts';
import type { ParseContext } from '../field-type.ts';
import { parseLink } from '../values/link-value.ts';
import { addViolation, describeValue, isObject } from '../values/value-violations.ts';
import { type AttributeKind, markKinds, type NodeKind, nodeKinds } from './schema.ts';

const GUIDE = 'docs/guide/rich-text.md';

const NODE_KEYS: readonly string[] = ['type', 'attrs', 'content', 'marks', 'text'];
const MARK_KEYS: readonly string[] = ['type', 'attrs'];

/** The position of a node: what is allowed there, and how messages describe it. */
interface Place {
  readonly allowed: ReadonlySet<string>;
  readonly parent: string;
  readonly marked: boolean;
  readonly depth: number;
}

const TOP: Place = { allowed: new Set(['doc']), parent: 'rich text', marked: false, depth: 1 };

/** Parses a whole document; undefined after adding violations. */
export function parseRichText(input: unknown, context: ParseContext): RichTextNode | undefined {
  const before = context.violations.length;
  const parsed = parseNode(input, TOP, context);
  return context.violations.length > before ? undefined : parsed;
}

function parseNode(input: unknown, place: Place, context: ParseContext): RichTextNode | undefined {
  if (place.depth > DEPTH_MAX) return fail(context, `Nest at most ${DEPTH_MAX} nodes inside one another.`);
  if (!isObject(input))
    return fail(context, `Give a node such as {"type": "doc"}, as in ${GUIDE}; this is ${describeValue(input)}.`);
  if (input.type === undefined && input.nodeType !== undefined)
    return fail(context, `Give a ProseMirror document, as in ${GUIDE}; this is rich text in Contentful's form.`);
  const type = parseType(input.type, nodeKinds, 'node', context);
  if (type === undefined) return undefined;
  if (!place.allowed.has(type.name)) {
    const message = `Put ${[...place.allowed].join(', ')} into ${place.parent}; ${type.name} is not allowed there.`;
    return fail(below(context, 'type'), message);
  }
  rejectUnknownKeys(input, NODE_KEYS, context);
  const attrs = parseAttributes(input.attrs, type.kind.attributes, below(context, 'attrs'));
  const content = parseContent(input.content, type, place.depth, below(context, 'content'));
  const marks = parseMarks(input.marks, place.marked && type.kind.inline, below(context, 'marks'));
  const text = parseText(input, type.name, below(context, 'text'));
  return { type: type.name, ...attrs, ...content, ...marks, ...text };
}

interface Named<Kind> {
  readonly name: string;
  readonly kind: Kind;
}

function parseType<Kind>(
  input: unknown,
  kinds: ReadonlyMap<string, Kind>,
  what: string,
  context: ParseContext,
): Named<Kind> | undefined {
  const here = below(context, 'type');
  if (typeof input !== 'string') return fail(here, `Give the name of a ${what} as text.`);
  const kind = kinds.get(input);
  if (kind !== undefined) return { name: input, kind };
  const suggestion = didYouMean(input, kinds.keys());
  return fail(here, `Use one of ${[...kinds.keys()].join(', ')}; there is no ${what} ${quoted(input)}.${suggestion}`);
}

function parseAttributes(
  input: unknown,
  kinds: ReadonlyMap<string, AttributeKind>,
  context: ParseContext,
): { attrs?: Record<string, unknown> } {
  if (input !== undefined && input !== null && !isObject(input)) fail(context, 'Give the attributes as an object.');
  const given = new Map(Object.entries(isObject(input) ? input : {}).filter(([, value]) => value !== null));
  for (const name of given.keys()) {
    if (isFull(context.violations)) break;
    if (!kinds.has(name)) fail(below(context, name), unknownName(name, 'attribute', [...kinds.keys()]));
  }
  const attrs: Record<string, unknown> = {};
  for (const [name, kind] of kinds) {
    const here = below(context, name);
    if (given.has(name)) attrs[name] = parseAttribute(given.get(name), kind, here);
    else if (kind.required) fail(here, `Give the attribute ${name}.`);
  }
  return Object.keys(attrs).length > 0 ? { attrs } : {};
}

function parseAttribute(value: unknown, kind: AttributeKind, context: ParseContext): unknown {
  if (kind.link !== undefined) return parseLink(kind.link, value, context)?.key;
  const problem = kind.problem?.(value) ?? null;
  return problem === null ? value : fail(context, problem);
}

function parseContent(
  input: unknown,
  { name, kind }: Named<NodeKind>,
  depth: number,
  context: ParseContext,
): { content?: RichTextNode[] } {
  const nodes = parseList(input, context);
  if (kind.content === null) {
    if (nodes.length > 0) fail(context, `Leave content out; a ${name} cannot have any.`);
    return {};
  }
  if (kind.filled && nodes.length === 0)
    fail(context, `Put at least one ${[...kind.content].join(', ')} into ${name}.`);
  const place: Place = { allowed: kind.content, parent: name, marked: kind.marked, depth: depth + 1 };
  const content: RichTextNode[] = [];
  for (const [index, item] of nodes.entries()) {
    if (isFull(context.violations)) break;
    const parsed = parseNode(item, place, below(context, index));
    if (parsed !== undefined) content.push(parsed);
  }
  return content.length > 0 ? { content } : {};
}

function parseMarks(input: unknown, isMarkable: boolean, context: ParseContext): { marks?: RichTextMark[] } {
  const given = parseList(input, context);
  if (given.length > 0 && !isMarkable)
    fail(context, 'Leave marks out; only text and other inline nodes have them, and none in a codeBlock.');
  const marks: RichTextMark[] = [];
  for (const [index, item] of isMarkable ? given.entries() : []) {
    if (isFull(context.violations)) break;
    const parsed = parseMark(item, below(context, index));
    if (parsed === undefined) continue;
    if (marks.some((mark) => mark.type === parsed.type))
      fail(below(context, index), `Give the mark ${parsed.type} once.`);
    else marks.push(parsed);
  }
  return marks.length > 0 ? { marks } : {};
}

function parseMark(input: unknown, context: ParseContext): RichTextMark | undefined {
  if (!isObject(input)) return fail(context, `Give a mark such as {"type": "bold"}; this is ${describeValue(input)}.`);
  const type = parseType(input.type, markKinds, 'mark', context);
  if (type === undefined) return undefined;
  rejectUnknownKeys(input, MARK_KEYS, context);
  return { type: type.name, ...parseAttributes(input.attrs, type.kind.attributes, below(context, 'attrs')) };
}

function parseText(input: Readonly<Record<string, unknown>>, name: string, context: ParseContext): { text?: string } {
  if (name !== 'text') {
    if (input.text !== undefined) fail(context, `Leave text out; only a node of type text has it, not ${name}.`);
    return {};
  }
  if (typeof input.text === 'string' && input.text !== '') return { text: input.text };
  fail(context, 'Give text of at least one character, or leave the node out.');
  return {};
}

/** An optional list. */
function parseList(input: unknown, context: ParseContext): readonly unknown[] {
  if (Array.isArray(input)) return input;
  if (input !== undefined && input !== null) fail(context, `Give a list; this is ${describeValue(input)}.`);
  return [];
}

function rejectUnknownKeys(
  input: Readonly<Record<string, unknown>>,
  known: readonly string[],
  context: ParseContext,
): void {
  for (const key of Object.keys(input)) {
    if (isFull(context.violations)) break;
    if (!known.includes(key)) fail(below(context, key), unknownName(key, 'key', known));
  }
}

function unknownName(name: string, what: string, known: readonly string[]): string {
  const rest = known.length === 0 ? `there are no ${what}s here` : `the ${what}s here are ${known.join(', ')}`;
  return `Leave ${quoted(name)} out; ${rest}.${didYouMean(name, known)}`;
}

function below(context: ParseContext, step: string | number): ParseContext {
  return { ...context, path: `${context.path}.${typeof step === 'string' ? step.slice(0, 64) : step}` };
}

function fail(context: ParseContext, message: string): undefined {
  return addViolation(context, 'rich_text', message);
}
