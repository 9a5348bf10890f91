/** Uploads with the name written into the form as it is, as no well-behaved client would. */
import type { ApiResponse } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import type { HostileFile } from './hostile-file.ts';

const BOUNDARY = 'the-boundary-of-a-hostile-form';

/** Sends a file to the media library of a scene, whatever the response. */
export function uploadRaw({ owner, base }: Scene, { name, type, bytes }: HostileFile): Promise<ApiResponse> {
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    `Content-Type: ${type}\r\n\r\n`;
  const raw = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return owner.send('POST', `${base}/media`, {
    raw,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
}
