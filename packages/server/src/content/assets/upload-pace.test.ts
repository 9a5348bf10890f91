/** A trickling upload is ended with a response and leaves nothing behind; one that is fast enough is not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyMultipart from '@fastify/multipart';
import { pino } from 'pino';
import { removeFolder, temporaryFolder } from '../../../test/harness/temporary-folder.ts';
import type { Api } from '../../platform/http/api.ts';
import { createServer } from '../../platform/http/server.ts';
import { Spool } from '../files/spool.ts';
import { readUpload } from './upload.ts';
import { UploadLine } from './upload-line.ts';

const LOOKED_EVERY_MS = 200;
const ENDED_WITHIN_MS = 5_000;
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
const LENGTH = 100_000;

let folder: string;
let app: Api;
before(async () => {
  folder = temporaryFolder('upload-pace');
  const upload = {
    spool: new Spool(join(folder, 'spool')),
    line: new UploadLine(),
    bytesMax: LENGTH,
    paceLookedAtEveryMs: LOOKED_EVERY_MS,
  };
  app = createServer({ logger: pino({ level: 'silent' }), trustedProxies: [], checkResponses: false });
  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false });
    scope.post('/', async (request) => {
      const { file } = await readUpload(request, upload);
      return { size: file?.size };
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await app.close();
  removeFolder(folder);
});

test('an upload that trickles is ended with 408 and leaves nothing behind', async () => {
  const socket = await begin();
  const response = responseOn(socket);
  const trickle = setInterval(() => socket.write('x'), LOOKED_EVERY_MS / 10);
  const text = await response.finally(() => clearInterval(trickle));
  assert.match(text, /^HTTP\/1\.1 408 /);
  assert.match(text, /"request_timeout".*10000 bytes a second/);
  const deadline = Date.now() + ENDED_WITHIN_MS;
  while (filesLeft() > 0 && Date.now() < deadline) await sleep(10);
  assert.equal(filesLeft(), 0);
});

test('an upload that comes in pieces, fast enough, is accepted', async () => {
  const socket = await begin();
  const response = responseOn(socket);
  for (let sent = 0; sent < LENGTH / 2; sent += 5_000) {
    socket.write('x'.repeat(5_000));
    await sleep(LOOKED_EVERY_MS / 4);
  }
  socket.write(`${'x'.repeat(LENGTH / 2 - PART.length - 9)}\r\n--b--\r\n`);
  assert.match(await response, /^HTTP\/1\.1 200 /);
  socket.destroy();
});

async function begin(): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  const head = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: multipart/form-data; boundary=b'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${LENGTH}\r\n\r\n${PART}`);
  return socket;
}

async function responseOn(socket: Socket): Promise<string> {
  socket.on('error', () => undefined);
  const [chunk] = await once(socket, 'data', { signal: AbortSignal.timeout(ENDED_WITHIN_MS) });
  return String(chunk);
}

function filesLeft(): number {
  const spool = join(folder, 'spool');
  return existsSync(spool) ? readdirSync(spool).length : 0;
}
