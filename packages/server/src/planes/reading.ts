/**
 * The delivery and preview planes: sites and apps read here. They share their paths; the token decides which one it is.
 * Guard: a `cms_del_` or `cms_pre_` key, checked before anything else. Who may cache responses, and for how long, is
 * set in `delivery/routes.ts`.
 */

import { resolveBearer } from '../identity/auth/authentication.ts';
import type { Identity } from '../identity/identity.ts';
import type { Database } from '../platform/database/database.ts';
import { requireJsonAccepted } from '../platform/http/accept.ts';
import type { Api } from '../platform/http/api.ts';
import { logRequests } from '../platform/http/logger.ts';
import type { RequestsInFlight } from '../platform/http/requests-in-flight.ts';
import { enforceRouteRules } from '../platform/http/route-rules.ts';
import { countAnswered, countRequest } from '../platform/request-limits/accounts/counted-requests.ts';
import type { Quotas } from '../platform/request-limits/accounts/quotas.ts';
import { openToWebPages } from '../reading/delivery/cross-origin.ts';
import type { ReadingKey } from '../reading/delivery/reading-key.ts';
import { type DeliveryRouteParts, deliveryRoutes } from '../reading/delivery/routes.ts';

export interface ReadingPlaneParts {
  readonly database: Pick<Database, 'changeMark'>;
  readonly identity: Identity;
  /** Requests in flight by their key. */
  readonly inFlight: Pick<RequestsInFlight, 'hold'>;
  readonly quotas: Quotas;
  readonly delivery: DeliveryRouteParts;
}

export function readingPlane(api: Api, { database, identity, inFlight, quotas, delivery }: ReadingPlaneParts): void {
  const { authentication } = identity;
  enforceRouteRules(api);
  openToWebPages(api);
  countAnswered(api);
  api.decorateRequest('changeMark', undefined);
  api.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.public === true) return done();
    requireJsonAccepted(request);
    request.changeMark = database.changeMark();
    const admit = (key: ReadingKey): void => {
      request.readingKey = key;
      request.caller = key.caller;
      const refusal = inFlight.hold(key.id, reply.raw);
      if (refusal !== undefined) {
        done(refusal);
        return;
      }
      const counted = countRequest(quotas, key, { request, reply });
      if (counted instanceof Promise) counted.then(() => done(), done);
      else done();
    };
    const token = resolveBearer(request.headers.authorization);
    const known = authentication.knownReading(token, request.changeMark);
    // A promise for a cached key would cost more than the lookup.
    if (known !== undefined) return admit(known);
    authentication.reading(token, 'either').then(admit, done);
  });
  if (api.log.level === 'debug' || api.log.level === 'trace') logRequests(api, 'debug');
  deliveryRoutes(api, delivery);
}
