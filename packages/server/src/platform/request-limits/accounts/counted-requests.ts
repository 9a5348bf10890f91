/**
 * Counts the requests of a plane against the limits of the account's plan. The plane's guard calls it once it knows the
 * account. Responses that turn out to be no work (304 and 429) are not counted.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../../http/api.ts';
import type { MaybePromise } from '../../kit/steps.ts';
import type { Admission } from './callers.ts';
import type { Payer, Quotas } from './quotas.ts';
import type { RateLimit } from './rate-limit.ts';

/** Statuses of responses that were no work. */
const UNCOUNTED_STATUSES: readonly number[] = [304, 429];
const READS: readonly string[] = ['GET', 'HEAD'];

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request is counted. */
    admission: Admission | undefined;
  }
}

/** Takes requests back that were not worth counting, on every route registered on `api` after this call. */
export function refundUncountedRequests(api: Api): void {
  api.decorateRequest('admission', undefined);
  api.addHook('onResponse', (request, reply, done) => {
    if (request.admission !== undefined) uncount(request.admission, reply.statusCode);
    done();
  });
}

/** Takes a request back that was not worth counting. @param status of its response */
export function uncount(admission: Admission, status: number): void {
  if (UNCOUNTED_STATUSES.includes(status)) admission.takeBack();
}

/**
 * Lets a request in, at once where that takes no waiting.
 * @throws `api_quota_exceeded` if the account has used what its plan allows
 */
export function countRequest(
  quotas: Quotas,
  payer: Payer,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): MaybePromise<void> {
  const letIn = (admission: Admission): void => {
    request.admission = admission;
    put(reply, admission.rateLimit());
  };
  const admission = quotas.takeNow(payer);
  if (admission !== null) return letIn(admission);
  return quotas.admit(payer).then(letIn, (error) => {
    put(reply, quotas.rateLimitOf(payer));
    throw error;
  });
}

/** Whoever has no request left can still log in, see their accounts and choose a larger plan. */
export function isUncounted({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  if (url.startsWith('/auth/') || url.startsWith('/billing/')) return true;
  return READS.includes(method) && (url === '/accounts' || url.startsWith('/accounts/'));
}

/** Shows the limits on a response to a request that is not counted. */
export function showLimits(quotas: Quotas, payer: Pick<Payer, 'accountId' | 'plan'>, reply: FastifyReply): void {
  put(reply, quotas.rateLimitOf(payer));
}

function put(reply: FastifyReply, { headers }: RateLimit): void {
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
}
