/**
 * Turns any error into a response: errors of the catalogue as they are, the framework's errors reworded, and anything
 * unknown as a 500 that reveals nothing and is logged in full.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorCatalogue } from '../../../../contract/src/errors.ts';
import { alreadyWritten, isOutcomeUnknown } from '../database/unavailable.ts';
import { DomainError } from '../errors/domain-error.ts';

const RETRY_AFTER_DEFAULT_S = 1;
/** Media type of error responses. */
export const ERROR_TYPE = 'application/json; charset=utf-8';

/** Longer media types are cut in messages. */
const MEDIA_TYPE_CHARACTERS_SHOWN = 100;

/** The framework's errors by code, mapped to ours. */
const FRAMEWORK_ERRORS: Readonly<
  Record<string, { code: ErrorCode; message: string | ((request: FastifyRequest) => string) }>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    message: ({ routeOptions }) => `The body is larger than ${routeOptions.bodyLimit} bytes; send less in one request.`,
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_media_type', message: mediaTypeAdvice },
  // A QUERY request gets it even if no route supports the method.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: { code: 'unsupported_media_type', message: mediaTypeAdvice },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed_request',
    message: 'The body is not as long as Content-Length says; make them match.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'malformed_request',
    message: 'The body is empty; send a JSON value or no Content-Type.',
  },
  FST_ERR_BAD_URL: {
    code: 'malformed_request',
    message: 'The path is not a valid URL path; encode it in UTF-8 with percent signs.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    code: 'not_found',
    message: 'There is nothing at this path; see /docs for the available paths.',
  },
  FST_ERR_VALIDATION: { code: 'validation_failed', message: 'The request is not valid.' },
};

/** Sends the response for an error. */
export function handleError(
  error: FastifyError | DomainError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendError(reply, errorOf(error, request));
}

/** Maps any error to an error of the catalogue. An unknown error is logged and becomes an `internal_error`. */
export function errorOf(error: FastifyError | DomainError | Error, request: FastifyRequest): DomainError {
  const found = asDomainError(error, request);
  return reported(found === undefined ? error : asWritten(found, request), request);
}

/** Maps an error thrown by a rule to one of the catalogue. An unknown error is logged and becomes an `internal_error`. */
export function reported(error: Error, { id, log }: Pick<FastifyRequest, 'id' | 'log'>): DomainError {
  if (!(error instanceof DomainError)) {
    log.error({ err: error }, 'A request failed with an unexpected error');
    return internalError(id);
  }
  if (error.cause !== undefined) log.warn({ err: error.cause }, error.message);
  return error;
}

/** `unavailable` says that nothing was written, which is wrong once a write of the request is committed. */
function asWritten(error: DomainError, { actor }: FastifyRequest): DomainError {
  if (error.code !== 'unavailable' || actor?.origin?.committed === undefined) return error;
  return isOutcomeUnknown(error) ? error : alreadyWritten(error);
}

/** Sends an error of the catalogue with its headers. */
export function sendError(reply: FastifyReply, error: DomainError): FastifyReply {
  return reply.code(putErrorHeaders(reply, error)).type(ERROR_TYPE).serializer(JSON.stringify).send(bodyOfError(error));
}

/** Sets the headers of an error on a response. @returns its status */
export function putErrorHeaders(reply: FastifyReply, error: DomainError): number {
  const { status, headers } = errorHead(error);
  reply.request.refusal = error;
  reply.removeHeader('etag');
  for (const [name, value] of headers) reply.header(name, value);
  return status;
}

/** The status of the response to an error, and its headers: names and values. */
export function errorHead({ code, extra }: DomainError): {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
} {
  const { status } = errorCatalogue[code];
  const headers: [string, string][] = [['cache-control', 'no-store']];
  if (status === 401) headers.push(['www-authenticate', 'Bearer']);
  if (status === 429 || status === 503)
    headers.push(['retry-after', String(extra.retryAfterSeconds ?? RETRY_AFTER_DEFAULT_S)]);
  // Do not wait for the rest of the request.
  if (status === 408) headers.push(['connection', 'close']);
  return { status, headers };
}

/** The body of the response to an error of the catalogue. */
export function bodyOfError({ code, message, extra }: DomainError): object {
  const { retryAfterSeconds: _, ...shown } = extra;
  return errorBody(code, message, shown);
}

/** The body of an error response. */
export function errorBody(code: ErrorCode, message: string, extra: Readonly<Record<string, unknown>> = {}): object {
  return { detail: { code, message, ...extra } };
}

function mediaTypeAdvice({ headers, routeOptions }: FastifyRequest): string {
  const supported = routeOptions.schema?.consumes ?? ['application/json'];
  const given = headers['content-type'];
  const reason =
    given === undefined
      ? 'the request has none'
      : `"${given.slice(0, MEDIA_TYPE_CHARACTERS_SHOWN)}" is not supported here`;
  return `Send the header "Content-Type: ${supported.join('" or "')}" with the body; ${reason}.`;
}

function asDomainError(error: FastifyError | DomainError | Error, request: FastifyRequest): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  // The client disconnected while its body was being read: nobody gets the response, and the service is fine.
  if (error.code === 'ECONNRESET' && !request.raw.complete)
    return new DomainError('malformed_request', 'The body ended early; send all of it.');
  const own = FRAMEWORK_ERRORS[error.code];
  if (own === undefined) return undefined;
  const message = typeof own.message === 'string' ? own.message : own.message(request);
  return new DomainError(own.code, message, extraOf(own.code, request));
}

/** The keys that an error of the framework has besides code and message. */
function extraOf(code: ErrorCode, request: FastifyRequest): Readonly<Record<string, unknown>> {
  if (code === 'payload_too_large') return { limit: request.routeOptions.bodyLimit };
  return code === 'not_found' ? { resource: 'path' } : {};
}

function internalError(requestId: string): DomainError {
  return new DomainError(
    'internal_error',
    'Something went wrong on our side; try again, and quote request_id if it keeps happening.',
    {
      request_id: requestId,
    },
  );
}
