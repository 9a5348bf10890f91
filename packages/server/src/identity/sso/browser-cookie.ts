/**
 * The cookie that identifies a browser during single sign-on, so that a link cannot log anybody in as somebody else. It is not a
 * credential: it allows nothing by itself.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { soleCookie } from '../../platform/http/cookie.ts';
import { randomCode } from '../../platform/kit/ids.ts';

const NAME = 'lectern-sso';
const LENGTH = 40;
const VALUE = /^[a-z0-9]{40}$/;
const LIFE_S = 3_600;

/** Several log-ins in one browser share one cookie. */
export function ensureCookie(request: FastifyRequest, reply: FastifyReply, serviceUrl: string): string {
  const value = cookieOf(request, serviceUrl) ?? randomCode(LENGTH);
  const secure = isSecure(serviceUrl) ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameAt(serviceUrl)}=${value}; Path=/; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${secure}`,
  );
  return value;
}

/** The cookie that the browser sent; undefined if it sent none of ours, or several. */
export function cookieOf(request: FastifyRequest, serviceUrl: string): string | undefined {
  const value = soleCookie(request, nameAt(serviceUrl));
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

/** Browsers accept the prefix only over https, and only if the host itself sets the cookie. */
function nameAt(serviceUrl: string): string {
  return isSecure(serviceUrl) ? `__Host-${NAME}` : NAME;
}

function isSecure(serviceUrl: string): boolean {
  return serviceUrl.startsWith('https:');
}
