/** The grammar of rich text as JSON Schemas for `openapi.json`, so that generated clients have a type for each node and mark. */
import { type AttributeKind, blockNodes, inlineNodes, markKinds, type NodeKind, nodeKinds } from './schema.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

interface Property {
  readonly schema: JsonSchema;
  readonly required: boolean;
}

const DOCUMENT = 'RichText';
const BLOCK = `${DOCUMENT}Block`;
const INLINE = `${DOCUMENT}Inline`;
const MARK = `${DOCUMENT}Mark`;

/** A schema for each node, and for all blocks, inline nodes and marks, by the names of their components; a whole document is `RichText`. */
export function richTextSchemas(): Readonly<Record<string, JsonSchema>> {
  const nodes = [...nodeKinds].map(([name, kind]) => [nameOf(name), nodeSchema(name, kind)] as const);
  const marks = [...markKinds].map(([name, { attributes }]) => typed(name, attrsOf(attributes)));
  return {
    ...Object.fromEntries(nodes),
    [BLOCK]: oneOf(blockNodes),
    [INLINE]: oneOf(inlineNodes),
    [MARK]: { oneOf: marks },
  };
}

function nodeSchema(name: string, { attributes, content, filled, inline }: NodeKind): JsonSchema {
  const properties: Record<string, Property> = attrsOf(attributes);
  if (name === 'text') properties.text = { schema: { type: 'string', minLength: 1 }, required: true };
  if (content !== null) properties.content = { schema: contentSchema([...content], filled), required: filled };
  if (inline) properties.marks = { schema: { type: 'array', items: reference(MARK) }, required: false };
  return typed(name, properties);
}

function contentSchema(nodes: readonly string[], filled: boolean): JsonSchema {
  return { type: 'array', items: itemsOf(nodes), ...(filled ? { minItems: 1 } : {}) };
}

function itemsOf(nodes: readonly string[]): JsonSchema {
  if (nodes.length === blockNodes.length) return reference(BLOCK);
  return nodes.length === inlineNodes.length ? reference(INLINE) : oneOf(nodes);
}

function attrsOf(attributes: ReadonlyMap<string, AttributeKind>): Record<string, Property> {
  if (attributes.size === 0) return {};
  const properties = Object.fromEntries(attributes);
  return {
    attrs: { schema: objectOf(properties), required: Object.values(properties).some(({ required }) => required) },
  };
}

function typed(name: string, properties: Readonly<Record<string, Property>>): JsonSchema {
  return objectOf({ type: { schema: { type: 'string', const: name }, required: true }, ...properties });
}

function objectOf(properties: Readonly<Record<string, Property>>): JsonSchema {
  const entries = Object.entries(properties);
  const required = entries.filter(([, property]) => property.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function oneOf(nodes: readonly string[]): JsonSchema {
  const [only, ...others] = nodes.map((name) => reference(nameOf(name)));
  return others.length === 0 && only !== undefined ? only : { oneOf: [only, ...others] };
}

function nameOf(node: string): string {
  return node === 'doc' ? DOCUMENT : DOCUMENT + node.charAt(0).toUpperCase() + node.slice(1);
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
