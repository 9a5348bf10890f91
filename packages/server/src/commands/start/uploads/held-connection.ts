/**
 * A connection that is to be given to another process with the request that began on it. Invariant: no byte is read
 * from it here while it is held, so that it can be given away or answered here after all, whole.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response to it was sent already, and need not be sent twice. */
const EXPECT = 'expect';

/** Whether a request can be given away: nothing else may wait on its connection, and where its body is must be known. */
export function mayBeHeld({ headers, socket }: IncomingMessage, response: ServerResponse): boolean {
  const isAlone = response.socket === socket && socket.writableLength === 0;
  return isAlone && headers['content-length'] !== undefined && headers['transfer-encoding'] === undefined;
}

/** A socket as Node's servers leave it. */
interface ServedSocket extends Socket {
  server?: unknown;
}

export class HeldConnection {
  readonly socket: Socket;
  /** The head of the request, each character a byte. */
  readonly head: string;
  /** What came of the body; null where nothing did. */
  readonly body: Buffer | null;
  readonly #request: IncomingMessage;
  readonly #server: unknown;
  readonly #pause = () => void this.socket.pause();

  /** Holds the connection of a request, of which all that has arrived was parsed. */
  constructor(request: IncomingMessage) {
    this.#request = request;
    this.socket = request.socket;
    this.head = headOf(request);
    this.body = request.read() as Buffer | null;
    this.socket.pause();
    // Reading may have asked the socket to go on, which it would in a moment.
    this.socket.once('resume', this.#pause);
    // Where a socket says whose it is, Node has that server ask the other process for its connections when it closes, and
    // wait for the response forever where that has ended.
    const served: ServedSocket = this.socket;
    this.#server = served.server;
    delete served.server;
  }

  /** Has the request read and answered here. */
  release(): void {
    const served: ServedSocket = this.socket;
    served.server = this.#server;
    this.socket.off('resume', this.#pause);
    if (this.body !== null) this.#request.unshift(this.body);
    this.socket.resume();
  }

  /** Closes this process's end of a connection that another one has. */
  drop(): void {
    this.socket.destroy();
  }
}

/** The head as it came, and never longer. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.toLowerCase() !== EXPECT) head += `${name}:${rawHeaders[at + 1]}\r\n`;
  }
  return `${head}\r\n`;
}
