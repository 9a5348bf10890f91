/**
 * Generates the OpenAPI document from the routes. The framework's plugin turns schemas into OpenAPI, on a separate
 * server that never listens; names, tokens, errors and examples are added here.
 */
import { STATUS_CODES } from 'node:http';
import Fastify, { type HTTPMethods } from 'fastify';
import { shareSchemas, usedComponents } from './components.ts';
import {
  HEADER_PARAMETERS,
  INFO,
  LIMIT_HEADER_REFERENCES,
  LIMIT_HEADERS,
  RESPONSE_HEADERS,
  SECURITY_SCHEMES,
  UNSENT,
} from './description.ts';
import { exampleOf, type RecordedExample } from './examples.ts';
import { isObject, type JsonObject, objectAt } from './json.ts';
import { type DescribedRoute, type Operation, operationOf } from './operation.ts';
import { errorResponses, errorSchemas } from './refusals.ts';
import { type DocumentPart, isIn, sectionsOf } from './sections.ts';

export interface DocumentOptions {
  readonly serverUrl: string;
  readonly part: DocumentPart | null;
  readonly valueSchemas: JsonObject;
}

const NO_DESCRIPTION = 'Default Response';
/** `name[key]=value`: what generated clients send for an object if nothing is said. */
const OBJECT_NOTATION = { style: 'deepObject', explode: true };
const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';
const EVENTS_TYPE = 'text/event-stream';
const FORM_TYPE = 'multipart/form-data';

/**
 * The document as JSON.
 * @param serverUrl address that paths are appended to
 * @param part only the operations of the sections of a part, with what they refer to; null for all
 * @param valueSchemas schemas of values that no route names, by the names of their components
 */
export async function writeDocument(
  routes: readonly DescribedRoute[],
  { serverUrl, part, valueSchemas }: DocumentOptions,
): Promise<JsonObject> {
  const described = routes.map(operationOf).filter(({ schema }) => part === null || isIn(part, schema.tags ?? []));
  const operations = new Map(described.map((operation) => [operation.id, operation]));
  const plain = await convert([...operations.values()], serverUrl);
  const responses: JsonObject = {};
  for (const pathItem of Object.values(objectAt(plain, 'paths'))) {
    for (const described of Object.values(isObject(pathItem) ? pathItem : {})) {
      if (!isObject(described)) continue;
      const operation = operations.get(String(described.operationId));
      if (operation !== undefined) complete(described, operation, responses);
    }
  }
  const schemas: JsonObject = { ...errorSchemas(), ...valueSchemas };
  const paths = shareSchemas(plain.paths, schemas);
  const components = {
    securitySchemes: SECURITY_SCHEMES,
    parameters: HEADER_PARAMETERS,
    headers: LIMIT_HEADERS,
    responses: responses,
    schemas,
  };
  if (part === null) return { ...plain, paths, components };
  return { ...plain, paths, components: usedComponents(components, paths, Object.keys(valueSchemas)) };
}

async function convert(operations: readonly Operation[], serverUrl: string): Promise<JsonObject> {
  const { default: swagger } = await import('@fastify/swagger');
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: serverUrl }],
      tags: sectionsOf(operations.flatMap(({ schema }) => schema.tags ?? [])),
      components: { securitySchemes: SECURITY_SCHEMES as never },
    },
    stripBasePath: false,
  });
  for (const { method, url, schema } of operations) {
    app.route({ method: method as HTTPMethods, url, schema, handler: () => undefined });
  }
  await app.ready();
  const document = JSON.parse(JSON.stringify(app.swagger())) as JsonObject;
  await app.close();
  return document;
}

/** Adds what the plugin does not know to one operation. */
function complete(described: JsonObject, operation: Operation, responses: JsonObject): void {
  const example = exampleOf(operation.id);
  const successes = objectAt(described, 'responses');
  for (const [status, response] of Object.entries(successes))
    if (isObject(response)) completeResponse(status, response, operation, example);
  // A route may declare its own schema for a status that is otherwise an error.
  described.responses = {
    ...errorResponses(operation.errors, responses),
    ...successes,
    ...unchangedResponse(operation),
  };
  describeBody(described, operation);
  addExample(objectAt(described.requestBody, 'content'), example?.request);
  const parameters = Array.isArray(described.parameters) ? described.parameters.filter(isObject) : [];
  for (const parameter of parameters) {
    if (takesObject(parameter.schema)) Object.assign(parameter, OBJECT_NOTATION);
    addParameterExample(parameter, example?.parameters[String(parameter.name)]);
  }
  const all = [...parameters, ...headerParameters(operation)];
  if (all.length > 0) described.parameters = all;
}

function completeResponse(
  status: string,
  response: JsonObject,
  { method, plane }: Operation,
  example: RecordedExample | undefined,
): void {
  if (response.description === NO_DESCRIPTION) response.description = STATUS_CODES[status] ?? status;
  const content = objectAt(response, 'content');
  addExample(content, example?.responses[status]);
  const properties = objectAt(objectAt(objectAt(content, JSON_TYPE), 'schema'), 'properties');
  const headers: JsonObject = {};
  if ('version' in properties || (plane === 'reading' && method === 'GET')) headers.ETag = RESPONSE_HEADERS.ETag;
  if (status === '201') headers.Location = RESPONSE_HEADERS.Location;
  if ('items' in properties && 'total' in properties) headers.Link = RESPONSE_HEADERS.Link;
  if (plane !== 'public') Object.assign(headers, LIMIT_HEADER_REFERENCES);
  if (Object.keys(headers).length > 0) response.headers = headers;
}

/** The plugin marks every body as required, and misses bodies that a route reads itself. */
function describeBody(described: JsonObject, { schema }: Operation): void {
  const { anyOf } = (schema.body ?? {}) as { anyOf?: unknown };
  if (isObject(described.requestBody) && Array.isArray(anyOf)) {
    described.requestBody.required = !anyOf.some((branch) => objectAt({ branch }, 'branch').type === 'null');
  }
  if (described.requestBody !== undefined || schema.consumes === undefined) return;
  described.requestBody = {
    required: true,
    content: Object.fromEntries(schema.consumes.map((type) => [type, { schema: bodySchema(type) }])),
  };
}

/** Lines are text, anything else is the bytes of a file. */
function bodySchema(type: string): JsonObject {
  return type === LINES_TYPE ? { type: 'string' } : { type: 'string', format: 'binary' };
}

/** A form gets no example: a file cannot be written down. */
function addExample(content: JsonObject, example: unknown): void {
  for (const [type, media] of Object.entries(content)) {
    if (!isObject(media) || type === FORM_TYPE) continue;
    const [own] = (objectAt(content, type).schema as { examples?: unknown[] }).examples ?? [];
    const shown = inType(type, example) ?? own;
    if (shown !== undefined) media.example = shown;
  }
}

/** An example of a JSON response, in another type that the response may have. */
function inType(type: string, example: unknown): unknown {
  if (type === LINES_TYPE) return lineOf(example);
  return type === EVENTS_TYPE && example !== undefined ? `event: done\ndata: ${JSON.stringify(example)}\n\n` : example;
}

/** When a list is sent as lines, each line is one item or result. */
function lineOf(example: unknown): unknown {
  const { items, results } = isObject(example) ? example : {};
  const list = items ?? results;
  return Array.isArray(list) ? list[0] : example;
}

/** Whether the value of a parameter may be an object. */
function takesObject(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  return schema.type === 'object' || (Array.isArray(schema.anyOf) && schema.anyOf.some(takesObject));
}

/** The reference page fills in required parameters; for the others it shows what could be sent. */
function addParameterExample(parameter: JsonObject, value: unknown): void {
  delete parameter.example;
  if (parameter.required === true) parameter.example = value;
  else parameter.examples = value === undefined ? UNSENT : { default: { ...UNSENT.default, value } };
}

function unchangedResponse(operation: Operation): JsonObject {
  return takesKnownTag(operation)
    ? { 304: { description: 'Nothing changed since the response with this `ETag`.', headers: LIMIT_HEADER_REFERENCES } }
    : {};
}

/** Whether a GET responds 304 to `If-None-Match`. */
function takesKnownTag({ plane, method, schema, isUnversioned }: Operation): boolean {
  if (plane === 'reading') return true;
  return (
    plane === 'management' &&
    method === 'GET' &&
    !isUnversioned &&
    'version' in objectAt(objectAt(objectAt(schema, 'response'), '200'), 'properties')
  );
}

function headerParameters(operation: Operation): JsonObject[] {
  const { takesKey, errors } = operation;
  const headers: JsonObject[] = [];
  if (takesKnownTag(operation)) headers.push(reference('IfNoneMatch'));
  if (takesKey) headers.push(reference('IdempotencyKey'));
  if (errors.includes('version_conflict')) headers.push(reference('IfMatch'));
  return headers;
}

function reference(name: keyof typeof HEADER_PARAMETERS): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}
