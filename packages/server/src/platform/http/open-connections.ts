/**
 * The connections of a server, and how they end without breaking a request. Closing a connection resets what its client
 * has just sent, so while a process ends, each response says that it is the last of its connection (`Connection: close`),
 * and the others are closed only once nothing has come or gone on any of them for a while. Invariant: nothing is closed
 * before what came while the process was busy is read.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
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

/** What is known of a connection. */
interface Connection {
  readonly acceptedAt: number;
  /** How much had come and gone when it was looked at last, and since when that is so. */
  bytes: number;
  changedAt: number;
}

export class OpenConnections {
  /** Whether the end is announced. */
  isEnding = false;
  readonly #server: Server;
  readonly #now: () => number;
  readonly #all = new Map<Socket, Connection>();
  #accepted = 0;
  /** Bytes that came on connections that are closed. */
  #bytesBefore = 0;

  /** All connections of a server that does not listen yet. @param now milliseconds that only grow */
  constructor(server: Server, now: () => number = () => performance.now()) {
    this.#server = server;
    this.#now = now;
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** From now on each response ends its connection. Clients that reuse connections open their next one elsewhere. */
  announceEnd(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.#server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
      this.endIfEnding(response),
    );
    this.#look();
  }

  /** Makes a response whose head is not out yet the last of its connection, if the end is announced. */
  endIfEnding(response: ServerResponse): void {
    if (this.isEnding) response.shouldKeepAlive = false;
  }

  /**
   * Resolves when each connection that is open now has ended, as its next response says that it does, or after a while.
   * @param maxMs time for clients to ask once more
   */
  async untilTold(maxMs: number): Promise<void> {
    const deadline = this.#now() + maxMs;
    const open = [...this.#all.keys()];
    while (open.some((socket) => this.#all.has(socket)) && this.#now() < deadline) await sleep(TURN_MS);
  }

  /** Resolves when nothing comes any more, on old connections or new ones, or after a while. */
  async untilQuiet(): Promise<void> {
    await quietTurns(() => this.#arrivals());
  }

  /** Stops listening, and closes nothing. The system resets connections that it has accepted alone, so those are taken first. */
  async stopListening(): Promise<void> {
    await shortTurn(() => this.#accepted);
    // That of HTTP servers closes idle connections too.
    NetServer.prototype.close.call(this.#server);
  }

  /**
   * Resolves when no request is to be expected, on a new connection or on one that has just been used. As each response ends its
   * connection, what is open after as long as one may be silent is idle, or has a request or response under way.
   * @param quietMs how long nothing may have come or gone on a connection until it is closed without a response
   */
  async untilUnused(quietMs: number): Promise<void> {
    const deadline = this.#now() + Math.max(quietMs, SILENT_MAX_MS);
    await shortTurn(() => this.#arrivals());
    while (this.#mayGetRequest(quietMs) && this.#now() < deadline) {
      await sleep(TURN_MS);
      await shortTurn(() => this.#arrivals());
    }
  }

  /** Closes idle connections, once what they have sent is read. */
  async closeIdle(): Promise<void> {
    await shortTurn(() => this.#arrivals());
    this.#server.closeIdleConnections();
  }

  #add(socket: Socket): void {
    const now = this.#now();
    this.#accepted += 1;
    this.#all.set(socket, { acceptedAt: now, bytes: 0, changedAt: now });
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

  #mayGetRequest(quietMs: number): boolean {
    this.#look();
    const now = this.#now();
    for (const [{ bytesRead }, { acceptedAt, changedAt }] of this.#all)
      if (bytesRead === 0 ? now - acceptedAt < SILENT_MAX_MS : now - changedAt < quietMs) return true;
    return false;
  }

  /** Notes what has come and gone since the last look. */
  #look(): void {
    const now = this.#now();
    for (const [{ bytesRead, bytesWritten }, connection] of this.#all) {
      const bytes = bytesRead + bytesWritten;
      if (bytes === connection.bytes) continue;
      connection.bytes = bytes;
      connection.changedAt = now;
    }
  }
}

/**
 * Resolves right after a turn of the event loop without arrivals, in which the system had nothing more to hand over: after a
 * busy moment, what came meanwhile is read first.
 */
async function shortTurn(arrivals: () => number): Promise<void> {
  // The turn that goes on has asked the system already.
  await turn();
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
