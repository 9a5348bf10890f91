/**
 * Starts a real S3-compatible server in the process of the tests, with one empty bucket. Whoever starts one stops it. The server
 * itself accepts every signature, so requests are checked first: only those signed with the right key get through, and, as in a
 * publicly readable bucket, anonymous reads of objects.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { startFauxqs } from 'fauxqs';
import { type AccessKey, checkSignature } from './request-signature.ts';

const BUCKET = 'lectern-files';
const REGION = 'us-east-1';
const CREDENTIALS: AccessKey = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
const SHA256 = /^[0-9a-f]{64}$/;

/** A running store. */
export interface TestBucket {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: AccessKey;
  /** The variables that have a service keep its files there. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a store with an empty bucket. */
export async function startBucket(): Promise<TestBucket> {
  const store = await startFauxqs({ port: 0, logger: false });
  store.createBucket(BUCKET);
  const guard = http.createServer((request, response) => {
    pass(request, response, store.port).catch(() => response.destroy());
  });
  await once(guard.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(guard.address() as AddressInfo).port}`;
  return {
    endpoint,
    bucket: BUCKET,
    region: REGION,
    credentials: CREDENTIALS,
    environment: {
      LECTERN_S3_ENDPOINT: endpoint,
      LECTERN_S3_BUCKET: BUCKET,
      LECTERN_S3_REGION: REGION,
      LECTERN_S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      LECTERN_S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    stop: async () => {
      guard.closeAllConnections();
      guard.close();
      await store.stop();
    },
  };
}

/** Passes a request to the store and returns its response, or rejects it as a store would. */
async function pass(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const { method = '', url = '', headers } = request;
  const verdict = checkSignature({ method, url, headers }, CREDENTIALS);
  const isPublic = verdict === 'anonymous' && method === 'GET' && url.startsWith(`/${BUCKET}/`);
  if (verdict !== 'signed' && !isPublic) return refuse(response, verdict === 'anonymous' ? 'AccessDenied' : verdict);
  const promised = String(headers['x-amz-content-sha256']);
  const body = SHA256.test(promised) ? await buffer(request) : request;
  if (Buffer.isBuffer(body) && createHash('sha256').update(body).digest('hex') !== promised)
    return refuse(response, 'XAmzContentSHA256Mismatch');
  const passed = http.request({ host: '127.0.0.1', port, method, path: url, headers });
  const answered = once(passed, 'response') as Promise<[IncomingMessage]>;
  // If the client is killed while its body is passed on, nobody awaits the response yet.
  answered.catch(() => undefined);
  response.once('close', () => passed.destroy());
  if (Buffer.isBuffer(body)) passed.end(body);
  else await pipeline(body, passed);
  const [passedOn] = await answered;
  response.writeHead(passedOn.statusCode ?? 500, passedOn.headers);
  await pipeline(passedOn, response);
}

function refuse(response: ServerResponse, code: string): void {
  response.writeHead(403, { 'content-type': 'application/xml', connection: 'close' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}
