/**
 * The connections that were handed to the process for uploads. Invariant: each carries one request, whose answer closes
 * it, so that whatever else its client wants is asked of the serving process.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { respondFirst } from '../../../platform/http/respond-first.ts';
import type { Handed } from './messages.ts';

/** As many as a server takes. */
const CONNECTIONS_MAX = 2_000;
/** How long what a refused client still sends is read, since closing before would take the response from it. */
const LINGER_MAX_MS = 30_000;

export class ReceivedConnections {
  readonly #server: Server;
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  readonly #open = new Set<Socket>();
  readonly #asked = new WeakSet<Socket>();
  #idle: NodeJS.Timeout | undefined;
  #onEmpty: (() => void) | undefined;

  /**
   * @param server one that does not listen
   * @param onIdle told when there was none for `idleMs`
   */
  constructor(server: Server, { idleMs, onIdle }: { readonly idleMs: number; readonly onIdle: () => void }) {
    this.#server = server;
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
    respondFirst(server, (...of) => this.#respondOnce(...of));
    // Times are watched over by a server that listens; this one gets its connections handed.
    server.emit('listening');
    this.#waitIdle();
  }

  /** Answers a connection. @param came what came on it before */
  take(socket: Socket, came: Pick<Handed, 'head' | 'body'>): void {
    if (this.#open.size >= CONNECTIONS_MAX) {
      socket.destroy();
      return;
    }
    clearTimeout(this.#idle);
    this.#open.add(socket);
    socket.once('close', () => this.#closed(socket));
    // As a server does: who has sent everything may say so and still wait for the response.
    socket.allowHalfOpen = true;
    if (came.body !== null) socket.unshift(came.body);
    socket.unshift(Buffer.from(came.head, 'latin1'));
    this.#server.emit('connection', socket);
  }

  /** Resolves when all are closed. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  #respondOnce(request: IncomingMessage, response: ServerResponse, leave: () => void): void {
    const { socket } = request;
    if (this.#asked.has(socket)) return;
    this.#asked.add(socket);
    response.setHeader('connection', 'close');
    closeGently(request);
    leave();
  }

  #closed(socket: Socket): void {
    this.#open.delete(socket);
    if (this.#open.size > 0) return;
    this.#onEmpty?.();
    this.#waitIdle();
  }

  #waitIdle(): void {
    this.#idle = setTimeout(this.#onIdle, this.#idleMs).unref();
  }
}

/** Has a connection whose request is not at its end yet read a while longer when it is answered. */
function closeGently(request: IncomingMessage): void {
  const { socket } = request;
  const closeAtOnce = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.complete) {
      closeAtOnce();
      return;
    }
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MAX_MS);
    socket.once('close', () => clearTimeout(timer));
    request.once('end', closeAtOnce).once('close', closeAtOnce).resume();
  };
}
