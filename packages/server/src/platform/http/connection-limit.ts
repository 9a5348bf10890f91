/**
 * Limits the connections of one address, so that nobody can use up all that a process has. Invariant: a connection beyond
 * the limit gets a 429 and is closed; no request on it is read.
 */
import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { isIn } from '../kit/address-list.ts';
import { Counts } from '../kit/counts.ts';
import { networkOf } from '../kit/network.ts';
import { errorBody } from './error-responses.ts';
import { endWith } from './raw-response.ts';

/** How long a refused client may take to read the response. */
const REFUSAL_MS = 1_000;
/** Refused connections that are waited for. Others are closed without a response. */
const REFUSALS_MAX = 100;
const RETRY_AFTER_S = '1';

export interface ConnectionLimit {
  readonly perAddressMax: number;
  /** Addresses without a limit. */
  readonly exempt: BlockList;
}

/** Limits the connections of each address; for IPv6 of each network. All listeners must be registered already. */
export function limitConnections(server: Server, { perAddressMax, exempt }: ConnectionLimit): void {
  const open = new Counts();
  const refused = new Set<Socket>();
  const accept = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress !== undefined && !isIn(exempt, remoteAddress)) {
      const network = networkOf(remoteAddress);
      if (open.of(network) >= perAddressMax) {
        // Node emits the same event for its own limit.
        server.emit('drop');
        return refuse(socket, refused, perAddressMax);
      }
      open.add(network, 1);
      socket.once('close', () => open.add(network, -1));
    }
    for (const listener of accept) listener.call(server, socket);
  });
}

/** Admits so many connections at a time beside some that have a limit of their own. @param others how many there are of those */
export function admitBeside(server: Server, max: number, others: () => number): void {
  Object.defineProperty(server, 'maxConnections', { get: () => max + others() });
}

function refuse(socket: Socket, refused: Set<Socket>, max: number): void {
  socket.on('error', () => socket.destroy());
  if (refused.size >= REFUSALS_MAX) {
    socket.destroy();
    return;
  }
  refused.add(socket);
  const timer = setTimeout(() => socket.destroy(), REFUSAL_MS);
  socket.once('close', () => {
    refused.delete(socket);
    clearTimeout(timer);
  });
  // Reads and discards what the client has sent: closing earlier would make the response get lost.
  socket.resume();
  const message = `Close connections or use fewer; an address may have ${max} at a time.`;
  endWith(socket, {
    status: '429 Too Many Requests',
    body: errorBody('api_quota_exceeded', message, { scope: 'connections' }),
    headers: [['retry-after', RETRY_AFTER_S]],
  });
}
