/** Which requests bring a file, by their heads alone. What of them is wrong, their route says. */
import type { IncomingMessage } from 'node:http';

const PATHS: Readonly<Record<string, RegExp>> = {
  POST: /^\/spaces\/[^/?]+\/environments\/[^/?]+\/media(?:\?|$)/,
  PATCH: /^\/media\/[^/?]+(?:\?|$)/,
};
const FORM = 'multipart/';

export function isUpload({ method = '', url = '', headers }: IncomingMessage): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith(FORM) === true;
  return isForm && PATHS[method]?.test(url) === true;
}
