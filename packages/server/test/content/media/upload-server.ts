/** A server with nothing but a route for uploads, and clients of it that send what a test wants when it wants. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { join } from 'node:path';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { withUpload } from '../../../src/content/assets/upload.ts';
import { UploadQueue } from '../../../src/content/assets/upload-queue.ts';
import { Spool, type SpooledFile } from '../../../src/content/files/spool.ts';
import type { Api } from '../../../src/platform/http/api.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import type { Repeat } from '../../../src/platform/kit/clock.ts';
import { usualDeadline } from '../../../src/platform/kit/deadline.ts';

const FILE_BYTES_MAX = 10_000_000;
const RESPONSE_WITHIN_MS = 20_000;
const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
const TAIL = '\r\n--b--\r\n';

export interface UploadServer {
  readonly app: Api;
  /** How many uploads were being read at once, at most. */
  readonly readAtOnceMax: () => number;
  /** Requests in the order in which they came to the line of uploads. */
  readonly arrivals: readonly string[];
  /** Requests in the order in which their files were read. */
  readonly reads: readonly string[];
  /** How many requests wait of whose bodies Node reads no more, as their buffers are full. */
  readonly stopped: () => number;
  /** The service's end of the newest connection. */
  readonly newest: () => Socket;
  /** How many bytes came over it. */
  readonly received: () => number;
  /** What looks at the pace of each upload that is being read, as the service does every ten seconds. */
  readonly looks: () => readonly (() => void)[];
  /** How often a handler ended, whether the client was there or not. */
  readonly handled: () => number;
  /** Files that are on their way in. */
  readonly filesLeft: () => number;
  readonly begin: (fileBytes: number) => Promise<UploadClient>;
  readonly close: () => Promise<void>;
}

/** A spool that counts the files that are being received. */
class CountingSpool extends Spool {
  receiving = 0;
  most = 0;

  override async receive(source: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    this.receiving += 1;
    this.most = Math.max(this.most, this.receiving);
    return super.receive(source).finally(() => {
      this.receiving -= 1;
    });
  }
}

/** A line that notes who comes to it, and whose turn it is. */
class NotingLine extends UploadQueue {
  readonly waiting = new Map<string, IncomingMessage>();
  readonly arrivals: string[] = [];
  readonly reads: string[] = [];

  override take<T>(request: FastifyRequest, receive: () => Promise<T>): Promise<T> {
    this.arrivals.push(request.id);
    this.waiting.set(request.id, request.raw);
    return super.take(request, () => {
      this.waiting.delete(request.id);
      this.reads.push(request.id);
      return receive();
    });
  }
}

export async function startUploadServer(): Promise<UploadServer> {
  const folder = temporaryFolder('upload-server');
  const spoolFolder = join(folder, 'spool');
  const spool = new CountingSpool(spoolFolder);
  const line = new NotingLine();
  const looks = new Set<() => void>();
  const repeat: Repeat = (look) => {
    looks.add(look);
    return () => looks.delete(look);
  };
  const parts = { spool, line, bytesMax: FILE_BYTES_MAX, repeat };
  const clients: UploadClient[] = [];
  let handled = 0;
  const app = createServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    connectionsPerAddress: 2_000,
    checkResponses: false,
    deadline: usualDeadline,
  });
  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false });
    scope.post('/', async (request) => {
      try {
        return await withUpload(request, parts, async ({ file }) => ({ size: file?.size }));
      } finally {
        handled += 1;
      }
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  let newest = new Socket();
  app.server.on('connection', (socket) => {
    newest = socket;
  });
  return {
    app,
    readAtOnceMax: () => spool.most,
    arrivals: line.arrivals,
    reads: line.reads,
    stopped: () => [...line.waiting.values()].filter(isFull).length,
    newest: () => newest,
    received: () => newest.bytesRead,
    looks: () => [...looks],
    handled: () => handled,
    filesLeft: () => (existsSync(spoolFolder) ? readdirSync(spoolFolder).length : 0),
    begin: async (fileBytes) => {
      const socket = connect({ host: '127.0.0.1', port });
      await once(socket, 'connect');
      const client = new UploadClient(socket, fileBytes);
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const { socket } of clients) socket.destroy();
      await app.close();
      removeFolder(folder);
    },
  };
}

function isFull({ readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return readableLength >= readableHighWaterMark;
}

/** An upload over a connection of its own, of which the head is sent. */
export class UploadClient {
  readonly socket: Socket;
  /** The head and the beginning of the body of the response, as text. */
  readonly response: Promise<string>;
  #left: number;

  constructor(socket: Socket, fileBytes: number) {
    this.socket = socket;
    this.#left = fileBytes;
    socket.on('error', () => undefined);
    this.response = once(socket, 'data', { signal: AbortSignal.timeout(RESPONSE_WITHIN_MS) }).then(String);
    // A test that does not wait for it closes the connection.
    this.response.catch(() => undefined);
    const lines = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: multipart/form-data; boundary=b'];
    const length = HEAD.length + fileBytes + TAIL.length;
    socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n${HEAD}`);
  }

  /** Sends some more of the file. */
  send(bytes: number): void {
    this.socket.write(Buffer.alloc(bytes, 'x'));
    this.#left -= bytes;
  }

  /** Sends what is left, and gives the response. */
  finish(): Promise<string> {
    this.send(this.#left);
    this.socket.write(TAIL);
    return this.response.finally(() => this.socket.destroy());
  }
}
