/**
 * Moves titled schemas into components, so that each appears once and tools can name types after it. If two different
 * schemas share a title, the later one gets a number.
 */
import { isObject, type JsonObject, objectAt } from './json.ts';

const NAME_SHAPE = /^[A-Z][A-Za-z0-9]*$/;
const PAGE_KEYS = 'items,limit,skip,total';
const COMPONENTS = '#/components/';
const SCHEMAS = `${COMPONENTS}schemas/`;

/** Replaces titled schemas anywhere below `node` by references, and puts them into `components`. */
export function shareSchemas(node: unknown, components: JsonObject): unknown {
  if (Array.isArray(node)) return node.map((item) => shareSchemas(item, components));
  if (!isObject(node)) return node;
  const inner: JsonObject = {};
  for (const [key, value] of Object.entries(node)) inner[key] = isData(key) ? value : shareSchemas(value, components);
  const name = nameOf(inner);
  return name === undefined ? inner : { $ref: SCHEMAS + place(name, inner, components) };
}

/** Examples are data: nothing in them is a schema. */
function isData(key: string): boolean {
  return key === 'example' || key === 'examples' || key === 'default' || key === 'enum' || key === 'const';
}

function nameOf(schema: JsonObject): string | undefined {
  if (typeof schema.title === 'string' && NAME_SHAPE.test(schema.title) && 'type' in schema) return schema.title;
  return pageName(schema);
}

/** Pages are named after their items: `EntryPage`. */
function pageName({ properties }: JsonObject): string | undefined {
  if (!isObject(properties) || Object.keys(properties).sort().join() !== PAGE_KEYS) return undefined;
  const { items: list } = properties;
  const reference = isObject(list) && isObject(list.items) ? list.items.$ref : undefined;
  return typeof reference === 'string' ? `${reference.slice(SCHEMAS.length)}Page` : undefined;
}

function place(name: string, schema: JsonObject, components: JsonObject): string {
  const text = JSON.stringify(schema);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}${number}`;
    components[candidate] ??= schema;
    if (JSON.stringify(components[candidate]) === text) return candidate;
  }
}

/**
 * The components that `root` refers to, directly or through others.
 * @param kept names of schemas that are kept whether or not anything refers to them
 */
export function usedComponents(components: JsonObject, root: unknown, kept: readonly string[]): JsonObject {
  const used = new Set<string>(kept.map((name) => `schemas/${name}`));
  const found = [root, ...kept.map((name) => objectAt(components, 'schemas')[name])];
  for (const node of found) {
    for (const path of referencesIn(node)) {
      if (used.has(path)) continue;
      used.add(path);
      const [kind = '', name = ''] = path.split('/');
      found.push(objectAt(components, kind)[name]);
    }
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(Object.entries(isObject(named) ? named : {}).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  );
}

/** Paths below `components` that a node refers to, such as `schemas/Entry`; an operation names its tokens alone. */
function referencesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  if (!isObject(node)) return [];
  const { $ref: reference, security } = node;
  const tokens = Array.isArray(security) ? security.flatMap((one) => Object.keys(one)) : [];
  return [
    ...(typeof reference === 'string' ? [reference.slice(COMPONENTS.length)] : []),
    ...tokens.map((name) => `securitySchemes/${name}`),
    ...Object.entries(node).flatMap(([key, value]) => (isData(key) ? [] : referencesIn(value))),
  ];
}
