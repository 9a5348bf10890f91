/**
 * Makes an example for a schema: its own example first, then the value that its name stands for elsewhere in the
 * product, then the simplest valid value. The same schema always gives the same example.
 */
import { namedExamples, ownExamples } from './example-values.ts';
import { isObject, type JsonObject } from './json.ts';

const DEPTH_MAX = 12;
const TIME = '2026-11-21T10:00:00.000Z';

/** Where a schema appears. */
export interface ExamplePlace {
  /** Name of the property or parameter. */
  readonly name: string;
  /** Title of the object that it is a property of. */
  readonly owner: string;
}

/** A value that is valid by the schema. */
export function exampleOf(schema: unknown, place: ExamplePlace = { name: '', owner: '' }, depth = 0): unknown {
  if (!isObject(schema) || depth > DEPTH_MAX) return {};
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  for (const key of ['example', 'default', 'const']) if (schema[key] !== undefined) return schema[key];
  const branches = branchesOf(schema);
  if (branches !== undefined) {
    if (branches.some((branch) => !isNoNull(branch)) && candidatesFor(place)[0] === null) return null;
    return exampleOf(branches.find(isNoNull) ?? branches[0], place, depth + 1);
  }
  const named = namedExample(schema, place);
  if (Array.isArray(schema.enum)) return schema.enum.includes(named) ? named : schema.enum[0];
  return named === undefined ? plainExample(schema, place, depth) : named;
}

function branchesOf(schema: JsonObject): unknown[] | undefined {
  const branches = schema.anyOf ?? schema.oneOf;
  return Array.isArray(branches) ? branches : undefined;
}

function isNoNull(schema: unknown): boolean {
  return isObject(schema) && schema.type !== 'null';
}

function namedExample(schema: JsonObject, place: ExamplePlace): unknown {
  return candidatesFor(place).find((value) => isOfType(value, schema));
}

function candidatesFor({ name, owner }: ExamplePlace): readonly unknown[] {
  const own = ownExamples[owner]?.[name];
  return own === undefined ? (namedExamples[name] ?? []) : [own];
}

function isOfType(value: unknown, schema: JsonObject): boolean {
  if (schema.format === 'date-time') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  switch (schema.type) {
    case undefined:
      return true;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      // The items have examples of their own; a list of plain values can be shown as it is.
      return Array.isArray(value) && value.every((item) => isOfType(item, isObject(schema.items) ? schema.items : {}));
    case 'object':
      return isObject(value) && schema.properties === undefined && isMapOf(value, schema);
    default:
      return typeof value === schema.type;
  }
}

function isMapOf(map: JsonObject, schema: JsonObject): boolean {
  const item = itemOf(schema);
  return item === undefined || Object.values(map).every((value) => isOfType(value, item));
}

/** The values of a map with arbitrary keys. */
function itemOf(schema: JsonObject): JsonObject | undefined {
  const [any] = Object.values(isObject(schema.patternProperties) ? schema.patternProperties : {});
  const item = any ?? schema.additionalProperties;
  return isObject(item) ? item : undefined;
}

function plainExample(schema: JsonObject, place: ExamplePlace, depth: number): unknown {
  switch (schema.type) {
    case 'object':
      return objectExample(schema, place, depth);
    case 'array':
      return [exampleOf(schema.items, place, depth + 1)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return schema.format === 'date-time' || /_(at|since)$/.test(place.name) ? TIME : 'text';
    default:
      return 'text';
  }
}

function objectExample(schema: JsonObject, place: ExamplePlace, depth: number): JsonObject {
  const owner = typeof schema.title === 'string' ? schema.title : place.owner;
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const values = properties.map(([name, property]) => [name, exampleOf(property, { name, owner }, depth + 1)]);
  if (values.length > 0) return Object.fromEntries(values);
  const item = itemOf(schema);
  return item === undefined ? {} : { key: exampleOf(item, place, depth + 1) };
}
