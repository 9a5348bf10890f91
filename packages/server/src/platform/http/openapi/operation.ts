/**
 * What the OpenAPI document says of one route besides its schemas: name, required token, possible errors. Names come
 * from method and path alone, so that a new route never renames another.
 */
import type { FastifySchema } from 'fastify';
import { type ErrorCode, errorCatalogue } from '../../../../../contract/src/errors.ts';
import { commonErrors, declaredCodes, publicErrors } from '../error-schemas.ts';
import { NoBody, VersionBody } from '../route-rules.ts';
import { type JsonObject, objectAt } from './json.ts';

/** A route as it was registered. */
export interface DescribedRoute {
  readonly method: string;
  /** Pattern such as `/spaces/:space_id`. */
  readonly url: string;
  readonly schema: FastifySchema;
  readonly config: {
    readonly public?: boolean;
    readonly permission?: string;
    readonly loggedIn?: boolean;
    readonly unversioned?: boolean;
    /** Set if the cookie of a session will do instead of a token. */
    readonly orCookie?: unknown;
  };
}

/** Whose tokens a route accepts: none, those of management, or those of delivery and preview. */
export type Plane = 'public' | 'management' | 'reading';

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly plane: Plane;
  /** Whether it can be repeated with an `Idempotency-Key`. */
  readonly takesKey: boolean;
  /** Whether its response says more than its version covers. */
  readonly isUnversioned: boolean;
  /** The schemas without the error responses. */
  readonly schema: FastifySchema;
  /** All errors that the route can return, in the order of the catalogue. */
  readonly errors: readonly ErrorCode[];
}

const SECURITY: Readonly<Record<Plane, readonly object[]>> = {
  public: [],
  management: [{ managementToken: [] }],
  reading: [{ deliveryToken: [] }, { previewToken: [] }],
};
/** Instead of a token, on the routes that take it. */
const BY_COOKIE = { refreshCookie: [] };
/** Words whose plural ends in `es`, such as `aliases`, `statuses`, `addresses` and `branches`, unlike `merges` and `releases`. */
const ES_PLURAL = /(?:ias|us|ss|x|z|ch|sh)es$/;
/** Words that end in `s` without being a plural, such as `access` and `status`. */
const SINGULAR = /(?:ss|us|is|ias)$/;
/** Errors of every route that has a body. */
const BODY_ERRORS: readonly ErrorCode[] = ['request_timeout', 'payload_too_large', 'unsupported_media_type'];
/** Errors of a route that only looks at its path. */
const BARE_ERRORS: readonly ErrorCode[] = ['headers_too_large', 'internal_error'];

export function operationOf({ method, url, schema, config }: DescribedRoute): Operation {
  const plane = planeOf(config);
  const { successes, codes } = splitResponses(objectAt(schema, 'response'));
  const id = operationId(method, url);
  const takesKey =
    plane === 'management' && method === 'POST' && !url.startsWith('/auth/') && schema.consumes === undefined;
  const errors = new Set([
    ...codes,
    ...errorsOf(plane, schema),
    ...(takesKey ? ['idempotency_conflict' as const] : []),
  ]);
  return {
    id,
    method,
    url,
    isUnversioned: config.unversioned === true,
    plane,
    takesKey,
    schema: {
      ...withoutSilentBody(method, schema),
      operationId: id,
      security: config.orCookie === undefined ? SECURITY[plane] : [...SECURITY[plane], BY_COOKIE],
      response: successes,
    } as FastifySchema,
    errors: (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => errors.has(code)),
  };
}

/** `getSpaceEnvironmentEntries` for `GET /spaces/:space_id/environments/:environment/entries`. */
export function operationId(method: string, url: string): string {
  const segments = url.split('/').filter((segment) => segment !== '');
  const words = segments.flatMap((segment, index) => {
    if (segment.startsWith(':')) return [];
    const named = segments[index + 1]?.startsWith(':') === true ? singular(segment) : segment;
    return named.split(/[^A-Za-z0-9]+/);
  });
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (ES_PLURAL.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !SINGULAR.test(word) ? word.slice(0, -1) : word;
}

function planeOf(config: DescribedRoute['config']): Plane {
  if (config.public === true) return 'public';
  return config.permission !== undefined || config.loggedIn === true ? 'management' : 'reading';
}

/** The version of a DELETE is described as `If-Match` alone, and a route that takes no body without the empty object. */
function withoutSilentBody(method: string, { body, ...schema }: FastifySchema): FastifySchema {
  const isSilent = body === undefined || body === NoBody || (method === 'DELETE' && body === VersionBody);
  return isSilent ? schema : { ...schema, body };
}

function errorsOf(plane: Plane, { body, params, querystring }: FastifySchema): readonly ErrorCode[] {
  if (plane !== 'public') return body === undefined ? commonErrors : [...commonErrors, ...BODY_ERRORS];
  if (body !== undefined) return [...publicErrors, ...BODY_ERRORS];
  return params === undefined && querystring === undefined ? BARE_ERRORS : publicErrors;
}

function splitResponses(responses: JsonObject): { successes: JsonObject; codes: ErrorCode[] } {
  const successes: JsonObject = {};
  const codes: ErrorCode[] = [];
  for (const [status, response] of Object.entries(responses)) {
    const declared = declaredCodes(response);
    if (declared === undefined) successes[status] = response;
    else codes.push(...declared);
  }
  return { successes, codes };
}
