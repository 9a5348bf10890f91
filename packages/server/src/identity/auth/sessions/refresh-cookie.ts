/**
 * The refresh token of a session that is kept in a cookie: scripts of a page cannot read it, and only pages of this service can
 * cause its use. The access token is still in the response, for the page to keep in memory. Under https the prefix of the cookie's
 * name guarantees that this host set it, so that a neighbouring host cannot plant a session of its own.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { soleCookie } from '../../../platform/http/cookie.ts';
import type { SessionResponse, SessionTokens } from './schema.ts';
import { IDLE_MS } from './sessions.ts';

const NAME = 'lectern_refresh';
const PREFIX = '__Host-';
const PATH = '/auth';
const MS_PER_SECOND = 1_000;

/** How long browsers keep the cookie: as long as a session lives without being renewed. */
const LIFE_S = IDLE_MS / MS_PER_SECOND;

/** The parts of a request that determine the name of its cookie, or contain it. */
type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol'>;

/** Where people reach the service: LECTERN_PUBLIC_URL; null to use the address of each request. */
export interface PublicUrl {
  readonly publicUrl: string | null;
}

/** Sends the tokens of a session: both in the body, or the refresh token in a cookie. */
export function sendSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens, inCookie, publicUrl }: PublicUrl & { readonly tokens: SessionTokens; readonly inCookie: boolean },
): SessionResponse {
  if (!inCookie) return tokens;
  const { refresh_token: token, ...rest } = tokens;
  reply.header('set-cookie', cookie(request, publicUrl, { value: token, lifeSeconds: LIFE_S }));
  return rest;
}

/** Makes the browser forget the cookie. */
export function clearCookie(request: FastifyRequest, reply: FastifyReply, { publicUrl }: PublicUrl): void {
  reply.header('set-cookie', cookie(request, publicUrl, { value: '', lifeSeconds: 0 }));
}

/**
 * The refresh token in the cookie of a request, even if another site caused the request; undefined if there is no such cookie, or
 * several.
 */
export function cookieToken(request: CookieRequest, { publicUrl }: PublicUrl): string | undefined {
  return soleCookie(request, placeOf(request, publicUrl).name);
}

/**
 * The refresh token in the cookie of a request that a page of this service sent.
 * @returns undefined if there is no cookie
 * @throws `insufficient_permission` if the request comes from anywhere else
 */
export function requireOwnPage(request: FastifyRequest, { publicUrl }: PublicUrl): string | undefined {
  const origin = URL.parse(request.headers.origin ?? '');
  const isOwn =
    origin !== null &&
    (publicUrl === null
      ? origin.protocol.startsWith('http') && origin.host === request.host
      : origin.origin === new URL(publicUrl).origin);
  if (isOwn) return cookieToken(request, { publicUrl });
  const advice = 'Send this from a page of the service itself, with its Origin, or send the token in the body.';
  throw new DomainError('insufficient_permission', advice, { permission: 'account.read' });
}

function cookie(
  request: FastifyRequest,
  publicUrl: string | null,
  { value, lifeSeconds }: { readonly value: string; readonly lifeSeconds: number },
): string {
  const { name, path, isSecure } = placeOf(request, publicUrl);
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; HttpOnly; SameSite=Strict; Path=${path}; Max-Age=${lifeSeconds}${secure}`;
}

/**
 * Name and path of the cookie. Browsers accept a name with the prefix only over https, from the host itself and for the path `/`.
 * So if the service has a path, the path is part of the name, and two services on one host have separate cookies.
 */
function placeOf(request: CookieRequest, publicUrl: string | null): { name: string; path: string; isSecure: boolean } {
  const url = publicUrl === null ? undefined : new URL(publicUrl);
  const base = url?.pathname.replace(/\/$/, '') ?? '';
  const isSecure = url === undefined ? request.protocol === 'https' : url.protocol === 'https:';
  if (!isSecure) return { name: NAME, path: `${base}${PATH}`, isSecure };
  return { name: `${PREFIX}${NAME}${base.replaceAll(/[^A-Za-z0-9]+/g, '-')}`, path: '/', isSecure };
}
