/** Uploads whose head and body are sent as they are, in two steps, and of which anything may be wrong. */
import { randomBytes } from 'node:crypto';
import type { Scene } from '../scene.ts';
import { beginRequest, type RawResponse } from './raw-request.ts';

const FILE_BYTES = 200_000;
const BOUNDARY = 'the-boundary';

export interface UploadWish {
  readonly token?: string;
  readonly method?: string;
  readonly path?: string;
  readonly bytes?: Buffer;
  readonly boundary?: string;
  /** Of the body, where that is not as long. */
  readonly declaredLength?: number;
}

/** An upload over a connection of its own, to be begun and finished, or sent at once. */
export function upload(service: { readonly url: string }, scene: Scene, wish: UploadWish = {}) {
  const { token = scene.management.token ?? '', method = 'POST', path = `${scene.base}/media` } = wish;
  const { bytes = randomBytes(FILE_BYTES), boundary = BOUNDARY } = wish;
  const part = 'Content-Disposition: form-data; name="file"; filename="a.bin"';
  const body = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${part}\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(wish.declaredLength ?? body.length),
    'x-request-id': 'the-same-for-all',
  };
  const begin = () => beginRequest(service.url, { method, path, headers, body });
  return { begin, send: async (): Promise<RawResponse> => (await begin()).finish() };
}
