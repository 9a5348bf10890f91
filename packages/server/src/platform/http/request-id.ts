/** The id of a request in logs, audit and responses: the client's `X-Request-Id` if it is safe, else a new one. */
import type { IncomingMessage } from 'node:http';
import { newId } from '../kit/ids.ts';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : newId('req');
}
