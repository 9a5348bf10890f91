/**
 * The HTTP server under all planes: limits, timeouts, request ids, JSON bodies, error responses, security headers. It
 * knows no routes.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { DomainError } from '../errors/domain-error.ts';
import { addressList, isIn } from '../kit/address-list.ts';
import type { Deadline } from '../kit/deadline.ts';
import { networkOf } from '../kit/network.ts';
import type { Api } from './api.ts';
import { limitConnections } from './connection-limit.ts';
import { drainRequest } from './drain-request.ts';
import { errorBody, handleError } from './error-responses.ts';
import { addressesAtEnd } from './forwarded-for.ts';
import { parseJsonBody } from './json-body.ts';
import { registerNotFound } from './not-found.ts';
import { endWith } from './raw-response.ts';
import { refusalOfUrl } from './refused-url.ts';
import { requestIdOf } from './request-id.ts';
import { isTimeoutPostponed, REQUEST_TIMEOUT_CODE } from './request-timeout.ts';
import { RequestsInFlight } from './requests-in-flight.ts';
import { responseChecker } from './response-checker.ts';
import { boundedJson, writeListsInPieces } from './response-size.ts';
import { RouteIndex } from './route-index.ts';
import { REQUEST_ID, standardHeaders } from './standard-headers.ts';
import { validatorCompiler } from './validation.ts';

/** Largest JSON body, in bytes. */
export const BODY_BYTES_MAX = 1_048_576;
const HEADER_BYTES_MAX = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
/** For a whole request; uploads and imports get longer (`request-timeout.ts`). */
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const CONNECTIONS_CHECKED_EVERY_MS = 1_000;
/** Connections of one process, but for those that stay open for news, and connections that the system queues until it accepts them. */
export const CONNECTIONS_MAX = 2_000;
const REQUESTS_PER_SOCKET_MAX = 1_000_000;
const PARAMETER_LENGTH_MAX = 256;

export interface ServerOptions {
  readonly logger: FastifyBaseLogger;
  readonly trustedProxies: readonly string[];
  /** Connections from one address, and requests in flight from one client of a trusted proxy. */
  readonly connectionsPerAddress: number;
  /** Checks every response against its route's schema and fails if it differs; used by tests. */
  readonly checkResponses: boolean;
  /** How long a request may take to arrive. */
  readonly deadline: Deadline;
}

/** Makes the server. Routes are registered on it afterwards. */
export function createServer(options: ServerOptions): Api {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: options.deadline(REQUEST_TIMEOUT_MS),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxRequestsPerSocket: REQUESTS_PER_SOCKET_MAX,
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: options.deadline(HEADERS_TIMEOUT_MS),
      requestTimeout: options.deadline(REQUEST_TIMEOUT_MS),
      connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS,
    },
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    frameworkErrors: (error, request, reply) => {
      putStandardHeaders(request.id, reply.raw);
      app.errorHandler(error, request as never, reply as never);
    },
    clientErrorHandler: rejectBrokenRequest,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  const proxies = addressList(options.trustedProxies);
  limitConnections(app.server, { perAddressMax: options.connectionsPerAddress, exempt: proxies });
  const routes = new RouteIndex();
  app.addHook('onRoute', ({ method, url, config }) => routes.add({ method, url, expectedAt: config?.expectedAt }));
  app.setErrorHandler(handleError);
  registerNotFound(app as unknown as FastifyInstance, routes);
  app.setValidatorCompiler(validatorCompiler());
  app.setSerializerCompiler(options.checkResponses ? responseChecker() : () => boundedJson);
  writeListsInPieces(app as unknown as FastifyInstance);
  app.removeAllContentTypeParsers();
  readJsonBodies(app as unknown as FastifyInstance, 'application/json');
  app.decorateRequest('caller', undefined);
  app.decorateRequest('queryPlan', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('servedInMs', undefined);
  app.addHook('onSend', readRefused);
  if (options.trustedProxies.length > 0) app.addHook('onRequest', keepForwardedAddresses);
  const clients = new RequestsInFlight(options.connectionsPerAddress, 'address');
  /** A proxy's connections carry many clients, so their requests are counted instead. */
  const refusalOfClient = ({ ip, socket }: FastifyRequest, { raw }: FastifyReply): DomainError | undefined =>
    isIn(proxies, socket.remoteAddress) ? clients.hold(networkOf(ip), raw) : undefined;
  app.addHook('onRequest', (request, reply, done) => {
    putStandardHeaders(request.id, reply.raw);
    done(refusalOfUrl(request.url) ?? refusalOfClient(request, reply));
  });
  return app as unknown as Api;
}

/** Runs before anything reads the client's address. */
function keepForwardedAddresses({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const header = raw.headers['x-forwarded-for'];
  if (header !== undefined) raw.headers['x-forwarded-for'] = addressesAtEnd(String(header)) ?? '';
  done();
}

function putStandardHeaders(requestId: string, response: ServerResponse): void {
  response.setHeader(REQUEST_ID, requestId);
  for (const [name, value] of standardHeaders) response.setHeader(name, value);
}

/** The rest of a request that arrived too slowly is not waited for. */
async function readRefused({ raw }: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
  if (statusCode >= 400 && statusCode !== 408) await drainRequest(raw);
}

/** Takes bodies of a media type as JSON, on every route registered on `app`. */
export function readJsonBodies(app: Pick<FastifyInstance, 'addContentTypeParser'>, mediaType: string): void {
  app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
        throw new DomainError('unsupported_media_type', 'Compressed bodies are not supported; send plain JSON.');
      }
      // A client may always send the content type, even if an action has no body.
      done(null, body.length === 0 ? undefined : parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

/** Responds to what Node refused to parse as HTTP, and closes the connection. */
function rejectBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  if (error.code === REQUEST_TIMEOUT_CODE && isTimeoutPostponed(socket)) return;
  const [status, body] = brokenRequest(error.code);
  endWith(socket, { status, body });
}

function brokenRequest(code: string | undefined): [string, object] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The headers are larger than ${HEADER_BYTES_MAX} bytes; send fewer.`;
    return [
      '431 Request Header Fields Too Large',
      errorBody('headers_too_large', message, { limit: HEADER_BYTES_MAX }),
    ];
  }
  if (code === REQUEST_TIMEOUT_CODE) {
    return [
      '408 Request Timeout',
      errorBody('request_timeout', 'The request did not arrive in time; send it faster or in parts.'),
    ];
  }
  return [
    '400 Bad Request',
    errorBody('malformed_request', 'The bytes are not an HTTP request; check the client and any proxy in between.'),
  ];
}
