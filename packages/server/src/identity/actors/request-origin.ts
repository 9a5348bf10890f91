/** Where a request came from, for throttling and the audit. */
import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import { wantedLanguage } from '../../platform/kit/language.ts';

const USER_AGENT_LENGTH_MAX = 512;

export function originOf(request: FastifyRequest): RequestOrigin {
  const { 'user-agent': userAgent = '', 'accept-language': wanted } = request.headers;
  const language = wantedLanguage(wanted);
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: userAgent.slice(0, USER_AGENT_LENGTH_MAX),
    ...(language === undefined ? {} : { language }),
  };
}
