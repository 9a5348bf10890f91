/**
 * The connections of a server, and how they end without breaking a request. Closing a connection resets what its client
 * has just sent, so while a process ends, each response says that it is the last of its connection (`Connection: close`),
 * and only connections on which nothing comes are closed. Invariant: `closeIdleConnections`, which `close` calls too, first has
 * read what came while the process was busy, and does nothing while a request may be on its way; call it again until all are
 * closed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** A client that has sent nothing for this long after it connected gets no more time. */
const SILENT_MAX_MS = 3_000;
/** Turns of the event loop without arrivals after which nothing is on its way, how long one takes, and all at most. */
const QUIET_TURNS = 10;
const TURN_MS = 25;
const ARRIVAL_MAX_MS = 1_500;
/** A turn that is this short leaves hardly anything between the last look for what has come and what is done after it. */
const SHORT_TURN_MS = 0.3;
const SHORT_TURNS_TRIED = 1_000;

/** What Node keeps on a connection: the response that it is sending, or has still to send. */
interface NodeSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/** What is known of a connection. */
interface Connection {
  readonly acceptedAt: number;
  /** How much it had sent when it was looked at last, and since when that is so. */
  bytesRead: number;
  changedAt: number;
}

export class OpenConnections {
  readonly #server: Server;
  readonly #all = new Map<NodeSocket, Connection>();
  #accepted = 0;
  /** Bytes that came on connections that are closed. */
  #bytesBefore = 0;
  /** How long a connection has to be quiet until it is closed; 0 before the end is announced. */
  #quietMs = 0;

  /** All connections of a server that does not listen yet. */
  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: NodeSocket) => this.#add(socket));
    const closeIdleConnections = server.closeIdleConnections.bind(server);
    server.closeIdleConnections = () => {
      void shortTurn(() => this.#arrivals()).then(() => {
        if (!this.#mayGetRequest()) closeIdleConnections();
      });
    };
  }

  /**
   * From now on each response ends its connection. Clients that reuse connections open their next one elsewhere.
   * @param quietMs how long nothing may have come on a connection until it is closed without a response
   */
  announceEnd(quietMs: number): void {
    const isFirst = this.#quietMs === 0;
    this.#quietMs = quietMs;
    if (!isFirst) return;
    this.#server.prependListener('request', endsConnection);
    for (const { _httpMessage: response } of this.#all.keys()) {
      if (response?.headersSent === false) response.shouldKeepAlive = false;
    }
    this.#look();
  }

  /**
   * Resolves when each connection that is open now has ended, as its next response says that it does, or after a while.
   * @param maxMs time for clients to ask once more
   */
  async untilTold(maxMs: number): Promise<void> {
    const deadline = performance.now() + maxMs;
    const open = [...this.#all.keys()];
    while (open.some((socket) => this.#all.has(socket)) && performance.now() < deadline) await sleep(TURN_MS);
  }

  /** Resolves when nothing comes any more, on old connections or new ones, or after a while. */
  async untilQuiet(): Promise<void> {
    await quietTurns(() => this.#arrivals());
  }

  /** Stops listening. The system resets connections that it has accepted alone, so those are taken first. */
  async stopListening(): Promise<void> {
    await shortTurn(() => this.#accepted);
    this.#server.close();
  }

  #add(socket: NodeSocket): void {
    const now = performance.now();
    this.#accepted += 1;
    this.#all.set(socket, { acceptedAt: now, bytesRead: 0, changedAt: now });
    socket.once('close', () => {
      this.#all.delete(socket);
      this.#bytesBefore += socket.bytesRead;
    });
  }

  #arrivals(): number {
    let arrivals = this.#accepted + this.#bytesBefore;
    for (const { bytesRead } of this.#all.keys()) arrivals += bytesRead;
    return arrivals;
  }

  /** Whether a request may be on its way: on a new connection, or on one that has just been used. */
  #mayGetRequest(): boolean {
    this.#look();
    const now = performance.now();
    for (const [{ bytesRead, _httpMessage: response }, { acceptedAt, changedAt }] of this.#all) {
      if (bytesRead === 0 ? now - acceptedAt < SILENT_MAX_MS : !response && now - changedAt < this.#quietMs)
        return true;
    }
    return false;
  }

  /** Notes what has come since the last look. Before the end is announced nobody asks. */
  #look(): void {
    if (this.#quietMs === 0) return;
    const now = performance.now();
    for (const [{ bytesRead }, connection] of this.#all) {
      if (bytesRead === connection.bytesRead) continue;
      connection.bytesRead = bytesRead;
      connection.changedAt = now;
    }
  }
}

function endsConnection(_request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

/**
 * Resolves right after a turn of the event loop without arrivals, in which the system had nothing more to hand over: after a
 * busy moment, what came meanwhile is read first.
 */
async function shortTurn(arrivals: () => number): Promise<void> {
  for (let tried = 0; tried < SHORT_TURNS_TRIED; tried++) {
    const before = arrivals();
    const startedAt = performance.now();
    await turn();
    if (arrivals() === before && performance.now() - startedAt < SHORT_TURN_MS) return;
  }
}

/**
 * Resolves after some turns of the event loop without arrivals. On a busy machine time alone may pass without one turn,
 * so that what waits would not be read.
 * @param arrivals how much has come so far
 */
export async function quietTurns(arrivals: () => number): Promise<void> {
  const deadline = performance.now() + ARRIVAL_MAX_MS;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < deadline; ) {
    const before = arrivals();
    await sleep(TURN_MS);
    quiet = arrivals() === before ? quiet + 1 : 0;
  }
}
