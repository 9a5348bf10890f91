/** Uploads whose bodies are sent in two steps, as over a slow network, so that a test can do something in between. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { Scene } from '../../../../testing/src/given.ts';

const FILE_BYTES = 200_000;
const BOUNDARY = 'the-boundary';
const RESPONSE_TIMEOUT_MS = 30_000;

export interface RawResponse {
  readonly status: number;
  readonly text: string;
}

/** An upload of which head and first half are sent. */
export interface BegunUpload {
  /** Sends the rest. @returns the response @throws where the connection breaks */
  finish(): Promise<RawResponse>;
}

/** Sends the head and the first half of an upload of random bytes, on a connection of its own. */
export async function beginUpload(service: { readonly url: string }, scene: Scene): Promise<BegunUpload> {
  const part = 'Content-Disposition: form-data; name="file"; filename="a.bin"';
  const body = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${part}\r\n\r\n`),
    randomBytes(FILE_BYTES),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const headers = {
    authorization: `Bearer ${scene.management.token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': body.length,
  };
  const url = `${service.url}${scene.base}/media`;
  const request = http.request(url, { agent: false, method: 'POST', headers, timeout: RESPONSE_TIMEOUT_MS });
  request.on('timeout', () => request.destroy(new Error('No response came.')));
  const response = responseOf(request);
  // Where it breaks before anybody waits for it.
  response.catch(() => undefined);
  request.write(body.subarray(0, FILE_BYTES / 2));
  await once(request, 'socket');
  return {
    finish: () => {
      request.end(body.subarray(FILE_BYTES / 2));
      return response;
    },
  };
}

async function responseOf(request: http.ClientRequest): Promise<RawResponse> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode ?? 0, text: await text(response) };
}
