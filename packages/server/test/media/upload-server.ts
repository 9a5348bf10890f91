/** A server with nothing but a route for uploads, whose times are short, and clients of it that send as slowly as a test wants. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { withUpload } from '../../src/content/assets/upload.ts';
import { UploadLine } from '../../src/content/assets/upload-line.ts';
import { Spool, type SpooledFile } from '../../src/content/files/spool.ts';
import type { Api } from '../../src/platform/http/api.ts';
import { createServer } from '../../src/platform/http/server.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary-folder.ts';

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
class NotingLine extends UploadLine {
  readonly arrivals: string[] = [];
  readonly reads: string[] = [];

  override take<T>(request: FastifyRequest, receive: () => Promise<T>): Promise<T> {
    this.arrivals.push(request.id);
    return super.take(request, () => {
      this.reads.push(request.id);
      return receive();
    });
  }
}

/** @param paceLookedAtEveryMs how often it is checked whether an upload is too slow */
export async function startUploadServer(paceLookedAtEveryMs: number): Promise<UploadServer> {
  const folder = temporaryFolder('upload-server');
  const spoolFolder = join(folder, 'spool');
  const spool = new CountingSpool(spoolFolder);
  const line = new NotingLine();
  const parts = { spool, line, bytesMax: FILE_BYTES_MAX, paceLookedAtEveryMs };
  const clients: UploadClient[] = [];
  let handled = 0;
  const app = createServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    connectionsPerAddress: 2_000,
    checkResponses: false,
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
  return {
    app,
    readAtOnceMax: () => spool.most,
    arrivals: line.arrivals,
    reads: line.reads,
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

  /** Sends some bytes again and again. @returns ends that */
  keepSending(bytes: number, everyMs: number): () => void {
    const timer = setInterval(() => this.send(bytes), everyMs);
    const stop = () => clearInterval(timer);
    this.socket.once('close', stop);
    return stop;
  }
}
