/**
 * The management plane: accounts, models and content are changed here.
 * Guard: a session's JWT or a `cms_mgm_` key, checked on every request before its body is read; then the permission
 * that the route requires. Nothing is cached.
 */

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AiRouteParts, aiRoutes } from '../ai/routes.ts';
import type { Aliases } from '../branches/aliases/aliases.ts';
import { aliasRoutes } from '../branches/aliases/routes.ts';
import { type EnvironmentRouteParts, environmentRoutes } from '../branches/environments/routes.ts';
import { type MergeRouteParts, mergeRoutes } from '../branches/merging/routes.ts';
import { type TransferRouteParts, transferRoutes } from '../branches/transfer/routes.ts';
import { type MediaRouteParts, mediaRoutes } from '../content/assets/routes.ts';
import { type ChangeSetRouteParts, changeSetRoutes } from '../content/change-sets/routes.ts';
import type { EntryList } from '../content/entries/entry-list.ts';
import { entryListRoute } from '../content/entries/list-route.ts';
import { referenceRoutes } from '../content/entries/reference-routes.ts';
import { type EntryRouteParts, entryRoutes } from '../content/entries/routes.ts';
import type { ContentImport } from '../content/import/import.ts';
import { importRoutes } from '../content/import/routes.ts';
import type { Migrations } from '../content/migrations/migrations.ts';
import { migrationRoutes } from '../content/migrations/routes.ts';
import { previewLinkRoutes } from '../content/preview-links/routes.ts';
import type { SharedPreviews } from '../content/preview-links/shared-previews.ts';
import { viewRoutes } from '../content/views/routes.ts';
import type { Views } from '../content/views/views.ts';
import type { Audit } from '../events/audit/audit.ts';
import { auditRoutes } from '../events/audit/routes.ts';
import { type WebhookRouteParts, webhookRoutes } from '../events/webhooks/routes.ts';
import { type BillingRouteParts, billingRoutes } from '../identity/accounts/billing/routes.ts';
import { mayPropose } from '../identity/actors/permissions.ts';
import { originOf } from '../identity/actors/request-origin.ts';
import { resolveBearer } from '../identity/auth/authentication.ts';
import type { Identity } from '../identity/identity.ts';
import type { RecentRequests } from '../identity/keys/recent-requests.ts';
import { recentRequestRoutes } from '../identity/keys/request-routes.ts';
import { type ModelRouteParts, modelRoutes } from '../model/content-types/push/routes.ts';
import { type ContentTypeParts, contentTypeRoutes } from '../model/content-types/routes.ts';
import type { Heads } from '../model/spaces/heads.ts';
import { sendRevisions } from '../model/spaces/revision-header.ts';
import { type SpaceParts, spaceRoutes } from '../model/spaces/routes.ts';
import { DomainError, notFound } from '../platform/errors/domain-error.ts';
import { mayOnlyPropose } from '../platform/errors/may-only-propose.ts';
import { acceptsEvents, acceptsLines, requireJsonAccepted } from '../platform/http/accept.ts';
import type { Api } from '../platform/http/api.ts';
import { respondNotModified } from '../platform/http/conditional.ts';
import { idempotencyOf } from '../platform/http/idempotency.ts';
import type { LargeResponses } from '../platform/http/large-responses.ts';
import { locateCreated } from '../platform/http/location.ts';
import { logRequests } from '../platform/http/logger.ts';
import type { RequestsInFlight } from '../platform/http/requests-in-flight.ts';
import { enforceRouteRules } from '../platform/http/route-rules.ts';
import { steadyClock } from '../platform/kit/clock.ts';
import { people } from '../platform/request-limits/accounts/callers.ts';
import {
  countRequest,
  isUncounted,
  refundUncountedRequests,
  showLimits,
} from '../platform/request-limits/accounts/counted-requests.ts';
import type { Quotas } from '../platform/request-limits/accounts/quotas.ts';
import { rejectBeyond } from '../platform/request-limits/open-requests.ts';
import { RequestAllowance } from '../platform/request-limits/request-allowance.ts';
import { identityRoutes } from './identity-routes.ts';

export interface ManagementParts {
  readonly heads: Pick<Heads, 'confirmed'>;
  readonly identity: Identity;
  /** Requests in flight by who sent them. */
  readonly inFlight: RequestsInFlight;
  readonly quotas: Quotas;
  readonly audit: Audit;
  readonly spaces: SpaceParts;
  readonly environments: EnvironmentRouteParts;
  readonly aliases: Aliases;
  readonly contentTypes: ContentTypeParts & ModelRouteParts;
  readonly entries: EntryRouteParts;
  readonly entryList: EntryList;
  readonly large: LargeResponses;
  readonly contentImport: ContentImport;
  readonly merging: MergeRouteParts;
  readonly views: Views;
  readonly migrations: Migrations;
  readonly changeSets: ChangeSetRouteParts;
  readonly sharedPreviews: SharedPreviews;
  readonly webhooks: WebhookRouteParts;
  readonly recentRequests: RecentRequests;
  readonly media: MediaRouteParts;
  readonly transfer: TransferRouteParts;
  readonly ai: AiRouteParts;
  readonly billing: BillingRouteParts;
}

export function managementPlane(api: Api, parts: ManagementParts): void {
  refundUncountedRequests(api);
  guard(api, parts);
  logRequests(api, 'info');
  enforceRouteRules(api);
  respondNotModified(api);
  sendRevisions(api, parts.heads);
  locateCreated(api);
  identityRoutes(api, parts.identity);
  auditRoutes(api, parts.audit);
  spaceRoutes(api, parts.spaces);
  environmentRoutes(api, parts.environments);
  aliasRoutes(api, parts.aliases);
  contentTypeRoutes(api, parts.contentTypes);
  modelRoutes(api, parts.contentTypes);
  entryListRoute(api, parts.entryList, parts.large);
  entryRoutes(api, parts.entries);
  referenceRoutes(api, { ...parts.entries, media: parts.media.media });
  importRoutes(api, parts.contentImport);
  mergeRoutes(api, parts.merging);
  viewRoutes(api, parts.views);
  migrationRoutes(api, parts.migrations);
  changeSetRoutes(api, parts.changeSets);
  previewLinkRoutes(api, parts.sharedPreviews);
  webhookRoutes(api, parts.webhooks);
  recentRequestRoutes(api, parts.recentRequests);
  mediaRoutes(api, parts.media);
  transferRoutes(api, parts.transfer);
  aiRoutes(api, parts.ai);
  billingRoutes(api, parts.billing);
}

function guard(api: Api, { identity: { authentication }, inFlight, quotas }: ManagementParts): void {
  const allowance = new RequestAllowance(steadyClock);
  api.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const { config } = request.routeOptions;
    const mayBeOther =
      config.ownType === true ||
      (config.lines === true && acceptsLines(request)) ||
      (config.events === true && acceptsEvents(request));
    if (!mayBeOther) requireJsonAccepted(request);
    if (config.public === true || isByCookie(request)) return rejectBeyond(allowance, request);
    const token = resolveBearer(request.headers.authorization);
    const use = config.session ?? (config.loggedIn === true ? 'self' : 'anything');
    const actor = await authentication.management(token, originOf(request), use);
    request.caller = actor.caller;
    const refusal = inFlight.hold(`${actor.type} ${actor.id}`, reply.raw);
    if (refusal !== undefined) throw refusal;
    if (isUncounted(request)) showLimits(quotas, actor, reply);
    else await countRequest(quotas, actor.type === 'user' ? { ...actor, ...people } : actor, { request, reply });
    request.actor = actor;
  });
  api.addHook('preHandler', async (request: FastifyRequest) => {
    const { permission, public: isPublic } = request.routeOptions.config;
    if (isPublic === true || isByCookie(request)) return;
    rejectOtherSpace(request);
    if (request.actor.proposes === true) requireProposal(request);
    if (permission !== undefined && !request.actor.permits(permission)) throw insufficient(permission);
    withIdempotency(request);
  });
}

/** Whether the request has no token, and a cookie where the route takes one instead. */
function isByCookie(request: FastifyRequest): boolean {
  const { orCookie } = request.routeOptions.config;
  return request.headers.authorization === undefined && orCookie?.(request) !== undefined;
}

/** To a key there is no other space than its own, whatever its role allows. */
function rejectOtherSpace({ actor, params }: FastifyRequest): void {
  const { space_id: spaceId } = (params ?? {}) as { readonly space_id?: string };
  if (spaceId !== undefined && actor.spaceId !== null && actor.spaceId !== spaceId) throw notFound('space');
}

/** Multipart bodies and archives are streams, which cannot be compared; `/auth/*` has its own rules. */
function withIdempotency(request: FastifyRequest): void {
  const { actor } = request;
  if (request.body instanceof Readable) return;
  if (request.headers['content-type']?.toLowerCase().startsWith('multipart/') === true) return;
  if (actor.origin === null || request.routeOptions.url?.startsWith('/auth/') === true) return;
  const idempotency = idempotencyOf(request, `${actor.type} ${actor.id} ${actor.accountId}`);
  if (idempotency !== undefined) request.actor = { ...actor, origin: { ...actor.origin, idempotency } };
}

/** A key that only proposes reads, and writes in change sets, whatever the route. @throws `insufficient_permission` */
function requireProposal({ method, query, routeOptions: { config } }: FastifyRequest): void {
  const { permission } = config;
  const isInSet = (query as { readonly change_set?: string }).change_set !== undefined;
  if (!mayPropose(permission, { isReading: method === 'GET' || method === 'HEAD', isInSet }))
    throw mayOnlyPropose(permission);
}

function insufficient(permission: string): DomainError {
  return new DomainError(
    'insufficient_permission',
    `Your role lacks ${permission}; ask an owner or admin of the account for it.`,
    {
      permission,
    },
  );
}
