/** A trickling upload is ended with a response and leaves nothing behind; one that is fast enough is not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startUploadServer, type UploadServer } from '../../../test/media/upload-server.ts';

const LOOKED_EVERY_MS = 200;
const ENDED_WITHIN_MS = 5_000;
const FILE_BYTES = 100_000;

let server: UploadServer;
before(async () => {
  server = await startUploadServer(LOOKED_EVERY_MS);
});
after(() => server.close());

test('an upload that trickles is ended with 408 and leaves nothing', async () => {
  const client = await server.begin(FILE_BYTES);
  const stop = client.keepSending(1, LOOKED_EVERY_MS / 10);
  const text = await client.response.finally(stop);
  assert.match(text, /^HTTP\/1\.1 408 /);
  assert.match(text, /"request_timeout".*10000 bytes a second/);
  const deadline = Date.now() + ENDED_WITHIN_MS;
  while (server.filesLeft() > 0 && Date.now() < deadline) await sleep(10);
  assert.equal(server.filesLeft(), 0);
});

test('an upload that comes in pieces, fast enough, is taken', async () => {
  const client = await server.begin(FILE_BYTES);
  for (let sent = 0; sent < FILE_BYTES / 2; sent += 5_000) {
    client.send(5_000);
    await sleep(LOOKED_EVERY_MS / 4);
  }
  assert.match(await client.finish(), /^HTTP\/1\.1 200 /);
});
