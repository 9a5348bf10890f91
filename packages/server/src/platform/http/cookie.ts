/** Cookies of a request. */
import type { FastifyRequest } from 'fastify';

/**
 * The value of a cookie.
 * @returns undefined if there is none, or several with this name: then something other than this service has set one, and
 * they cannot be told apart
 */
export function soleCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
