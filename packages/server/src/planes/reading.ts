/**
 * The delivery and preview planes: sites and apps read here. They share their paths; the token tells which one it is.
 * Guard: a `cms_del_` or `cms_pre_` key, checked before anything else is looked at. Answers are cached by nobody but
 * the client, who asks whether they still hold (`delivery/routes.ts`).
 */
import type { FastifyRequest } from 'fastify';
import { openToWebPages } from '../delivery/cross-origin.ts';
import { type DeliveryRouteParts, deliveryRoutes } from '../delivery/routes.ts';
import { requireJsonAccepted } from '../http/accept.ts';
import type { Api } from '../http/api.ts';
import { logRequests } from '../http/logger.ts';
import { resolveBearer } from '../identity/authentication.ts';
import type { Identity } from '../identity/identity.ts';

export function readingPlane(api: Api, parts: { identity: Identity; delivery: DeliveryRouteParts }): void {
  const { authentication } = parts.identity;
  openToWebPages(api);
  api.addHook('onRequest', async (request: FastifyRequest) => {
    if (request.routeOptions.config.public === true) return;
    requireJsonAccepted(request);
    request.readingKey = await authentication.reading(resolveBearer(request.headers.authorization), 'either');
  });
  if (api.log.level === 'debug' || api.log.level === 'trace') logRequests(api, 'debug');
  deliveryRoutes(api, parts.delivery);
}
