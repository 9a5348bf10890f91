/**
 * The connections of a server, and how they end without breaking a request. Closing a connection resets what its client has
 * just sent. So while a process shuts down, each response says that it is the last on its connection (`Connection: close`), and
 * the rest are closed only once nothing was received or sent on any of them for a while. Invariant: nothing is closed before
 * everything that arrived while the process was busy has been read.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** A client that has sent nothing for this long after connecting gets no more time. */
const SILENT_MAX_MS = 3_000;
/** After this many event-loop turns without arrivals, nothing is on its way; then the length of a turn, and the maximum in all. */
const QUIET_TURNS = 10;
const TURN_MS = 25;
const ARRIVAL_MAX_MS = 1_500;
/** After a turn this short, hardly anything can have arrived between the last check and what is done next. */
const SHORT_TURN_MS = 0.3;
const SHORT_TURNS_TRIED = 1_000;

/** What is known of a connection. */
interface Connection {
  readonly acceptedAt: number;
  /** Bytes received and sent at the last check, and since when that has not changed. */
  bytes: number;
  changedAt: number;
}

export class OpenConnections {
  /** Whether the end has been announced. */
  isEnding = false;
  readonly #server: Server;
  readonly #now: () => number;
  readonly #all = new Map<Socket, Connection>();
  readonly #told: (() => void)[] = [];
  #accepted = 0;
  /** Bytes received on connections that are now closed. */
  #bytesBefore = 0;

  /** Tracks all connections of a server that is not listening yet. @param now a clock in milliseconds that never goes back */
  constructor(server: Server, now: () => number = () => performance.now()) {
    this.#server = server;
    this.#now = now;
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** Calls back when the end is announced: what would stay open is to end by itself. */
  onEnding(ending: () => void): void {
    this.#told.push(ending);
  }

  /** From now on each response ends its connection. Clients that reuse connections will open their next one elsewhere. */
  announceEnd(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    for (const ending of this.#told) ending();
    this.#server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
      this.endIfEnding(response),
    );
    this.#look();
  }

  /** If the end is announced, makes a response whose head is not sent yet the last on its connection. */
  endIfEnding(response: ServerResponse): void {
    if (this.isEnding) response.shouldKeepAlive = false;
  }

  /**
   * Resolves when every connection open now has ended, because its next response announces that, or after a while.
   * @param maxMs time for clients to send one more request
   */
  async untilTold(maxMs: number): Promise<void> {
    const deadline = this.#now() + maxMs;
    const open = [...this.#all.keys()];
    while (open.some((socket) => this.#all.has(socket)) && this.#now() < deadline) await sleep(TURN_MS);
  }

  /** Resolves when nothing arrives any more, on old connections or new ones, or after a while. */
  async untilQuiet(): Promise<void> {
    await waitForQuietTurns(() => this.#arrivals());
  }

  /**
   * Stops listening, and closes nothing. The system resets connections that it has accepted but not handed over, so those are
   * taken first.
   */
  async stopListening(): Promise<void> {
    await shortTurn(() => this.#accepted);
    // An HTTP server's own method closes idle connections too.
    NetServer.prototype.close.call(this.#server);
  }

  /**
   * Resolves when no more requests can be expected, on new or recently used connections. Because each response ends its
   * connection, what is still open after the maximum silence is idle, or has a request or response in progress.
   * @param quietMs how long nothing may have been received or sent on a connection before it is closed without a response
   */
  async untilUnused(quietMs: number): Promise<void> {
    const deadline = this.#now() + Math.max(quietMs, SILENT_MAX_MS);
    await shortTurn(() => this.#arrivals());
    while (this.#mayGetRequest(quietMs) && this.#now() < deadline) {
      await sleep(TURN_MS);
      await shortTurn(() => this.#arrivals());
    }
  }

  /** Closes idle connections, once everything that they have sent is read. */
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

  /** Notes what was received and sent since the last check. */
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
 * Resolves right after an event-loop turn without arrivals, in which the system had nothing more to hand over. After a busy
 * moment, everything that arrived meanwhile is read first.
 */
async function shortTurn(arrivals: () => number): Promise<void> {
  // The current turn has already asked the system.
  await turn();
  for (let tried = 0; tried < SHORT_TURNS_TRIED; tried++) {
    const before = arrivals();
    const startedAt = performance.now();
    await turn();
    if (arrivals() === before && performance.now() - startedAt < SHORT_TURN_MS) return;
  }
}

/**
 * Resolves after some event-loop turns without arrivals. On a busy machine, time can pass without a single turn, so waiting by
 * time alone would leave arrivals unread.
 * @param arrivals how much has arrived so far
 */
export async function waitForQuietTurns(arrivals: () => number): Promise<void> {
  const deadline = performance.now() + ARRIVAL_MAX_MS;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < deadline; ) {
    const before = arrivals();
    await sleep(TURN_MS);
    quiet = arrivals() === before ? quiet + 1 : 0;
  }
}
