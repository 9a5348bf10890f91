/**
 * Turns any error into a response: errors of the catalogue as they are, the framework's own in our words, and anything
 * unknown as a 500 that reveals nothing and is logged in full.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorCatalogue } from '../errors/catalogue.ts';
import { DomainError } from '../errors/domain-error.ts';

const RETRY_AFTER_DEFAULT_S = 1;

const NO_MEDIA_TYPE = {
  code: 'unsupported_media_type',
  message: 'Send the body with a Content-Type that the route supports, usually application/json.',
} as const;

/** The framework's errors by code, as ours. */
const FRAMEWORK_ERRORS: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    message: 'The body is too large; send less in one request.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: NO_MEDIA_TYPE,
  // A QUERY request gets it even if no route supports the method.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: NO_MEDIA_TYPE,
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
  const known = asDomainError(error, request);
  if (known === undefined) {
    request.log.error({ err: error }, 'A request failed with an unexpected error');
    return sendError(reply, internalError(request));
  }
  if (known.cause !== undefined) request.log.warn({ err: known.cause }, known.message);
  return sendError(reply, known);
}

/** Sends an error of the catalogue with its headers. */
export function sendError(reply: FastifyReply, error: DomainError): FastifyReply {
  const { status } = errorCatalogue[error.code];
  const { retryAfterSeconds, ...extra } = error.extra;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (status === 429 || status === 503) reply.header('retry-after', String(retryAfterSeconds ?? RETRY_AFTER_DEFAULT_S));
  // The rest of the request is not waited for.
  if (status === 408) reply.header('connection', 'close');
  reply.removeHeader('etag');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(error.code, error.message, extra));
}

/** The body of an error response. */
export function errorBody(code: ErrorCode, message: string, extra: Readonly<Record<string, unknown>> = {}): object {
  return { detail: { code, message, ...extra } };
}

/** Handles unknown paths and methods, and sends all errors in one format. */
export function registerErrorResponses(app: FastifyInstance, methodsOf: (path: string) => readonly string[]): void {
  app.setErrorHandler<FastifyError>(handleError);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = methodsOf(path);
    if (methods.length === 0) {
      return sendError(
        reply,
        new DomainError('not_found', 'There is nothing at this path; see /docs for the available paths.', {
          resource: 'path',
        }),
      );
    }
    reply.header('allow', methods.join(', '));
    return sendError(
      reply,
      new DomainError('method_not_allowed', `This path supports ${methods.join(', ')}; use one of them.`),
    );
  });
}

function asDomainError(error: FastifyError | DomainError | Error, request: FastifyRequest): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  // The client went away while its body was being read: nobody gets the response, and the service is fine.
  if (error.code === 'ECONNRESET' && !request.raw.complete)
    return new DomainError('malformed_request', 'The body ended early; send all of it.');
  const own = FRAMEWORK_ERRORS[error.code];
  if (own === undefined) return undefined;
  return new DomainError(own.code, own.message, extraOf(own.code, request));
}

/** The keys that an error of the framework has besides code and message. */
function extraOf(code: ErrorCode, request: FastifyRequest): Readonly<Record<string, unknown>> {
  if (code === 'payload_too_large') return { limit: request.routeOptions.bodyLimit };
  return code === 'not_found' ? { resource: 'path' } : {};
}

function internalError(request: FastifyRequest): DomainError {
  return new DomainError(
    'internal_error',
    'Something went wrong on our side; try again, and quote request_id if it keeps happening.',
    {
      request_id: request.id,
    },
  );
}
