/**
 * The upload of a large file hardly increases the memory of the service, and the file is delivered unchanged.
 * `UPLOAD_MEGABYTES=1024` before an issue is closed, 64 otherwise.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import { startBucket } from '../../../../testing/src/servers/s3.ts';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { upload } from './storages.ts';

const MEGABYTE = 1_048_576;
const MEGABYTES = Number(process.env.UPLOAD_MEGABYTES ?? 64);
const GROWTH_MAX = 64 * MEGABYTE;
const SAMPLED_EVERY_MS = 20;
const LOADED_BY_BYTES = 12 * MEGABYTE;
/** As `npm start` and the program's own first line start it. */
const STARTED_WITH = '--max-semi-space-size=8';
const BOUNDARY = 'the-end-of-each-part';

describeEachEngine('a large file', (engine) => {
  it(`of ${MEGABYTES} MB raises memory by less than 64 MB on its way in`, {
    timeout: 300_000,
  }, async (context) => {
    const dataDir = temporaryFolder('large');
    // The store of the tests holds its files in memory: the largest go to the data folder alone.
    const bucket = engine.kind === 'postgres' && MEGABYTES <= 256 ? await startBucket() : undefined;
    const limit = { LECTERN_UPLOAD_MAX: String(MEGABYTES + 1), NODE_OPTIONS: STARTED_WITH };
    const env = { LECTERN_DATA_DIR: dataDir, ...limit, ...bucket?.environment };
    const service = await startProcess({ engine, env });
    try {
      const scene = await given(service.url);
      // What an upload needs is loaded, that of one in parts too.
      await upload(scene, { name: 'first.txt', bytes: 'a'.repeat(LOADED_BY_BYTES) });
      const before = residentBytes(service.pid);
      const memory = sampleMemory(service.pid);
      const { address, hash } = await uploadLarge(scene);
      const afterUpload = memory.peak();
      assert.equal(await hashAt(address), hash);
      const peak = memory.stop();
      const megabytes = (bytes: number) => Math.round((bytes - before) / MEGABYTE);
      context.diagnostic(`upload +${megabytes(afterUpload)} MB, with download +${megabytes(peak)} MB`);
      assert.ok(afterUpload - before < GROWTH_MAX, `it grew by ${megabytes(afterUpload)} MB`);
    } finally {
      closeConnections();
      await service.end('SIGINT');
      await bucket?.stop();
      removeFolder(dataDir);
    }
  });
});

/** Sends a file of random bytes as a stream. */
async function uploadLarge(scene: Scene): Promise<{ address: string; hash: string }> {
  const hash = createHash('sha256');
  const source = async function* () {
    yield `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`;
    const chunk = randomBytes(MEGABYTE);
    for (let sent = 0; sent < MEGABYTES; sent++) {
      chunk.writeUInt32LE(sent);
      hash.update(chunk);
      yield Buffer.from(chunk);
    }
    yield `\r\n--${BOUNDARY}--\r\n`;
  };
  const headers = {
    authorization: `Bearer ${scene.owner.token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const request = http.request(`${scene.url}${scene.base}/media`, { method: 'POST', headers });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  await pipeline(Readable.from(source()), request);
  const response = await answered;
  const text = Buffer.concat(await response.toArray()).toString();
  assert.equal(response.statusCode, 201, text);
  const { url, size } = JSON.parse(text) as { url: string; size: number };
  assert.equal(size, MEGABYTES * MEGABYTE);
  return { address: url, hash: hash.digest('hex') };
}

async function hashAt(address: string): Promise<string> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(address, resolve).once('error', reject);
  });
  const hash = createHash('sha256');
  await pipeline(response, hash);
  return hash.digest('hex');
}

function sampleMemory(pid: number): { peak: () => number; stop: () => number } {
  let peak = residentBytes(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, SAMPLED_EVERY_MS);
  return {
    peak: () => peak,
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
