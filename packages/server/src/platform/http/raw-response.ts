/** Responses written to a socket that no request of the framework belongs to. */
import type { Socket } from 'node:net';
import { requestIdOf } from './request-id.ts';
import { REQUEST_ID, standardHeaders } from './standard-headers.ts';

/** A complete response; the connection is closed after it. */
export interface RawResponse {
  /** Code and reason. */
  readonly status: string;
  readonly body: object;
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** Writes a response and ends the connection. */
export function endWith(socket: Socket, { status, body, headers = [] }: RawResponse): void {
  const text = JSON.stringify(body);
  const head = [
    [REQUEST_ID, requestIdOf({ headers: {} })],
    ...standardHeaders,
    ...headers,
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', String(Buffer.byteLength(text))],
    ['connection', 'close'],
  ];
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status}\r\n${lines}\r\n${text}`);
}
