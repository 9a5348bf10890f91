/**
 * The typed client of the public API, which is all that Studio knows of the server. A request carries the session's token;
 * one that is refused for it is sent once more with a renewed one. What is sent again, by Studio or by the browser, is done once.
 */
import createClient from 'openapi-fetch';
import { ApiProblem, Unreachable } from './problem.ts';
import type { paths } from './schema.gen.ts';
import { session } from './session.ts';

/** The header that a request and its repetition have in common. */
const REPEATED = 'Idempotency-Key';

/** Routes that are called without a session. */
const OPEN_ROUTES = new Set([
  '/auth/signup',
  '/auth/login',
  '/auth/second-factor',
  '/auth/forgot-password',
  '/auth/sso/discover',
  '/auth/sso/exchange',
  '/auth/login/passkey/options',
  '/auth/login/passkey',
]);

/** The client. Wrap its calls in `bodyOf`, which turns refusals into exceptions. */
export const api = createClient<paths>({ fetch: fetchAuthorized });

/** What a call of `api` answers with. */
interface Answer<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of the response. Throws `ApiProblem`, `Unreachable` or `SessionEnded`. */
export async function bodyOf<Body>(call: Promise<Answer<Body>>): Promise<NonNullable<Body>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiProblem(response.status, error, response.headers);
  // Routes that answer 204 have no body, and their callers take none.
  return data as NonNullable<Body>;
}

/** A response, where the server accepted the request. Throws `ApiProblem` where it was refused. */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new ApiProblem(response.status, await response.json().catch(() => null), response.headers);
}

/** Sends a request with the session's token, if its route asks for one. Throws `Unreachable` or `SessionEnded`. */
export async function fetchAuthorized(request: Request): Promise<Response> {
  // The person may have chosen another language than that of the browser: mails that the request causes are in it.
  request.headers.set('Accept-Language', document.documentElement.lang);
  if (isOpen(request)) return reach(request);
  // A browser sends a POST again by itself where a kept connection ends without a response. The key makes it one.
  if (request.method === 'POST' && !request.headers.has(REPEATED)) request.headers.set(REPEATED, crypto.randomUUID());
  return session.authorized((token) => {
    const attempt = request.clone();
    attempt.headers.set('Authorization', `Bearer ${token}`);
    return reach(attempt);
  });
}

/** Sends a request as it is. Throws `Unreachable`. */
export async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new Unreachable(error);
  }
}

function isOpen({ method, url }: Request): boolean {
  return method === 'POST' && OPEN_ROUTES.has(new URL(url).pathname);
}
