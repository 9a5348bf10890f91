/**
 * The errors of the catalogue as components of the OpenAPI document: a schema for each code, and a response for each
 * set of codes that a route can return with one status. Routes refer to them, so that each appears once.
 */
import { type ErrorCode, errorCatalogue } from '../../../../../contract/src/errors.ts';
import { errorBody } from '../error-responses.ts';
import { LIMIT_HEADER_REFERENCES } from './description.ts';
import { errorExamples } from './error-examples.ts';
import type { JsonObject } from './json.ts';

const SCHEMAS = '#/components/schemas/';

const HEADERS: Readonly<Record<number, JsonObject>> = {
  401: { 'WWW-Authenticate': { description: 'Always `Bearer`.', schema: { type: 'string' } } },
  405: { Allow: { description: 'Methods that the path supports.', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } },
  503: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } },
};

/** Statuses of responses that are sent before the caller is known. */
const BEFORE_ANY_ACCOUNT: readonly number[] = [401, 406, 408, 431];

/** Schemas of all errors, by the names of their components. */
export function errorSchemas(): JsonObject {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  return Object.fromEntries(codes.map((code) => [schemaName(code), errorSchema(code)]));
}

/**
 * References to the error responses of a route by status.
 * @param components missing responses are added to these
 */
export function errorResponses(codes: readonly ErrorCode[], components: JsonObject): JsonObject {
  const references: JsonObject = {};
  for (const [status, alike] of Map.groupBy(codes, (code) => errorCatalogue[code].status)) {
    const name = alike.map(pascal).join('Or');
    components[name] ??= responseOf(status, alike);
    references[status] = { $ref: `#/components/responses/${name}` };
  }
  return references;
}

function responseOf(status: number, codes: readonly ErrorCode[]): JsonObject {
  const references = codes.map((code) => ({ $ref: SCHEMAS + schemaName(code) }));
  const [only] = references;
  const limits = BEFORE_ANY_ACCOUNT.includes(status) ? {} : LIMIT_HEADER_REFERENCES;
  const headers = { ...HEADERS[status], ...limits };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`).join('\n\n'),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: {
      'application/json': {
        schema: references.length === 1 ? only : { oneOf: references },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

function errorSchema(code: ErrorCode): JsonObject {
  const keys = Object.keys(errorExamples[code]?.extra ?? {});
  return {
    type: 'object',
    description: errorCatalogue[code].meaning,
    required: ['detail'],
    properties: {
      detail: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { const: code },
          message: { type: 'string', description: 'One sentence that says what to do.' },
          ...Object.fromEntries(keys.map((key) => [key, {}])),
        },
      },
    },
  };
}

function exampleOf(code: ErrorCode): object {
  const { message, extra } = errorExamples[code] ?? { message: errorCatalogue[code].meaning };
  return errorBody(code, message, extra);
}

function schemaName(code: ErrorCode): string {
  return code.endsWith('_error') ? pascal(code) : `${pascal(code)}Error`;
}

function pascal(code: ErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
