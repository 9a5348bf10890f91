/** A trickling upload is ended with a response and leaves nothing behind; one that is fast enough is not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../../../testing/src/until.ts';
import { startUploadServer, type UploadServer } from '../../../test/content/media/upload-server.ts';

/** More than has to come between two looks, by more than the head of a request. */
const PIECE_BYTES = 110_000;
const FILE_BYTES = 5 * PIECE_BYTES;

let server: UploadServer;
before(async () => {
  server = await startUploadServer();
});
after(() => server.close());

function look(): void {
  for (const one of server.looks()) one();
}

test('an upload that trickles is ended with 408 and leaves nothing', async () => {
  const client = await server.begin(FILE_BYTES);
  let text = '';
  void client.response.then((response) => {
    text = response;
  });
  await until(() => {
    client.send(1);
    look();
    return text !== '';
  });
  assert.match(text, /^HTTP\/1\.1 408 /);
  assert.match(text, /"request_timeout".*10000 bytes a second/);
  await until(() => server.filesLeft() === 0);
});

test('an upload that comes in pieces, fast enough, is taken', async () => {
  const client = await server.begin(FILE_BYTES);
  client.send(1);
  await until(() => server.filesLeft() === 1);
  for (let sent = PIECE_BYTES; sent < FILE_BYTES; sent += PIECE_BYTES) {
    client.send(PIECE_BYTES);
    await until(() => server.received() >= sent);
    look();
  }
  assert.match(await client.finish(), /^HTTP\/1\.1 200 /);
});
