/**
 * Checks the signatures of requests to an S3-compatible store (AWS Signature Version 4) as the store would: from the bytes
 * received and the secret of the key. It shares no code with the client that signs.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/;
/** Headers that decide what a request does: they must be signed if they are sent. */
const SIGNED_WHERE_SENT = /^(host|x-amz-.*)$/;

/** The credentials of a client. */
export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A request as received. */
interface WireRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A store's verdict on a request; the last three are its own error codes. */
export type Verdict = 'signed' | 'anonymous' | 'InvalidAccessKeyId' | 'SignatureDoesNotMatch' | 'AccessDenied';

/** Checks the signature of a request. */
export function checkSignature(request: WireRequest, key: AccessKey): Verdict {
  const { authorization } = request.headers;
  if (authorization === undefined) return 'anonymous';
  const [, keyId = '', scope = '', signedNames = '', signature = ''] = AUTHORIZATION.exec(authorization) ?? [];
  if (signature === '') return 'AccessDenied';
  if (keyId !== key.accessKeyId) return 'InvalidAccessKeyId';
  const names = signedNames.split(';');
  const unsigned = Object.keys(request.headers).filter((name) => SIGNED_WHERE_SENT.test(name) && !names.includes(name));
  if (unsigned.length > 0) return 'AccessDenied';
  const expected = signatureOf(request, { names, scope, secret: key.secretAccessKey });
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? 'signed' : 'SignatureDoesNotMatch';
}

interface Signing {
  /** Names of the headers that are signed, in order. */
  readonly names: readonly string[];
  /** Day, region, service and the terminating word. */
  readonly scope: string;
  readonly secret: string;
}

function signatureOf(request: WireRequest, { names, scope, secret }: Signing): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const values = names.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  );
  const canonical = [
    request.method,
    encoded(path).replaceAll('%2F', '/'),
    canonicalQuery(query),
    values.join(''),
    names.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const time = request.headers['x-amz-date'];
  const text = [ALGORITHM, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((secretSoFar, part) => hmac(secretSoFar, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

function canonicalQuery(query: string): string {
  if (query === '') return '';
  const pairs = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return `${encoded(name)}=${encoded(value)}`;
  });
  return pairs.sort().join('&');
}

/** Percent-encodes everything except letters, digits and `-._~`, whether or not it was encoded before. */
function encoded(text: string): string {
  const plain = decodeURIComponent(text.replaceAll('+', '%20'));
  return encodeURIComponent(plain).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
