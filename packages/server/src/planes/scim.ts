/**
 * The SCIM plane: identity providers add, change and remove members of an account here.
 * Guard: a `cms_scm_` token, checked before the body is read; it acts in its account alone. Nothing is cached. Errors and
 * media types are those of RFC 7644.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../contract/src/errors.ts';
import { originOf } from '../identity/actors/request-origin.ts';
import { resolveBearer } from '../identity/auth/authentication.ts';
import { errorBody, ScimError, type ScimErrorType } from '../identity/scim/protocol/scim-error.ts';
import { scimRoutes } from '../identity/scim/routes.ts';
import type { Scim } from '../identity/scim/scim.ts';
import { type DomainError, notFound } from '../platform/errors/domain-error.ts';
import { requireJsonAccepted } from '../platform/http/accept.ts';
import type { Api } from '../platform/http/api.ts';
import { errorOf, putErrorHeaders } from '../platform/http/error-responses.ts';
import { logRequests } from '../platform/http/logger.ts';
import type { RequestsInFlight } from '../platform/http/requests-in-flight.ts';
import { readJsonBodies } from '../platform/http/server.ts';
import { callers } from '../platform/request-limits/accounts/callers.ts';
import { countRequest, refundUncountedRequests } from '../platform/request-limits/accounts/counted-requests.ts';
import type { Quotas } from '../platform/request-limits/accounts/quotas.ts';

const MEDIA_TYPE = 'application/scim+json';

/** How errors of the catalogue are shown where SCIM has its own status or type. */
const AS_SCIM: Partial<Record<ErrorCode, { readonly status: number; readonly scimType?: ScimErrorType }>> = {
  malformed_request: { status: 400, scimType: 'invalidSyntax' },
  validation_failed: { status: 400, scimType: 'invalidValue' },
  version_conflict: { status: 412 },
};

export interface ScimPlaneParts {
  readonly scim: Scim;
  /** Requests in flight by token. */
  readonly inFlight: Pick<RequestsInFlight, 'hold'>;
  readonly quotas: Quotas;
}

/** Registered under the path of the plane. */
export function scimPlane(api: Api, { scim, inFlight, quotas }: ScimPlaneParts): void {
  readJsonBodies(api, MEDIA_TYPE);
  logRequests(api, 'info');
  api.setErrorHandler<FastifyError | DomainError | ScimError>(sendError);
  api.setNotFoundHandler((request, reply) => sendError(notFound('path', 'RFC 7644, section 3.2'), request, reply));
  refundUncountedRequests(api);
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store').type(`${MEDIA_TYPE}; charset=utf-8`);
    requireJsonAccepted(request, MEDIA_TYPE);
    const actor = await scim.authentication.actor(resolveBearer(request.headers.authorization), originOf(request));
    request.caller = actor.caller;
    const refusal = inFlight.hold(`scim ${actor.id}`, reply.raw);
    if (refusal !== undefined) throw refusal;
    await countRequest(quotas, { ...actor, id: callers.scim, spaceId: null }, { request, reply });
    request.actor = actor;
  });
  scimRoutes(api, scim);
}

function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ScimError) return send(reply, error.status, error.message, error.scimType);
  const known = errorOf(error, request);
  const usual = putErrorHeaders(reply, known);
  const { status = usual, scimType } = AS_SCIM[known.code] ?? {};
  return send(reply, status, known.message, scimType);
}

function send(reply: FastifyReply, status: number, detail: string, scimType?: ScimErrorType): FastifyReply {
  return reply
    .code(status)
    .type(`${MEDIA_TYPE}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send(errorBody(status, detail, scimType));
}
