/**
 * Content negotiation: responses are JSON, and clients that accept only something else get an error. A few routes can
 * also respond with NDJSON or with server-sent events.
 */
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';

/** Media type of newline-delimited JSON. */
export const LINES_TYPE = 'application/x-ndjson';
/** Media type of server-sent events. */
export const EVENTS_TYPE = 'text/event-stream';
const JSON_RANGES = new Set(['application/json', 'application/*', '*/*']);
const REFUSED = /^q=0(\.0*)?$/;

/**
 * Rejects a request whose `Accept` does not allow JSON (RFC 9110, section 12.5.1).
 * @param ownType the JSON's own media type, if it has one
 * @throws `not_acceptable`
 */
export function requireJsonAccepted({ headers }: Pick<FastifyRequest, 'headers'>, ownType = 'application/json'): void {
  const { accept } = headers;
  if (accept === undefined || accept === '*/*' || accept === ownType || acceptsJson(accept, ownType)) return;
  throw new DomainError('not_acceptable', `The response is JSON; send "Accept: ${ownType}" or leave the header out.`);
}

/** Rejects a request whose `Accept` does not allow server-sent events. @throws `not_acceptable` */
export function requireEventsAccepted({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { accept } = headers;
  if (accept === undefined || acceptsAny(accept, (range) => ['', EVENTS_TYPE, 'text/*', '*/*'].includes(range))) return;
  throw new DomainError(
    'not_acceptable',
    `The response is a stream of events; send "Accept: ${EVENTS_TYPE}" or leave the header out.`,
  );
}

/** Whether the client explicitly accepts NDJSON. */
export function acceptsLines({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept !== undefined && acceptsAny(headers.accept, (range) => range === LINES_TYPE);
}

/** Whether the client explicitly accepts server-sent events. */
export function acceptsEvents({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept !== undefined && acceptsAny(headers.accept, (range) => range === EVENTS_TYPE);
}

function acceptsJson(accept: string, ownType: string): boolean {
  return acceptsAny(accept, (range) => range === '' || range === ownType || JSON_RANGES.has(range));
}

function acceptsAny(accept: string, isOne: (range: string) => boolean): boolean {
  return accept.split(',').some((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return isOne(range) && !parameters.some((parameter) => REFUSED.test(parameter));
  });
}
