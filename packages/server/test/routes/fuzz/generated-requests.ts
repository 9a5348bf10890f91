/**
 * Requests generated from `openapi.json`: for each route, values that fit its schemas, values that nearly fit, and
 * values that fit nothing. Bounded in size and depth.
 */
import fc from 'fast-check';
import { anyText } from '../../../../testing/src/any-text.ts';
import { valueAt } from '../../../../testing/src/client.ts';
import { entriesOf, listOf, type Route } from '../described-routes.ts';

const DEPTH_MAX = 4;
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  "'; drop table entries; --",
  '../../etc/passwd',
  '%00',
  '*',
  '🦊'.repeat(50),
  'x'.repeat(600),
  '1e309',
  '-0',
  'null',
  '{"$ne":1}',
  '{{7*7}}',
  '<script>',
  '\u202e',
  'ent_aaaaaa_x',
  '2024-02-30',
  'javascript:alert(1)',
];

export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/** Requests to one route; `known` are values of path parameters that lead somewhere. */
export function requestsTo(
  route: Route,
  description: unknown,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<GeneratedRequest> {
  const parameters = listOf(valueAt(route.operation, 'parameters'));
  const schema = firstBodySchema(route.operation);
  return fc.record({
    method: fc.constant(route.method),
    path: pathOf(route.path, parameters, known),
    body:
      schema === undefined
        ? fc.option(anyJson, { nil: undefined, freq: 8 })
        : fc.oneof({ weight: 4, arbitrary: fromSchema(schema, description, 0) }, { weight: 1, arbitrary: anyJson }),
    headers: fc.constantFrom<Record<string, string>>(
      {},
      {},
      { 'if-match': '"1"' },
      { 'if-match': 'x' },
      { 'idempotency-key': 'fuzz' },
      { accept: 'text/html' },
    ),
  });
}

function pathOf(
  path: string,
  parameters: readonly unknown[],
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const segments = fc.tuple(
    ...names.map((name) => {
      const good = known[name];
      const bad = hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 300) || '-');
      return good === undefined
        ? bad
        : fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: bad });
    }),
  );
  const queryNames = parameters
    .filter((parameter) => valueAt(parameter, 'in') === 'query')
    .map((parameter) => String(valueAt(parameter, 'name')));
  const query = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom(...queryNames, 'limit', 'order', 'fields.name'), hostileText), queryValue),
    { maxLength: 3 },
  );
  return fc.tuple(segments, query).map(([values, pairs]) => {
    const filled = names.reduce((text, name, index) => text.replace(`{${name}}`, values[index] ?? '-'), path);
    const search = pairs
      .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&');
    return search === '' ? filled : `${filled}?${search}`;
  });
}

const hostileText: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), anyText(20));
const queryValue = fc.oneof(
  hostileText,
  fc.integer().map(String),
  fc.constantFrom('1', 'en-US', '*', 'title', '-title', 'true', 'author'),
);
const anyJson: fc.Arbitrary<unknown> = fc.oneof(fc.jsonValue({ maxDepth: DEPTH_MAX }), hostileText, fc.constant({}));

/** Values that fit a JSON Schema, most of the time. */
function fromSchema(schema: unknown, description: unknown, depth: number): fc.Arbitrary<unknown> {
  const resolved = dereferenced(schema, description);
  if (depth > DEPTH_MAX) return fc.constant(null);
  return fc.oneof({ weight: 40, arbitrary: fitting(resolved, description, depth) }, { weight: 1, arbitrary: anyJson });
}

function fitting(schema: unknown, description: unknown, depth: number): fc.Arbitrary<unknown> {
  const options = listOf(valueAt(schema, 'anyOf')).concat(listOf(valueAt(schema, 'oneOf')));
  if (options.length > 0) return fc.oneof(...options.map((option) => fromSchema(option, description, depth + 1)));
  const fixed = valueAt(schema, 'const');
  if (fixed !== undefined) return fc.constant(fixed);
  const among = listOf(valueAt(schema, 'enum'));
  if (among.length > 0) return fc.constantFrom(...among);
  const type = valueAt(schema, 'type');
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return fc.oneof(
        { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
        { weight: 1, arbitrary: hostileText },
        { weight: 6, arbitrary: fc.constantFrom('author', 'title', 'en-US', 'de', 'string', 'Some words') },
      );
    case 'integer':
      return fc.oneof(fc.integer({ min: -2, max: 5 }), fc.maxSafeInteger());
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(valueAt(schema, 'items') ?? {}, description, depth + 1), { maxLength: 3 });
    case 'object':
      return objects(schema, description, depth);
    default:
      return anyJson;
  }
}

function objects(schema: unknown, description: unknown, depth: number): fc.Arbitrary<unknown> {
  const required = listOf(valueAt(schema, 'required')).map(String);
  const properties = entriesOf(valueAt(schema, 'properties')).map(
    ([name, property]) => [name, fromSchema(property, description, depth + 1)] as const,
  );
  if (properties.length === 0)
    return fc.dictionary(fc.oneof(fc.constantFrom('name', 'title', 'en-US'), hostileText), anyJson, { maxKeys: 3 });
  const record = fc.record(Object.fromEntries(properties), {
    requiredKeys: required.filter((name) => properties.some(([known]) => known === name)),
  });
  return fc.oneof(
    { weight: 12, arbitrary: record },
    { weight: 1, arbitrary: record.map((value) => ({ ...value, unknown_key: 1 })) },
  );
}

function dereferenced(schema: unknown, description: unknown): unknown {
  const reference = valueAt(schema, '$ref');
  return typeof reference === 'string'
    ? valueAt(description, reference.replace(/^#\//, '').replaceAll('/', '.'))
    : schema;
}

function firstBodySchema(operation: unknown): unknown {
  const content = valueAt(operation, 'requestBody.content');
  const [first] = entriesOf(content).filter(([type]) => type === 'application/json');
  return first === undefined ? undefined : valueAt(first[1], 'schema');
}
